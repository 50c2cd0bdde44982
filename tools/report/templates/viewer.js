// One game on a board, with its controls and the win rates that the engines saw. It needs board.js.
//
//   const viewer = new Viewer((k) => ...);  // told of each step
//   parent.append(viewer.element);
//   viewer.load(game);                      // see games.js for the fields of a game
"use strict";

// An HTML element with properties and children; texts stay texts.
function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function svgElement(tag, attributes, parent) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) made.setAttribute(name, attributes[name]);
  if (parent) parent.append(made);
  return made;
}

class Viewer {
  #told;
  #timer = 0;

  constructor(told = () => {}) {
    this.#told = told;
    this.game = null;
    this.at = 0;
    const svg = svgElement("svg", {role: "img", "aria-label": "board"});
    this.board = new Go.Board(svg, {step: (n) => this.step(n)});
    this.players = element("div", {className: "players"});
    this.conditions = element("p", {className: "muted"});
    this.detail = element("p", {className: "detail"});
    this.text = element("p", {className: "move-text", "aria-live": "polite"});
    this.element = element("div", {className: "viewer"},
      this.players, svg, this.#controls(), this.text, this.#makeGraph(), this.detail, this.conditions);
  }

  #controls() {
    const button = (text, label, action) => {
      const made = element("button", {type: "button", title: label, onclick: action}, text);
      made.setAttribute("aria-label", label);
      return made;
    };
    this.range = element("input", {type: "range", min: 0, oninput: () => this.go(+this.range.value)});
    this.range.setAttribute("aria-label", "move");
    this.playing = button("▶", "play the game", () => this.play(!this.#timer));
    this.numbers = element("input", {type: "checkbox", onchange: () => this.go(this.at)});
    this.save = element("a", {className: "save", title: "download this game's record"}, "SGF");
    return element("div", {className: "controls"},
      button("|◀", "first position (Home)", () => this.go(0)),
      button("◀", "one move back (left arrow)", () => this.step(-1)), this.playing,
      button("▶|", "one move on (right arrow)", () => this.step(1)),
      button("▶|", "last position (End)", () => this.go(Infinity)),
      this.range, element("label", {}, this.numbers, " numbers"), this.save);
  }

  #makeGraph() {
    this.lines = svgElement("svg", {viewBox: "0 0 1000 100", preserveAspectRatio: "none", "aria-hidden": true});
    const area = element("div", {className: "rates", title: "click: go to that move"}, this.lines);
    area.onclick = (event) => {
      const box = area.getBoundingClientRect();
      this.go(Math.round((event.clientX - box.left) / box.width * this.game.moves.length));
    };
    this.legend = element("p", {className: "muted"});
    this.graph = element("div", {className: "graph"}, this.legend, area);
    return this.graph;
  }

  // Shows a game after `k` moves; without a number, its end.
  load(game, k = Infinity) {
    this.play(false);
    this.game = game;
    this.positions = Go.replay(game);
    this.range.max = game.moves.length;
    const player = (color, name) => element("span", {className: `player ${color}`},
      element("i", {role: "img", "aria-label": color === "b" ? "Black" : "White"}), name, element("small", {title: "stones taken"}));
    this.players.replaceChildren(player("b", game.names.b), player("w", game.names.w),
      element("b", {}, game.result));
    this.conditions.textContent = `Game ${game.number}: ${game.where}, opening ${game.opening}`;
    const ended = game.detail ? `${game.termination}: ${game.detail}` : game.termination;
    this.detail.textContent = `Ended by ${ended}` + (game.disputed ? "; disputed" : "");
    this.save.href = `data:application/x-go-sgf;charset=utf-8,${encodeURIComponent(sgfOf(game))}`;
    this.save.download = `game-${String(game.number).padStart(6, "0")}.sgf`;
    this.#drawGraph();
    this.go(k, false);
  }

  // Goes `n` moves on or back; returns whether there was one.
  step(n) {
    const before = this.at;
    this.play(false);
    this.go(this.at + n);
    return this.at !== before;
  }

  // Shows the position after `k` moves.
  go(k, tell = true) {
    const {game} = this, last = game.moves.length;
    this.at = Math.max(0, Math.min(last, k));
    const move = this.at ? game.moves[this.at - 1] : null;
    const position = this.positions[this.at];
    const dead = this.at === last ? game.dead : [];
    this.board.show(position, {last: move, numbers: this.numbers.checked, dead});
    this.range.value = this.at;
    const taken = this.players.querySelectorAll("small");
    ["b", "w"].forEach((color, i) => {
      taken[i].textContent = position.prisoners[color] ? `+${position.prisoners[color]}` : "";
    });
    this.text.textContent = describe(game, this.at) + (dead.length ? `; dead: ${dead.join(" ")}` : "");
    this.cursor.setAttribute("d", `M${1000 * this.at / Math.max(1, last)},0 V100`);
    if (this.at === last) this.play(false);
    if (tell) this.#told(this.at);
  }

  play(on) {
    clearInterval(this.#timer);
    this.#timer = 0;
    if (on) {
      if (this.at === this.game.moves.length) this.go(0);
      this.#timer = setInterval(() => this.go(this.at + 1), 600);
    }
    this.playing.textContent = on ? "⏸" : "▶";
    this.playing.title = on ? "stop" : "play the game";
    this.playing.setAttribute("aria-label", this.playing.title);
  }

  // Black's win rate as each engine saw it at its own moves.
  #drawGraph() {
    const {moves, names} = this.game, {lines} = this;
    const seen = (color) => moves.some((move) => move.color === color && move.winrate >= 0);
    const colors = ["b", "w"].filter(seen);
    this.graph.hidden = !colors.length;
    lines.replaceChildren();
    svgElement("path", {class: "half", d: "M0,50 H1000"}, lines);
    for (const color of colors) {
      const points = moves.flatMap((move, i) => move.color !== color || !(move.winrate >= 0) ? [] :
        `${(1000 * (i + 1) / moves.length).toFixed(1)},` +
        `${(100 * (color === "b" ? 1 - move.winrate : move.winrate)).toFixed(1)}`);
      svgElement("path", {class: `line s${color === "b" ? 0 : 1}`, d: `M${points.join(" ")}`}, lines);
    }
    this.cursor = svgElement("path", {class: "cursor"}, lines);
    this.legend.replaceChildren("Black's win rate as seen by ", ...colors.map((color) =>
      element("span", {className: "key"},
        element("i", {className: `s${color === "b" ? 0 : 1}`}), names[color])));
  }
}

function describe(game, k) {
  if (!k) return `Start of ${game.moves.length} moves`;
  const move = game.moves[k - 1];
  let text = `Move ${k} of ${game.moves.length}: ${move.color === "b" ? "Black" : "White"} ${move.vertex}`;
  if (move.seconds === undefined) return `${text}, of the opening`;
  text += `, ${move.seconds.toFixed(2)} s`;
  return move.winrate >= 0 ? `${text}, win rate ${(100 * move.winrate).toFixed(1)} %` : text;
}

function sgfOf(game) {
  const {black, white, komi, rules, result, opening, termination, detail, event, date} = game;
  const moves = game.moves.map((move, i) => ({
    ...move, comment: move.seconds === undefined ? "" : describe(game, i + 1).replace(/^.*?, /, ""),
  }));
  const notes = [`opening ${opening}`, `end: ${termination}`, detail].filter((note) => note);
  const properties = {
    PB: game.names.b, PW: game.names.w, KM: komi, RU: rules, RE: result, AP: "gtpengine:report",
    ...(date ? {DT: date} : {}), EV: event, C: notes.join("\n"),
  };
  return Go.toSgf({size: game.size, black, white, moves}, properties);
}
