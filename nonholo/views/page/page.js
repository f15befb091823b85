// Comforts that a page can do without: copied formulas arrive as LaTeX, what scrolls sideways can be
// reached with the keyboard, paper shows what is folded, tables can be sorted.
"use strict";
(() => {
  const folded = [];
  const shrunk = [];
  const PRINTED_WIDTH = 640; // px on the screen that surely fit on A4 and letter paper

  function settle() {
    for (const box of document.querySelectorAll(".scroll, .tex.wide")) {
      if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  }

  // Width a box needs: what cannot be broken in its formulas, or the overflow it has now.
  function needed(box) {
    const widths = Array.from(box.querySelectorAll(".tex > math"), (part) => part.getBoundingClientRect().width);
    const overflow = box.scrollWidth > box.clientWidth + 1 ? box.scrollWidth : 0;
    return Math.max(overflow, 40 + Math.max(0, ...widths));
  }

  // Paper neither unfolds nor scrolls.
  function beforePrint() {
    for (const details of document.querySelectorAll("details:not([open])")) {
      details.open = true;
      folded.push(details);
    }
    for (const box of document.querySelectorAll(".scroll:not(.paper), .tex.wide")) {
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

  // A formula of which a part is selected is copied whole, as its LaTeX.
  function whole(node, side) {
    const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
    return (element && (element.closest("[data-tex]") || element.closest("math"))) || null;
  }

  function copy(event) {
    const selection = getSelection();
    if (selection.isCollapsed || !event.clipboardData) return;
    const range = selection.getRangeAt(0).cloneRange();
    const first = whole(range.startContainer);
    const last = whole(range.endContainer);
    if (first) range.setStartBefore(first);
    if (last) range.setEndAfter(last);
    const part = range.cloneContents();
    if (!part.querySelector("math")) return;
    const rich = document.createElement("div");
    rich.append(part.cloneNode(true));
    for (const node of part.querySelectorAll("[data-tex], math")) {
      if (node.matches("[data-tex] math")) continue;
      const note = node.querySelector("annotation");
      node.replaceWith(`$${node.dataset.tex ?? (note ? note.textContent : node.textContent)}$`);
    }
    event.clipboardData.setData("text/html", rich.innerHTML);
    event.clipboardData.setData("text/plain", part.textContent);
    event.preventDefault();
  }

  // The columns of the list of systems: a click on a heading sorts by it, another turns the order.
  function sortable(table) {
    const body = table.tBodies[0];
    const heads = Array.from(table.tHead.rows[0].cells);
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
        const compare = (a, b) => key(a).localeCompare(key(b), undefined, { numeric: true });
        const rows = Array.from(body.rows).sort((a, b) => (down ? compare(b, a) : compare(a, b)));
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        body.append(...rows);
      });
    });
  }

  // An animation: play and pause, a slider for its moment, its speed; it rests where motion is unwanted.
  function playable(box) {
    const picture = box.querySelector("svg");
    const whole = parseFloat(picture.querySelector("animate").getAttribute("dur"));
    const bar = document.createElement("div");
    bar.className = "player";
    const button = document.createElement("button");
    button.type = "button";
    const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: whole, step: "any" });
    slider.setAttribute("aria-label", "moment");
    const speed = document.createElement("select");
    speed.setAttribute("aria-label", "speed");
    for (const times of [0.25, 0.5, 1, 2]) speed.add(new Option(`${times} ×`, times, times === 1, times === 1));
    bar.append(button, slider, speed);
    box.append(bar);
    let now = 0;
    let last = null;
    let playing = false;
    picture.pauseAnimations();
    const show = () => {
      picture.setCurrentTime(now);
      slider.value = now;
    };
    function frame(clock) {
      if (!playing) return;
      if (last !== null) now = (now + ((clock - last) / 1000) * speed.value) % whole;
      last = clock;
      show();
      requestAnimationFrame(frame);
    }
    function play(wanted) {
      playing = wanted;
      last = null;
      button.textContent = playing ? "Pause" : "Play";
      if (playing) requestAnimationFrame(frame);
    }
    button.addEventListener("click", () => play(!playing));
    slider.addEventListener("input", () => {
      play(false);
      now = Math.min(Number(slider.value), whole - 1e-3);
      show();
    });
    show();
    play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  }

  let resized;
  addEventListener("resize", () => {
    clearTimeout(resized);
    resized = setTimeout(settle, 150);
  });
  addEventListener("beforeprint", beforePrint);
  addEventListener("afterprint", afterPrint);
  document.addEventListener("toggle", settle, true);
  document.addEventListener("copy", copy);
  document.querySelectorAll("table.sortable").forEach(sortable);
  const ready = (part) => {
    for (const box of part.querySelectorAll(".moving:not(:has(.player))"))
      if (!box.closest("details:not([open])")) playable(box);
  };
  document.addEventListener("toggle", (event) => ready(event.target), true); // now unfolded
  ready(document);
  document.fonts.ready.then(settle);
})();
