// A review on a page: the board, its lines, the graphs, the mistakes. The data are those of
// Review.to_dict (model.py), the board is that of board.js. Texts enter the page as text.
"use strict";
(() => {
  const review = JSON.parse(document.getElementById("data").textContent);
  const {size, moves} = review;
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy";
  const NAMES = {b: "Black", w: "White"};
  const OTHER = {b: "w", w: "b"};
  const played = moves.map(({color, move}) => ({color, vertex: move}));
  const positions = Go.replay({size, black: review.black, white: review.white, moves: played});
  const find = (id) => document.getElementById(id);

  function element(name, attributes = {}, ...children) {
    const made = Object.assign(document.createElement(name), attributes);
    made.append(...children);
    return made;
  }

  function shape(parent, name, attributes) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) made.setAttribute(key, attributes[key]);
    parent.append(made);
    return made;
  }

  const points = (number) => `${number > 0 ? "+" : ""}${number.toFixed(1)}`;
  const ahead = (lead, color = "b") => lead === 0 ? "even" :
    `${NAMES[lead > 0 ? color : OTHER[color]]} +${Math.abs(lead).toFixed(1)}`;
  const unpacked = (text) => Array.from(text, (letter) => LETTERS.indexOf(letter) / 25 - 1);

  // What is shown: the position after `at` moves; in a variation also `line` up to `depth`.
  const state = {at: 0, line: null, name: "", depth: 0, color: "b", values: null};
  const options = {ownership: false, numbers: false, candidates: true};
  const board = new Go.Board(find("board"), {step: (n) => step(n)});

  // --- going about ---------------------------------------------------------------------------

  function go(k) {
    state.line = null;
    state.at = Math.max(0, Math.min(moves.length, k));
    show();
  }

  // One move on or back, in the variation if one is open. Returns whether there was one.
  function step(n) {
    if (state.line) {
      const depth = state.depth + n;
      if (depth < 0) { state.line = null; show(); return true; }
      const stays = depth <= state.line.length;
      if (stays) { state.depth = depth; show(); }
      return stays;
    }
    const before = state.at;
    go(state.at + n);
    return state.at !== before;
  }

  // Opens a line that begins in the position after `at` moves; its first move is shown.
  function open(at, color, line, name, values = null) {
    Object.assign(state, {at, line, name, depth: Math.min(1, line.length), color, values});
    show();
  }

  // --- the board -----------------------------------------------------------------------------

  function variation() {
    let position = {...positions[state.at], numbers: []}, color = state.color, last = null;
    state.line.slice(0, state.depth).forEach((vertex, i) => {
      last = {color, vertex};
      position = Go.play(position, last, i + 1);
      color = OTHER[color];
    });
    return {position, last};
  }

  function show() {
    const move = moves[state.at - 1], next = moves[state.at];
    const hints = new Map();
    let position = positions[state.at], last = move ? played[state.at - 1] : null;
    let values = review.ownership[state.at];
    if (state.line) {
      ({position, last} = variation());
      values = state.values || values;
    } else if (options.candidates && next) {
      for (const {name, move: vertex} of next.compared.rows) {
        const best = name === "A", ring = vertex === next.move ? `played ${next.grade}` : "";
        hints.set(vertex, {vertex, text: name.length > 1 ? "" : name, best, kind: ring});
      }
    }
    board.show(position, {
      last, numbers: Boolean(state.line) || options.numbers, hints: [...hints.values()],
      ownership: options.ownership ? unpacked(values) : null,
    });
    showControls();
    showVerdict();
    showGraphs();
    for (const button of document.querySelectorAll("[data-move]")) {
      const open = Number(button.dataset.move) === state.at + 1;
      button.classList.toggle("open", open);
      button.setAttribute("aria-current", open);
    }
  }

  // --- the controls --------------------------------------------------------------------------

  const controls = {};

  function makeControls() {
    const button = (text, label, action) => {
      const made = element("button", {type: "button", title: label, onclick: action}, text);
      made.setAttribute("aria-label", label);
      return made;
    };
    const box = (name, label, key) => {
      controls[name] = element("input", {type: "checkbox", checked: options[name],
        title: `${label} (${key})`,
        onchange: () => { options[name] = controls[name].checked; show(); }});
      return element("label", {}, controls[name], label);
    };
    controls.range = element("input", {type: "range", min: 0, max: moves.length,
      oninput: () => go(Number(controls.range.value))});
    controls.range.setAttribute("aria-label", "move");
    find("controls").append(
      button("|◀", "first position (Home)", () => go(0)),
      button("◀", "one move back (left arrow)", () => step(-1)),
      button("▶", "one move on (right arrow)", () => step(1)),
      button("▶|", "last position (End)", () => go(moves.length)),
      controls.range,
      button("◀ mistake", "mistake before (page up)", () => jump(-1)),
      button("mistake ▶", "next mistake (page down)", () => jump(1)),
      box("candidates", "best moves", "b"), box("ownership", "ownership", "o"),
      box("numbers", "numbers", "n"));
  }

  function showControls() {
    controls.range.value = state.at;
    const where = find("where");
    if (state.line) {
      where.replaceChildren(`${state.name}: move ${state.depth} of ${state.line.length} `,
        element("button", {type: "button", onclick: () => go(state.at)}, "back to the game"));
      return;
    }
    const move = moves[state.at - 1];
    where.textContent = move ? `After move ${state.at}: ${NAMES[move.color]} ${move.move}` :
      `Start of ${moves.length} ${moves.length === 1 ? "move" : "moves"}`;
  }

  // To the position before the next mistake, or the one before.
  function jump(way) {
    const numbers = review.mistakes.slice().sort((a, b) => a - b).map((number) => number - 1);
    const found = way > 0 ? numbers.find((k) => k > state.at) :
      numbers.reverse().find((k) => k < state.at);
    if (found !== undefined) go(found);
  }

  // --- the move in words ---------------------------------------------------------------------

  function sureness(sure) {
    return sure >= 0.99 ? "sure" : sure >= 0.95 ? "almost sure" : sure >= 0.9 ? "likely" : "not sure";
  }

  function judgement(move) {
    const who = `${NAMES[move.color]} plays ${move.move}: `, {lost} = move.compared;
    if (move.grade === "best") return [who, grade("best"), ", the engine’s choice."];
    const parts = [];
    if (lost.points > 0) parts.push(`${lost.points.toFixed(1)} ± ${move.lost_points.error.toFixed(1)} points`);
    if (lost.percent > 0) {
      parts.push(`${lost.percent} ± ${(100 * move.lost_win_rate.error).toFixed(0)} % of win rate`);
    }
    if (!parts.length) return [who, grade(move.grade), `, as good as ${move.best} for all that the engine sees.`];
    return [who, grade(move.grade), `; ${move.best} is better by ${parts.join(" and ")}` +
      ` (${sureness(move.sure)}).`];
  }

  const grade = (name) => element("span", {className: `grade ${name}`}, name);

  // A position in words, with its errors: "Black wins 52 ± 4 %, Black +0.3 ± 1.2".
  function standing(at, color, {percent, points: lead}) {
    const rate = review.win_rate[at].error, error = review.lead[at].error;
    return `${NAMES[color]} wins ${percent} ± ${(100 * rate).toFixed(0)} %, ` +
      `${ahead(lead, color)} ± ${error.toFixed(1)}`;
  }

  function showVerdict() {
    const panel = find("verdict"), move = moves[state.at];
    if (!move) {
      const words = review.result_words;
      panel.replaceChildren(element("h2", {}, "The end of the record"),
        ...(words ? [element("p", {}, `The record says: ${words}.`)] : []),
        element("p", {className: "muted"},
          `The engine says: ${standing(state.at, "b", review.figures[state.at])}.`));
      return;
    }
    const {rows, after} = move.compared, side = NAMES[move.color];
    const table = element("table", {className: "lines"}, element("tr", {},
      element("th", {}, "line"), element("th", {className: "number"}, `${side} wins`),
      element("th", {className: "number"}, `${side}’s lead`), element("th", {}, "goes on")));
    const cell = (words) => element("td", {className: "number"}, words);
    for (const {name, move: vertex, figures, line} of rows) {
      const label = `${name} ${vertex}`;
      const values = vertex === move.move ? move.ownership[0] : vertex === move.best ? move.ownership[1] : null;
      table.append(element("tr", {className: state.line && state.name === label ? "open" : ""},
        element("td", {}, element("button", {type: "button", className: "line-button",
          onclick: () => open(move.number - 1, move.color, line, label, values)}, label)),
        cell(`${figures.percent} %`), cell(points(figures.points)),
        element("td", {className: "moves"}, line.slice(1, 8).join(" "))));
    }
    let note = `Before the move: ${standing(state.at, move.color, rows[0].figures)}.`;
    if (after) {
      note += ` After it the graphs show: ${side} wins ${after.percent} %, ` +
        `${ahead(after.points, move.color)}, because the searches of later positions see more.`;
    }
    panel.replaceChildren(element("h2", {}, `Move ${move.number}`),
      element("p", {}, ...judgement(move)),
      ...move.kinds.map((kind) => element("p", {className: "kind"}, kind.text)),
      element("p", {className: "muted"}, note), table);
  }

  // --- the mistakes --------------------------------------------------------------------------

  function cost({compared: {lost}}) {
    return [lost.points >= 0.5 ? `${lost.points.toFixed(1)} points` : "", lost.percent ? `${lost.percent} %` : ""]
      .filter((text) => text).join(", ");
  }

  // A picture of a stone, whose colour is its name.
  function stone(color) {
    const made = element("i", {className: `stone ${color}`});
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", NAMES[color]);
    return made;
  }

  function makeMistakes() {
    const list = find("mistakes");
    for (const number of review.mistakes) {
      const move = moves[number - 1], words = move.kinds.map((kind) => kind.text).join(" ");
      const made = element("button", {type: "button", onclick: () => go(number - 1)},
        element("span", {}, stone(move.color), String(number)),
        element("span", {}, grade(move.grade), ` ${move.move}, better ${move.best}`),
        element("span", {className: "cost"}, cost(move)),
        element("span", {className: "words"}, words));
      made.dataset.move = number;
      list.append(element("li", {}, made));
    }
    if (!review.mistakes.length) {
      list.append(element("li", {className: "muted"}, "None that the engine is sure of."));
    }
    for (const button of document.querySelectorAll(".jump")) {
      button.onclick = () => go(Number(button.dataset.move) - 1);
    }
  }

  // --- the graphs ----------------------------------------------------------------------------

  const graphs = [];

  function makeGraph(name, values, [low, high], top, bottom, middle, text) {
    const drawing = element("div", {className: "graph", title: "click: go to that move"});
    const svg = shape(drawing, "svg", {viewBox: "0 0 1000 100", preserveAspectRatio: "none", "aria-hidden": true});
    const last = Math.max(1, values.length - 1);
    const x = (k) => (1000 * k / last).toFixed(1);
    const y = (value) => (100 * (high - Math.max(low, Math.min(high, value))) / (high - low)).toFixed(2);
    shape(svg, "path", {class: "half", d: `M0,${y(middle)} H1000`});
    const upper = values.map(({value, error}, k) => `${x(k)},${y(value + error)}`);
    const lower = values.map(({value, error}, k) => `${x(k)},${y(value - error)}`);
    shape(svg, "path", {class: "band", d: `M${upper.join(" ")} L${lower.reverse().join(" ")} Z`});
    shape(svg, "path", {class: "line", d: `M${values.map(({value}, k) => `${x(k)},${y(value)}`).join(" ")}`});
    for (const number of review.mistakes) {
      shape(svg, "path", {class: `dot ${moves[number - 1].grade}`,
        d: `M${x(number)},${y(values[number].value)} h.01`});
    }
    const cursor = shape(svg, "path", {class: "cursor"}), now = element("span");
    const at = (event) => {
      const box = drawing.getBoundingClientRect();
      go(Math.round((event.clientX - box.left) / box.width * last));
    };
    drawing.onclick = at;
    drawing.append(element("span", {className: "scale top"}, top),
      element("span", {className: "scale bottom"}, bottom));
    find("graphs").append(element("div", {className: "graph-name"}, element("span", {}, name), now), drawing);
    graphs.push(() => {
      cursor.setAttribute("d", `M${x(state.at)},0 V100`);
      now.textContent = text(review.figures[state.at]);
    });
  }

  function makeGraphs() {
    makeGraph("Black’s win rate", review.win_rate, [0, 1], "100 %", "0 %", 0.5,
      ({percent}) => `${percent} %`);
    const most = Math.max(5, ...review.lead.map(({value}) => Math.abs(value)));
    makeGraph("Score", review.lead, [-most, most], `B +${most.toFixed(0)}`, `W +${most.toFixed(0)}`, 0,
      (figures) => ahead(figures.points));
  }

  function showGraphs() { for (const draw of graphs) draw(); }

  // --- the keyboard --------------------------------------------------------------------------

  const toggle = (name) => { controls[name].checked = options[name] = !options[name]; show(); };
  const KEYS = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0),
    End: () => go(moves.length), PageUp: () => jump(-1), PageDown: () => jump(1),
    b: () => toggle("candidates"), o: () => toggle("ownership"), n: () => toggle("numbers"),
    Escape: () => go(state.at),
  };
  document.addEventListener("keydown", (event) => {
    const own = event.target instanceof HTMLInputElement && event.target.type === "range";
    if (own || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  makeControls();
  makeGraphs();
  makeMistakes();
  const asked = /^#move-(\d+)$/.exec(location.hash);
  go(asked ? Number(asked[1]) : review.mistakes.length ? review.mistakes[0] - 1 : 0);
})();
