// A review on a page: the board, its lines, the graphs, the mistakes. The data are those of
// Review.to_dict (model.py), the board is that of board.js. Texts enter the page as text.
"use strict";
(() => {
  const review = JSON.parse(document.getElementById("data").textContent);
  const {size, moves} = review;
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy";
  const NAMES = {b: _("Black"), w: _("White")};
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

  const points = (number) => `${number > 0 ? "+" : ""}${Texts.number(number, 1)}`;
  const ahead = (lead, color = "b") => lead === 0 ? _("even") :
    `${NAMES[lead > 0 ? color : OTHER[color]]} +${Texts.number(Math.abs(lead), 1)}`;
  const percent = (number) => Texts.percent(number / 100);
  const within = (value, error) => `${value} ± ${error}`;
  const GRADES = {best: _("best"), good: _("good"), inaccuracy: _("inaccuracy"), mistake: _("mistake"),
    blunder: _("blunder")};
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
        const label = ring && _("played: {grade}", {grade: GRADES[next.grade]});
        hints.set(vertex, {vertex, text: name.length > 1 ? "" : name, best, kind: ring, label});
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
  let letters;

  // A browser may keep nothing for a page that is a file.
  function remembered(name) {
    try { return localStorage.getItem(name); } catch { return null; }
  }
  function remember(name, value) {
    try { localStorage.setItem(name, value); } catch { /* until the page is closed */ }
  }

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
    controls.range.setAttribute("aria-label", _("move"));
    find("controls").append(
      button("|◀", _("first position (Home)"), () => go(0)),
      button("◀", _("one move back (left arrow)"), () => step(-1)),
      button("▶", _("one move on (right arrow)"), () => step(1)),
      button("▶|", _("last position (End)"), () => go(moves.length)),
      controls.range,
      button(`◀ ${_("mistake")}`, _("mistake before (page up)"), () => jump(-1)),
      button(`${_("mistake")} ▶`, _("next mistake (page down)"), () => jump(1)),
      box("candidates", _("best moves"), "b"), box("ownership", _("territory"), "o"),
      box("numbers", _("move numbers"), "n"), lettersBox());
  }

  // Who dictates, or touches keys by accident, switches the letters off (WCAG 2.1.4).
  function lettersBox() {
    letters = element("input", {type: "checkbox", checked: remembered("letters") !== "off",
      title: _("The keys b, o and n switch what the board shows"),
      onchange: () => remember("letters", letters.checked ? "on" : "off")});
    return element("label", {}, letters, _("letter keys"));
  }

  function showControls() {
    controls.range.value = state.at;
    const where = find("where");
    if (state.line) {
      where.replaceChildren(_("{line}: move {number} of {all}", {line: lineName(state.name), number: state.depth, all: state.line.length}) + " ",
        element("button", {type: "button", onclick: () => go(state.at)}, _("Back to the game")));
      return;
    }
    const move = moves[state.at - 1];
    where.textContent = move ? _("After move {number}: {color} {point}", {number: state.at, color: NAMES[move.color], point: move.move}) :
      _n("Start of {count} move", "Start of {count} moves", moves.length);
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
    return sure >= 0.99 ? _("sure") : sure >= 0.95 ? _("almost sure") : sure >= 0.9 ? _("likely") : _("not sure");
  }

  function judgement(move) {
    const {lost} = move.compared, {best} = move;
    const who = _("{color} plays {point}:", {color: NAMES[move.color], point: move.move}) + " ";
    const stop = _p("between a grade and a sentence", ". ");
    if (move.grade === "best") return [who, grade("best"), stop, _("The engine would play the same.")];
    const parts = [];
    if (lost.points > 0) {
      const number = within(Texts.number(lost.points, 1), Texts.number(move.lost_points.error, 1));
      parts.push(_("{number} points", {number}));
    }
    if (lost.percent > 0) {
      const number = within(lost.percent, percent(100 * move.lost_win_rate.error));
      parts.push(_("{number} of win rate", {number}));
    }
    if (!parts.length) return [who, grade(move.grade), stop, _("It is as good as {best} for all that the engine sees.", {best})];
    const by = parts.length > 1 ? _("{points} and {chance}", {points: parts[0], chance: parts[1]}) : parts[0];
    return [who, grade(move.grade), stop, _("{best} is better by {by} ({sure}).", {best, by, sure: sureness(move.sure)})];
  }

  const grade = (name) => element("span", {className: `grade ${name}`}, GRADES[name]);
  const lineName = (name) => name.replace("played", _("played"));

  // A position in words, with its errors: "Black wins 52 ± 4%, Black +0.3 ± 1.2".
  function standing(at, color, {percent: won, points: lead}) {
    const rate = review.win_rate[at].error, error = review.lead[at].error;
    const chance = within(won, percent(100 * rate));
    return Texts.list([_("{color} wins {chance}", {color: NAMES[color], chance}),
      within(ahead(lead, color), Texts.number(error, 1))]);
  }

  function showVerdict() {
    const panel = find("verdict"), move = moves[state.at];
    if (!move) {
      const words = review.result_words;
      panel.replaceChildren(element("h2", {}, _("The end of the record")),
        ...(words ? [element("p", {}, _("The record says: {result}.", {result: words}))] : []),
        element("p", {className: "muted"},
          _("The engine says: {standing}.", {standing: standing(state.at, "b", review.figures[state.at])})));
      return;
    }
    const {rows, after} = move.compared, side = NAMES[move.color];
    const table = element("table", {className: "lines"}, element("tr", {},
      element("th", {}, _("line")), element("th", {className: "number"}, _("{color} wins", {color: side})),
      element("th", {className: "number"}, _("{color}’s lead", {color: side})), element("th", {}, _("goes on"))));
    const cell = (words) => element("td", {className: "number"}, words);
    for (const {name, move: vertex, figures, line} of rows) {
      const label = `${name} ${vertex}`;
      const values = vertex === move.move ? move.ownership[0] : vertex === move.best ? move.ownership[1] : null;
      table.append(element("tr", {className: state.line && state.name === label ? "open" : ""},
        element("td", {}, element("button", {type: "button", className: "line-button",
          onclick: () => open(move.number - 1, move.color, line, label, values)}, lineName(label))),
        cell(percent(figures.percent)), cell(points(figures.points)),
        element("td", {className: "moves"}, line.slice(1, 8).join(" "))));
    }
    let note = _("Before the move: {standing}.", {standing: standing(state.at, move.color, rows[0].figures)});
    if (after) {
      const now = [_("{color} wins {chance}", {color: side, chance: percent(after.percent)}), ahead(after.points, move.color)];
      note += " " + _("After the move the graphs show: {standing}, because the searches of later positions see more.",
        {standing: Texts.list(now)});
    }
    panel.replaceChildren(element("h2", {}, _("Move {number}", {number: move.number})),
      element("p", {}, ...judgement(move)),
      ...move.kinds.map((kind) => element("p", {className: "kind"}, kind.text)),
      element("p", {className: "muted"}, note), table);
  }

  // --- the mistakes --------------------------------------------------------------------------

  function cost({compared: {lost}}) {
    return Texts.list([lost.points >= 0.5 ? _("{number} points", {number: Texts.number(lost.points, 1)}) : "",
      lost.percent ? percent(lost.percent) : ""]);
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
        element("span", {}, grade(move.grade), " ", _("{move}, better {best}", {move: move.move, best: move.best})),
        element("span", {className: "cost"}, cost(move)),
        element("span", {className: "words"}, words));
      made.dataset.move = number;
      list.append(element("li", {}, made));
    }
    if (!review.mistakes.length) {
      list.append(element("li", {className: "muted"}, _("None that the engine is sure of.")));
    }
    for (const button of document.querySelectorAll(".jump")) {
      button.onclick = () => go(Number(button.dataset.move) - 1);
    }
  }

  // --- the graphs ----------------------------------------------------------------------------

  const graphs = [];

  function makeGraph(name, values, [low, high], top, bottom, middle, text) {
    const drawing = element("div", {className: "graph", title: _("click: go to that move")});
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
    makeGraph(_("Black’s win rate"), review.win_rate, [0, 1], percent(100), percent(0), 0.5,
      (figures) => percent(figures.percent));
    const most = Math.max(5, ...review.lead.map(({value}) => Math.abs(value)));
    makeGraph(_p("a graph", "Score"), review.lead, [-most, most], `B +${most.toFixed(0)}`, `W +${most.toFixed(0)}`, 0,
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
    if (event.key.length === 1 && !letters.checked) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  makeControls();
  makeGraphs();
  makeMistakes();
  const asked = /^#move-(\d+)$/.exec(location.hash);
  go(asked ? Number(asked[1]) : review.mistakes.length ? review.mistakes[0] - 1 : 0);
})();
