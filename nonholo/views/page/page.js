// Typesets the formulas of the page with KaTeX; a formula it cannot read stays as its source.
"use strict";
(() => {
  const pending = Array.from(document.querySelectorAll(".tex")).reverse();
  const folded = [];
  const shrunk = [];
  const PRINTED_WIDTH = 640; // px on the screen that surely fit on A4 and letter paper

  function typeset(node) {
    const latex = node.textContent;
    const options = {
      displayMode: node.classList.contains("display"),
      throwOnError: true, // caught below: KaTeX's own error style would break the style policy
      strict: false,
      trust: false,
      maxSize: 10,
      errorColor: "#c9443a",
      maxExpand: 2000,
    };
    try {
      katex.render(latex, node, options);
      node.classList.add("set");
    } catch (error) {
      node.textContent = latex;
      node.title = String(error.message);
      node.classList.add("unset");
    }
  }

  // What scrolls sideways can be reached with the keyboard.
  function settle() {
    for (const box of document.querySelectorAll(".scroll")) {
      if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
    for (const node of document.querySelectorAll("span.tex.set:not(.long)")) {
      const room = node.parentElement.clientWidth;
      if (room && node.getBoundingClientRect().width > room + 1) node.classList.add("long");
    }
  }

  // Works in slices, so that a document of many systems can be read while it is set.
  function work(milliseconds) {
    const end = performance.now() + milliseconds;
    while (pending.length && performance.now() < end) typeset(pending.pop());
    if (pending.length) setTimeout(work, 0, 40);
    else document.fonts.ready.then(settle);
  }

  // Width a box needs: what cannot be broken in its formulas, or the overflow it has now.
  function needed(box) {
    const widths = Array.from(box.querySelectorAll(".katex-base"), (base) => base.offsetWidth);
    const overflow = box.scrollWidth > box.clientWidth + 1 ? box.scrollWidth : 0;
    return Math.max(overflow, 40 + Math.max(0, ...widths));
  }

  // Paper neither unfolds nor scrolls.
  function beforePrint() {
    work(Infinity);
    for (const details of document.querySelectorAll("details:not([open])")) {
      details.open = true;
      folded.push(details);
    }
    for (const box of document.querySelectorAll(".scroll:not(.paper), .tex.long")) {
      const excess = needed(box) / Math.min(box.clientWidth || PRINTED_WIDTH, PRINTED_WIDTH);
      if (excess <= 1) continue;
      box.style.fontSize = `${Math.max(0.45, 1 / excess)}em`;
      shrunk.push(box);
    }
  }

  function afterPrint() {
    for (const details of folded.splice(0)) details.open = false;
    for (const box of shrunk.splice(0)) box.style.fontSize = "";
  }

  let resized;
  addEventListener("resize", () => {
    clearTimeout(resized);
    resized = setTimeout(settle, 150);
  });
  addEventListener("beforeprint", beforePrint);
  addEventListener("afterprint", afterPrint);
  document.addEventListener("toggle", settle, true);
  work(400);
})();
