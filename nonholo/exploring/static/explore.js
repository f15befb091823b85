// The live page: what is typed is sent to the server on this machine; its answers are put in place.
"use strict";
(() => {
  const PARTS = ["case", "verdict", "equations", "graph", "motion", "families"];
  const PAUSE = 350; // ms without a key before the case is asked about
  const KEYS = ["name", "coordinates", "constraints", "holonomic_constraints", "inequalities",
    "lagrangian", "forces", "parameters", "initial", "duration", "dependent"];
  const SIGNS = { nonholonomic: "nonholonomic", "partly holonomic": "partly", holonomic: "holonomic" };
  const at = (id) => document.getElementById(id);
  const made = (name, text, kind) => {
    const node = document.createElement(name);
    if (text) node.textContent = text;
    if (kind) node.className = kind;
    return node;
  };

  const WORDS = JSON.parse(at("words").textContent); // in the language that is spoken
  const tell = (key, values = {}) => WORDS[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

  let stem = document.body.dataset.stem;
  let byFile = true; // the text of the file was changed last, not the form
  let typed = false; // something would be lost
  let chosen = false; // the rival was chosen by hand
  let held = ""; // the initial value that was moved last
  let followed = false; // moved to the constraints since the last change by hand
  let changes = 0; // by hand, so that each answer knows whether it is of the case as it stands
  let timer, asking, moving, waiting;
  let next; // the field to type in once a case is read
  const commands = new Map();

  // ------------------------------------------------------------------------------ questions
  function question(parts, rival = chosen ? at("rival").value : null) {
    const fields = byFile ? null : Object.fromEntries(KEYS.map((key) => [key, at(key).value]));
    return { text: at("text").value, fields, parts, held, rival };
  }

  async function stream(lane, asked, signal, hear) {
    const answer = await fetch(lane, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(asked),
      signal,
    });
    if (!answer.ok) throw new Error((await answer.text()).trim());
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    const of = changes;
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) hear({ ...JSON.parse(line), fresh: of === changes });
    }
  }

  function soon() {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  }

  async function ask() {
    clearTimeout(timer);
    asking?.abort();
    const own = (asking = new AbortController());
    const open = new Set(PARTS.slice(1));
    for (const part of open) age(part);
    at("form").inert = byFile && !typed; // the fields are not those of the case yet
    try {
      await stream("ask", question(PARTS), own.signal, (told) => {
        if (own.signal.aborted) return;
        open.delete(told.part);
        hear(told, open, ask);
        release();
      });
      if (own.signal.aborted) return;
      for (const part of open) put(part, `<p>${tell("other")}</p>`);
    } catch (error) {
      if (!own.signal.aborted) lost(error);
    } finally {
      if (!own.signal.aborted) release();
    }
  }

  function release() {
    at("form").inert = false;
    next?.focus();
    next = undefined;
  }

  // Sliders: one question at a time; the last position is asked for when the answer is there.
  async function move() {
    if (moving) {
      waiting = true;
      return;
    }
    moving = true;
    try {
      do {
        waiting = false;
        const asked = question(["case", "motion"], at("rival").value);
        await stream("move", asked, undefined, (told) => hear(told, new Set(), move));
      } while (waiting);
    } catch (error) {
      lost(error);
    } finally {
      moving = false;
    }
  }

  function lost(error) {
    say(tell("lost", { reason: error.message }), "failing");
  }

  // -------------------------------------------------------------------------------- answers
  function hear(told, open, again) {
    if (told.part === "case") return hearCase(told, open);
    if (told.part === "verdict") hearVerdict(told, open);
    if (told.part === "equations") offerRivals(told);
    if (told.part === "motion") hearMotion(told, again);
    put(told.part, told.html, told.fresh);
    order(told);
  }

  function hearCase(told, open) {
    if (told.text !== undefined) at("text").value = told.text;
    if (byFile && told.fields) for (const key of KEYS) at(key).value = told.fields[key];
    if (byFile && told.fields) unfold();
    const unread = told.state === "done" ? [] : (told.complaints ?? [{ message: told.words }]);
    complain(unread);
    if (unread.length) {
      const [first] = unread[0].message.split("\n");
      const many = unread.length;
      const words = many === 1 ? first : tell("many", { n: many, first });
      say(tell("unread", { words }), "failing");
      open.clear();
      return;
    }
    at("title").textContent = told.title || stem;
    document.title = `${told.title || stem}: nonholo explore`;
    slide(told.sliders ?? []);
  }

  function hearVerdict(told, open) {
    say(told.words.split("\n")[0], told.state === "done" ? (SIGNS[told.verdict] ?? "undecided") : "failing");
    if (told.state !== "refused") return;
    for (const part of open) put(part, "");
    open.clear();
  }

  function say(words, kind) {
    if (at("status").textContent !== words) at("status").textContent = words;
    at("status").className = `status ${kind}`;
  }

  // What is told of a case that was changed since is dimmed, and said to be of the case before.
  function age(part, old = true) {
    at(`${part}-answer`).classList.toggle("old", old);
    if (old) at(`${part}-part`).setAttribute("aria-describedby", "before");
    else at(`${part}-part`).removeAttribute("aria-describedby");
  }

  function changed() {
    changes += 1;
    for (const part of PARTS.slice(1)) age(part);
    at("status").classList.add("old");
  }

  function put(part, html, fresh = true) {
    const place = at(`${part}-answer`);
    age(part, !fresh);
    if (place.dataset.html === html) return;
    const opened = Array.from(place.querySelectorAll("details[open] > summary"), (s) => s.textContent);
    place.dataset.html = html;
    place.innerHTML = html; // made by the server, which escapes all that was typed
    for (const summary of place.querySelectorAll("details > summary"))
      if (opened.includes(summary.textContent)) summary.parentElement.open = true;
    dispatchEvent(new Event("resize")); // what scrolls can be reached with the keyboard
  }

  // ------------------------------------------------------------------------------- mistakes
  function complain(complaints) {
    for (const list of document.querySelectorAll(".wrong")) list.replaceChildren();
    for (const key of [...KEYS, "text"]) at(key).removeAttribute("aria-invalid");
    for (const one of complaints) {
      const field = KEYS.includes(one.field) || one.field === "text" ? one.field : "";
      const list = at(field ? `${field}-wrong` : "whole-wrong");
      const [message, ...rest] = one.message.split("\n");
      const item = made("li", message);
      const shown = rest.map((line) => line.replace(/^ {4}/, ""));
      if (shown.length > 1) item.append(Object.assign(made("pre", shown.slice(0, 2).join("\n")), { tabIndex: 0 }));
      for (const line of shown.slice(2)) item.append(made("p", line));
      if (field) {
        at(field).setAttribute("aria-invalid", "true");
        const folded = at(field).closest("details");
        if (folded) folded.open = true;
        const button = made("button", tell("go", one));
        button.type = "button";
        button.addEventListener("click", () => goTo(at(field), one.line, one.column));
        item.append(button);
      }
      if (field && field !== "text") item.append(...mending(at(field), one));
      list.append(item);
    }
  }

  // Buttons for what the message itself proposes.
  function mending(field, one) {
    const [message, ...rest] = one.plain.split("\n"); // in English, whatever is spoken
    const hint = /^ +try: (.*)$/.exec(rest.at(-1) ?? "")?.[1] ?? "";
    const name = /^(\S+) is (?:not declared|a parameter)/.exec(message)?.[1]?.replace(/'+$/, "");
    const behind = rest.length > 1 ? rest[0].slice(rest[1].length - 1 + (name ?? "").length) : "";
    const rate = /^d([a-zA-Z]\d?|[a-z]*(?:eta|phi|psi|alpha|gamma|rho|chi))$|^(\w*?[^\W_])d?dot$/.exec(name ?? "");
    const still = !behind.startsWith("'") && hint !== `${name} as a coordinate` && !hint.startsWith("declaring it as a coordinate");
    const moving = still ? rate?.[1] ?? rate?.[2] : name;
    const dotted = /^(\w+)_(d?dot)$/.exec(name ?? "");
    const other = /^(\S+) \(declared: /.exec(hint)?.[1] ?? (dotted ? dotted[1] + dotted[2] : undefined);
    const sign = /^the character (\S+) \(/.exec(message)?.[1];
    const found = [];
    if (moving) {
      found.push(mend(tell("coordinate", { name: moving }), () => {
        at("coordinates").value = [at("coordinates").value.trim(), moving].filter(Boolean).join(", ");
        const lines = at("parameters").value.split("\n");
        at("parameters").value = lines.filter((line) => line.split("=")[0].trim() !== moving).join("\n");
      }));
    }
    if (name && (rate || !moving) && message.startsWith(`${name} is not declared`)) {
      found.push(mend(tell("parameter", { name }), () => {
        at("parameters").value = [at("parameters").value.trim(), `${name} = 1`].filter(Boolean).join("\n");
      }));
    }
    const [old, better] = sign && !/\s/.test(hint) ? [sign, hint] : [name, other];
    if (old && better) {
      found.push(mend(tell("write", { name: better }), () => {
        const start = offset(field, one.line, one.column);
        field.setRangeText(better, start, start + old.length);
      }));
    }
    return found;
  }

  function mend(words, change) {
    const button = made("button", words);
    button.type = "button";
    button.addEventListener("click", () => {
      change();
      byForm();
      unfold();
      ask();
    });
    return button;
  }

  function offset(field, line, column) {
    const lines = field.value.split("\n");
    return lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  }

  function goTo(field, line, column) {
    const start = offset(field, line, column);
    field.focus();
    field.setSelectionRange(start, Math.min(start + 1, field.value.length));
  }

  function unfold() {
    const further = ["holonomic_constraints", "inequalities", "forces"];
    if (further.some((key) => at(key).value.trim())) at("further").open = true;
    for (const area of document.querySelectorAll("#form textarea:not(#text)"))
      area.rows = Math.min(12, Math.max(area.defaultRows ??= area.rows, area.value.split("\n").length));
  }

  // -------------------------------------------------------------------------------- sliders
  function slide(sliders) {
    const known = new Map(Array.from(at("sliders").querySelectorAll("input"), (s) => [s.id, s]));
    const wanted = sliders.map((s) => [`slide-${s.field}-${s.name}`, s]);
    const same = wanted.length === known.size && wanted.every(([id]) => known.has(id));
    if (!same) at("sliders").replaceChildren(...wanted.map(([id, s]) => slider(id, s)));
    else for (const [id, s] of wanted) settle(known.get(id), s);
  }

  function slider(id, s) {
    const row = made("div");
    const label = made("label");
    label.innerHTML = s.shown; // made by the server, as the answers are
    const input = made("input");
    const value = made("output");
    Object.assign(input, { type: "range", id, ariaLabel: s.name });
    label.htmlFor = id;
    value.htmlFor = id;
    row.append(label, input, value);
    settle(input, s, value);
    input.addEventListener("input", () => {
      value.textContent = input.value;
      if (s.field === "initial") held = s.name;
      at(s.field).value = withLine(at(s.field).value, s.name, input.value);
      byForm();
      changed();
      asking?.abort();
      clearTimeout(timer);
      move();
    });
    input.addEventListener("change", soon);
    return row;
  }

  // The ends stay while a slider is moved; they follow a number that was typed beyond them.
  function settle(input, s, value = input.nextElementSibling) {
    const inside = input.max !== "" && s.value >= +input.min && s.value <= +input.max && input.dataset.set;
    if (!inside) Object.assign(input, { min: s.low, max: s.high, step: s.step });
    input.dataset.set = "yes";
    if (document.activeElement === input && moving) return;
    input.value = s.value;
    value.textContent = String(+s.value.toPrecision(6));
  }

  // The field with another number for a name; what is declared beside it stays.
  function withLine(text, name, number) {
    return text.split("\n").map((line) => {
      const [head, ...rest] = line.split("=");
      if (head.trim() !== name) return line;
      const tail = rest.join("=");
      if (!tail.trim().startsWith("{")) return `${name} = ${number}`;
      return `${name} =${tail.replace(/(\bvalue\s*=\s*)("[^"]*"|[^,}\s]+)/, `$1${number}`)}`;
    }).join("\n");
  }

  function offerRivals(told) {
    const before = at("rival").value;
    const none = at("rival").options[0];
    at("rival").replaceChildren(none, ...(told.rivals ?? []).map((name) => new Option(name, name)));
    at("rival").value = chosen && told.rivals?.includes(before) ? before : (told.rival ?? "");
  }

  function hearMotion(told, again) {
    const moved = told.proposal ? Object.entries(told.proposal) : [];
    if (told.state === "done" && !chosen) at("rival").value = told.rival;
    at("moves").hidden = told.state === "absent" || !at("sliders").firstChild;
    at("proposal").hidden = !moved.length;
    at("moved").textContent = told.state === "refused" ? WORDS.still : "";
    if (!moved.length) return;
    at("agree").textContent = WORDS.agree.replace("{values}", moved.map((pair) => pair.join(" = ")).join(", "));
    at("agree").onclick = () => {
      for (const [name, value] of moved) at("initial").value = withLine(at("initial").value, name, value);
      byForm();
      changed();
      again();
    };
    if (!at("follow").checked || followed) return;
    at("agree").click();
    followed = true;
  }

  // ------------------------------------------------------------------------------ take away
  function order(told) {
    if (told.command) commands.set(told.part, told.command);
    else commands.delete(told.part);
    const shown = PARTS.filter((part) => commands.has(part)).map((part) => commands.get(part));
    at("commands").replaceChildren(...shown.map((command) => {
      const item = made("li");
      const words = command.replace("CASE", `${stem}.toml`);
      const copy = made("button", WORDS.copy);
      copy.type = "button";
      copy.setAttribute("aria-label", WORDS.copyOf.replace("{words}", words));
      copy.addEventListener("click", () => copied(words));
      item.append(made("code", words), copy);
      return item;
    }));
  }

  async function copied(words) {
    try {
      await navigator.clipboard.writeText(words);
      at("taken").textContent = WORDS.copied;
    } catch {
      at("taken").textContent = WORDS.mark;
    }
  }

  async function download() {
    let text;
    await stream("move", question(["case"]), undefined, (told) => {
      text = told.text;
      complain(told.complaints ?? []);
    });
    if (text === undefined) {
      at("taken").textContent = WORDS.unwritten;
      return;
    }
    const link = made("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
    link.download = `${stem}.toml`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    typed = false;
    at("taken").textContent = tell("written", { file: `${stem}.toml` });
  }

  // ------------------------------------------------------------------------------ other cases
  function byForm() {
    byFile = followed = false;
    typed = true;
  }

  function load(text, name, field) {
    if (typed && !confirm(WORDS.replace)) return;
    next = field;
    at("text").value = text;
    stem = name.replace(/\.toml$/, "").replace(/[^\w.-]+/g, "_") || "case";
    byFile = true;
    typed = chosen = false;
    held = "";
    at("taken").textContent = "";
    at("sliders").replaceChildren();
    at("moves").hidden = true;
    commands.clear();
    at("further").open = false;
    for (const part of PARTS.slice(1)) put(part, "");
    ask();
  }

  at("menu").addEventListener("change", async () => {
    const name = at("menu").value;
    at("menu").value = "";
    if (name) load(await (await fetch(`shipped/${name}`)).text(), name);
  });
  at("open").addEventListener("click", () => at("file").click());
  at("file").addEventListener("change", async () => {
    const [file] = at("file").files;
    if (file) load(await file.text(), file.name);
    at("file").value = "";
  });
  at("new").addEventListener("click", () => {
    load(document.body.dataset.empty, "case", at("coordinates"));
  });
  at("download").addEventListener("click", () => download().catch(lost));
  at("rival").addEventListener("change", () => {
    chosen = true;
    age("motion");
    move();
  });
  at("follow").addEventListener("change", () => {
    if (at("follow").checked && !at("proposal").hidden) at("agree").click();
  });
  at("form").addEventListener("submit", (event) => event.preventDefault());
  at("form").addEventListener("input", (event) => {
    byFile = event.target.id === "text";
    typed = true;
    followed = false;
    changed();
    soon();
  });
  addEventListener("beforeunload", (event) => {
    if (typed) event.preventDefault();
  });
  at("stays").hidden = false;
  ask();
})();
