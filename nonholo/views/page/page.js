// Comforts that a page can do without: copied formulas arrive as LaTeX, what scrolls sideways can be
// reached with the keyboard, paper shows what is folded, tables can be sorted.
"use strict";
(() => {
  const folded = [];
  const shrunk = [];
  const PRINTED_WIDTH = 640; // px on the screen that surely fit on A4 and letter paper

  // All is measured before anything is changed: one layout of a long page, not one a box.
  function settle() {
    const boxes = Array.from(document.querySelectorAll(".scroll, .tex.wide"));
    const wide = boxes.map((box) => box.scrollWidth > box.clientWidth + 1);
    boxes.forEach((box, i) => {
      if (wide[i]) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    });
  }

  // Width a box needs: what cannot be broken in its formulas, or the overflow it has now.
  function needed(box) {
    const widths = Array.from(box.querySelectorAll(".tex > math"), (part) => part.getBoundingClientRect().width);
    const overflow = box.scrollWidth > box.clientWidth + 1 ? box.scrollWidth : 0;
    return Math.max(overflow, 40 + Math.max(0, ...widths));
  }

  // Paper neither unfolds nor scrolls; what is very long stays folded there.
  function beforePrint() {
    for (const details of document.querySelectorAll("details:not([open], .long)")) {
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

  // What moves: play and pause, a slider for its moment, its speed; it rests where motion is unwanted.
  function player(box, whole, show, ...more) {
    const words = box.dataset;
    const bar = document.createElement("div");
    bar.className = "player";
    const button = document.createElement("button");
    button.type = "button";
    const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: whole, step: "any" });
    slider.setAttribute("aria-label", words.moment);
    const speed = document.createElement("select");
    speed.setAttribute("aria-label", words.speed);
    for (const times of [0.25, 0.5, 1, 2]) speed.add(new Option(`${times} ×`, times, times === 1, times === 1));
    bar.append(button, slider, speed, ...more);
    box.append(bar);
    let now = 0;
    let last = null;
    let playing = false;
    const set = () => {
      show(now);
      slider.value = now;
    };
    function frame(clock) {
      if (!playing) return;
      if (last !== null) now = (now + ((clock - last) / 1000) * speed.value) % whole;
      last = clock;
      set();
      requestAnimationFrame(frame);
    }
    function play(wanted) {
      playing = wanted;
      last = null;
      button.textContent = playing ? words.pause : words.play;
      if (playing) requestAnimationFrame(frame);
    }
    button.addEventListener("click", () => play(!playing));
    slider.addEventListener("input", () => {
      play(false);
      now = Math.min(Number(slider.value), whole - 1e-3);
      set();
    });
    set();
    play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
    return set;
  }

  function playable(box) {
    const picture = box.querySelector("svg");
    const whole = parseFloat(picture.querySelector("animate").getAttribute("dur"));
    picture.pauseAnimations();
    player(box, whole, (now) => picture.setCurrentTime(now));
  }

  // Bodies in space, as the Python of the picture that stands still draws them; dragging turns them.
  function spatial(box) {
    const data = JSON.parse(box.querySelector("script").textContent);
    let { turn, tilt } = data;
    const [wide, tall, edge] = [440, 330, 22];
    const triple = (flat, i) => flat.slice(3 * i, 3 * i + 3);
    const triples = (flat) => Array.from({ length: flat.length / 3 }, (_, i) => triple(flat, i));
    const mixed = (a, b, part) => a.map((x, i) => x + part * (b[i] - x));
    const path = (picture, kind) => {
      const made = document.createElementNS(picture.namespaceURI, "path");
      for (const [name, value] of Object.entries(kind)) made.setAttribute(name, value);
      picture.append(made);
      return made;
    };

    const stages = data.stages.map((stage, number) => {
      const picture = box.querySelectorAll("svg")[number];
      for (const old of picture.querySelectorAll("path, g")) old.remove();
      const [light, dark] = stage.tones;
      const round = { "stroke-linejoin": "round", "stroke-linecap": "round" };
      const grid = path(picture, { fill: "none", stroke: "#5f6167", "stroke-width": 0.6, opacity: 0.35 });
      const way = path(picture, { fill: "none", stroke: dark, "stroke-width": 1.6 });
      const group = document.createElementNS(picture.namespaceURI, "g");
      picture.append(group);
      const lines = stage.lines.map(triples);
      const bodies = stage.bodies.map((body) => ({
        ...body,
        own: body.corners && triples(body.corners),
        many: body.points && body.points.length / 3 / data.moments,
        drawn: body.faces
          ? [[dark, 2], [light, 0.6]].map(([fill, width]) =>
              path(group, { fill, stroke: fill, "stroke-width": width, ...round }))
          : [path(group, { fill: "none", stroke: "#1c1e22", "stroke-width": 2.5, ...round })],
      }));
      return { ...stage, grid, way, group, lines, bodies };
    });

    // The corners of a body, or the points of a line, between two moments.
    function corners(body, i, part) {
      if (!body.faces) {
        const at = (k) => triples(body.points.slice(3 * body.many * k, 3 * body.many * (k + 1)));
        const after = at(i + 1);
        return at(i).map((point, k) => mixed(point, after[k], part));
      }
      const place = mixed(triple(body.place, i), triple(body.place, i + 1), part);
      const one = body.turn.slice(4 * i, 4 * i + 4);
      let two = body.turn.slice(4 * i + 4, 4 * i + 8);
      if (one.reduce((sum, x, k) => sum + x * two[k], 0) < 0) two = two.map((x) => -x);
      const q = mixed(one, two, part);
      const size = Math.hypot(...q);
      const [x, y, z, w] = q.map((c) => c / size);
      return body.own.map(([a, b, c]) => {
        const [p, r, s] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
        return [a + w * p + y * s - z * r + place[0], b + w * r + z * p - x * s + place[1], c + w * s + x * r - y * p + place[2]];
      });
    }

    function show(now) {
      const [c, s, a, b] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
      const scale = Math.min((wide / 2 - edge) / data.reach, (tall / 2 - edge) / (Math.SQRT2 * data.reach * Math.abs(b) + data.rise * a));
      const at = Math.min((now / data.seconds) * (data.moments - 1), data.moments - 1.001);
      const i = Math.floor(at);
      for (const stage of stages) {
        const first = stage.bodies[0].place;
        const middle = data.follows ? mixed(triple(first, i), triple(first, i + 1), at - i) : data.centre;
        const depth = ([x, y, z]) => a * (c * x + s * y) + b * z;
        const flat = ([x, y, z]) => {
          const [p, q, r] = [x - middle[0], y - middle[1], z - middle[2]];
          return [wide / 2 + scale * (c * q - s * p), tall / 2 - scale * (a * r - b * (c * p + s * q))];
        };
        const written = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
        const ends = [0, 1].map((k) => [
          Math.floor((middle[k] - data.reach) / data.step) * data.step,
          Math.ceil((middle[k] + data.reach) / data.step) * data.step,
        ]);
        let grid = "";
        for (let x = ends[0][0]; x <= ends[0][1] + data.step / 2; x += data.step)
          grid += written(ends[1].map((y) => flat([x, y, data.level])));
        for (let y = ends[1][0]; y <= ends[1][1] + data.step / 2; y += data.step)
          grid += written(ends[0].map((x) => flat([x, y, data.level])));
        stage.grid.setAttribute("d", grid);
        stage.way.setAttribute("d", stage.lines.map((line) => written(line.map(flat))).join(""));
        stage.group.setAttribute("opacity", now / data.seconds > stage.over ? 0.35 : 1);
        const order = [...stage.bodies].sort((m, n) => depth(triple(m.place, i)) - depth(triple(n.place, i)));
        for (const body of order) {
          const points = corners(body, i, at - i).map(flat);
          if (!body.faces) {
            body.drawn[0].setAttribute("d", written(points));
          } else {
            const texts = ["", ""];
            for (const [tone, ...face] of body.faces) {
              const polygon = face.map((k) => points[k]);
              const area = polygon.reduce((sum, [x, y], k) => {
                const [u, v] = polygon[(k + 1) % polygon.length];
                return sum + x * v - u * y;
              }, 0);
              if (area < 0) texts[tone] += `${written(polygon)}Z`; // the screen counts downwards
            }
            [texts[0] + texts[1], texts[0]].forEach((text, layer) => body.drawn[layer].setAttribute("d", text));
          }
          stage.group.append(...body.drawn);
        }
      }
    }

    const camera = Object.assign(document.createElement("input"), { type: "range", min: -3.15, max: 3.15, step: "any", value: turn });
    camera.className = "camera";
    camera.setAttribute("aria-label", box.dataset.camera);
    camera.title = box.dataset.camera;
    const again = player(box, data.seconds, show, camera);
    camera.addEventListener("input", () => {
      turn = Number(camera.value);
      again();
    });
    let held = null;
    for (const picture of box.querySelectorAll("svg")) {
      picture.addEventListener("pointerdown", (event) => {
        held = [event.clientX, event.clientY];
        picture.setPointerCapture(event.pointerId);
      });
      picture.addEventListener("pointermove", (event) => {
        if (!held) return;
        turn = ((turn - 0.01 * (event.clientX - held[0]) + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
        tilt = Math.min(1.57, Math.max(-0.2, tilt + 0.01 * (event.clientY - held[1])));
        held = [event.clientX, event.clientY];
        camera.value = turn;
        again();
      });
      for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => (held = null));
    }
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
    for (const box of part.querySelectorAll(":is(.moving, .space):not(:has(.player))"))
      if (!box.closest("details:not([open])")) (box.matches(".space") ? spatial : playable)(box);
  };
  document.addEventListener("toggle", (event) => ready(event.target), true); // now unfolded
  ready(document);
  document.fonts.ready.then(settle);
  addEventListener("load", settle); // formulas may be wider than what was measured before
})();
