// A Go board for web pages: rules, drawing, SGF. It needs board.css and texts.js.
//
//   const positions = Go.replay({size: 9, moves: [{color: "b", vertex: "D4"}]});
//   const board = new Go.Board(svgElement, {step: (n) => ..., point: (vertex) => ...});
//   board.show(positions[1], {last: {color: "b", vertex: "D4"}});
//
// Vertices are GTP's: D4, pass, resign. Colours are b and w. A position is
// {size, stones, prisoners, numbers}: stones[point] is b, w or empty, points count from A1 by rows;
// prisoners.b are the stones that Black has taken; numbers[point] is the move that put the stone.
"use strict";
const Go = {};
(() => {
  const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const SVG = "http://www.w3.org/2000/svg";
  const CELL = 24, EDGE = 27, RADIUS = 11.4;
  const OTHER = {b: "w", w: "b"};

  const isPoint = (vertex) => /^[A-HJ-Z]\d+$/.test(vertex);
  const pointOf = (vertex, size) =>
    (parseInt(vertex.slice(1), 10) - 1) * size + COLUMNS.indexOf(vertex[0]);
  const vertexOf = (point, size) => COLUMNS[point % size] + (Math.floor(point / size) + 1);

  // The star points as boards have them, as vertices: four corners from 7x7 on, with the centre
  // on odd boards from 9x9 to 15x15, with centre and sides on 17x17 and 19x19.
  function starPoints(size) {
    if (size < 7) return [];
    const near = size < 12 ? 2 : 3, far = size - 1 - near, middle = (size - 1) / 2;
    const points = [[near, near], [near, far], [far, near], [far, far]];
    if (size % 2 && size > 7) points.push([middle, middle]);
    if (size % 2 && size > 15) {
      points.push([near, middle], [far, middle], [middle, near], [middle, far]);
    }
    return points.map(([col, row]) => COLUMNS[col] + (row + 1));
  }

  function around(point, size) {
    const row = Math.floor(point / size), col = point % size, found = [];
    if (row > 0) found.push(point - size);
    if (row < size - 1) found.push(point + size);
    if (col > 0) found.push(point - 1);
    if (col < size - 1) found.push(point + 1);
    return found;
  }

  // Takes the chain at a point off if it has no liberty; returns the number of its stones.
  function takeIfDead(stones, point, size) {
    const color = stones[point], chain = [point], seen = new Set(chain);
    for (const one of chain) {
      for (const next of around(one, size)) {
        if (!stones[next]) return 0;
        if (stones[next] === color && !seen.has(next)) { seen.add(next); chain.push(next); }
      }
    }
    for (const one of chain) stones[one] = "";
    return chain.length;
  }

  // The position after a move; an occupied point is overwritten, as in SGF.
  function play(position, {color, vertex}, number) {
    const {size} = position;
    const next = {
      size, stones: position.stones.slice(), numbers: position.numbers.slice(),
      prisoners: {...position.prisoners},
    };
    if (!isPoint(vertex)) return next;
    const point = pointOf(vertex, size);
    next.stones[point] = color;
    next.numbers[point] = number;
    for (const one of around(point, size)) {
      if (next.stones[one] === OTHER[color]) next.prisoners[color] += takeIfDead(next.stones, one, size);
    }
    next.prisoners[OTHER[color]] += takeIfDead(next.stones, point, size);
    return next;
  }

  // The positions of a game: entry k is the one after k moves.
  function replay({size, black = [], white = [], moves = []}) {
    const start = {
      size, stones: new Array(size * size).fill(""), numbers: [], prisoners: {b: 0, w: 0},
    };
    for (const vertex of black) start.stones[pointOf(vertex, size)] = "b";
    for (const vertex of white) start.stones[pointOf(vertex, size)] = "w";
    const all = [start];
    moves.forEach((move, i) => all.push(play(all[i], move, i + 1)));
    return all;
  }

  // SGF of a game; `properties` go into its root, and each move may have a `comment`.
  function toSgf({size, black = [], white = [], moves = []}, properties = {}) {
    const text = (raw) => String(raw).replace(/[\]\\]/g, "\\$&");
    const cell = (vertex) => {
      const point = pointOf(vertex, size), letter = (n) => String.fromCharCode(97 + n);
      return letter(point % size) + letter(size - 1 - Math.floor(point / size));
    };
    const list = (vertices) => vertices.map((vertex) => `[${cell(vertex)}]`).join("");
    let sgf = `(;GM[1]FF[4]CA[UTF-8]SZ[${size}]`;
    for (const [name, value] of Object.entries(properties)) sgf += `${name}[${text(value)}]`;
    if (black.length) sgf += `AB${list(black)}`;
    if (white.length) sgf += `AW${list(white)}`;
    for (const {color, vertex, comment} of moves) {
      if (vertex === "resign") continue;
      sgf += `\n;${color.toUpperCase()}[${vertex === "pass" ? "" : cell(vertex)}]`;
      if (comment) sgf += `C[${text(comment)}]`;
    }
    return `${sgf})\n`;
  }

  function node(parent, name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  let boards = 0;

  // A board in an <svg>. `step(n)` is asked for n moves forward or back (wheel, swipe, click on the
  // right or left half); if it returns false, the wheel scrolls the page instead. With
  // `point(vertex, event)` a click on the board names its point instead, and with `keys` so do arrow
  // keys with Enter or the space bar. `hover` is the colour of the stone shown under the pointer, or empty.
  // Each point has a name for screen readers: "D4, black stone, last move".
  class Board {
    constructor(svg, {step = null, point = null, keys = false} = {}) {
      this.svg = svg;
      this.size = 0;
      this.prefix = `go${++boards}`;
      this.hover = "";
      this.keys = Boolean(point && keys);
      svg.classList.add("go-board");
      svg.setAttribute("role", this.keys ? "grid" : "table");
      if (step) this.#listenForSteps(step, !point);
      if (point) this.#listenForPoints(point);
      if (this.keys) this.#listenForKeys(point);
    }

    #listenForPoints(point) {
      const {svg} = this;
      svg.addEventListener("click", (event) => {
        const vertex = this.vertexAt(event);
        if (vertex) point(vertex, event);
      });
      svg.addEventListener("pointermove", (event) => {
        if (event.pointerType !== "touch") this.#aim(this.vertexAt(event));
      });
      svg.addEventListener("pointerleave", () => this.#aim(""));
    }

    #listenForKeys(point) {
      const {svg} = this;
      let cursor = -1;  // the point that the arrow keys have reached
      svg.tabIndex = 0;
      svg.addEventListener("focus", () => {  // Enter plays there: it must be seen
        const there = cursor >= 0 && cursor < this.size ** 2 && svg.matches(":focus-visible");
        if (there) this.#aim(vertexOf(cursor, this.size), true);
      });
      svg.addEventListener("blur", () => {
        this.#aim("");
        svg.removeAttribute("aria-activedescendant");
      });
      svg.addEventListener("keydown", (event) => {
        const {size} = this, {key} = event;
        const way = {ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]}[key];
        if (way && !event.altKey && !event.ctrlKey && !event.metaKey) {
          if (cursor < 0 || cursor >= size * size) cursor = (size * size) >> 1;
          else {
            const put = (n) => Math.max(0, Math.min(size - 1, n));
            cursor = put(Math.floor(cursor / size) + way[1]) * size + put(cursor % size + way[0]);
          }
          this.#aim(vertexOf(cursor, size), true);
        } else if ((key === "Enter" || key === " ") && cursor >= 0 && cursor < size * size) {
          point(vertexOf(cursor, size), event);
        } else return;
        event.preventDefault();
        event.stopPropagation();
      });
    }

    // Shows what a click would do: a pale stone, and with `framed` a frame around the point.
    #aim(vertex, framed = false) {
      if (!this.aims || (!framed && vertex === this.aimed)) return;
      Object.assign(this, {aimed: vertex, framed});
      this.#drawAim();
    }

    #drawAim() {
      const {aimed, framed} = this;
      this.aims.replaceChildren();
      if (!aimed) return;
      const point = pointOf(aimed, this.size), cx = this.#x(point), cy = this.#y(point);
      if (this.hover && !this.position?.stones[point]) {
        const color = this.hover === "b" ? "black" : "white";
        node(this.aims, "circle",
          {class: `aim ${color}`, fill: `url(#${this.prefix}-${color})`, cx, cy, r: RADIUS});
      }
      if (!framed) return;
      node(this.aims, "rect", {class: "cursor", x: cx - 12, y: cy - 12, width: 24, height: 24});
      this.svg.setAttribute("aria-activedescendant", this.cells[point].id);
    }

    #listenForSteps(step, clicks) {
      const {svg} = this;
      let touch = null, wheel = 0;
      svg.addEventListener("wheel", (event) => {
        wheel += event.deltaY;
        const enough = Math.abs(wheel) >= 30;  // a touch pad sends many small turns
        const stays = enough && step(wheel > 0 ? 1 : -1) === false;
        if (enough) wheel = 0;
        if (!stays) event.preventDefault();
      }, {passive: false});
      svg.addEventListener("touchstart", (event) => { touch = event.touches[0]; }, {passive: true});
      svg.addEventListener("touchend", (event) => {
        const way = touch ? event.changedTouches[0].clientX - touch.clientX : 0;
        touch = null;
        if (Math.abs(way) < 30) return;  // a tap: the click follows
        event.preventDefault();
        step(way < 0 ? 1 : -1);
      });
      if (clicks) svg.addEventListener("click", (event) => {
        const box = svg.getBoundingClientRect();
        step(event.clientX < box.left + box.width / 2 ? -1 : 1);
      });
    }

    // The vertex under the pointer; empty beside the lines.
    vertexAt(event) {
      const box = this.svg.getBoundingClientRect(), scale = this.span / box.width;
      const col = Math.round(((event.clientX - box.left) * scale - EDGE) / CELL);
      const row = this.size - 1 - Math.round(((event.clientY - box.top) * scale - EDGE) / CELL);
      const inside = Math.min(col, row) >= 0 && Math.max(col, row) < this.size;
      return inside ? COLUMNS[col] + (row + 1) : "";
    }

    #x(point) { return EDGE + CELL * (point % this.size); }
    #y(point) { return EDGE + CELL * (this.size - 1 - Math.floor(point / this.size)); }

    #drawGrid(size) {
      this.size = size;
      this.span = 2 * EDGE + CELL * (size - 1);
      const {svg, prefix} = this, first = EDGE, last = EDGE + CELL * (size - 1);
      svg.replaceChildren();
      svg.setAttribute("viewBox", `0 0 ${this.span} ${this.span}`);
      const colors = {black: ["#5b5b5b", "#0c0c0c"], white: ["#ffffff", "#d9d5ca"]};
      const defs = node(svg, "defs", {});
      for (const name in colors) {
        const shade = node(defs, "radialGradient", {id: `${prefix}-${name}`, cx: .35, cy: .3, r: .75});
        colors[name].forEach((color, i) => node(shade, "stop", {offset: i, "stop-color": color}));
      }
      for (let i = 0; i < size; i++) {
        const at = EDGE + CELL * i;
        node(svg, "line", {class: "grid-line", x1: first, x2: last, y1: at, y2: at});
        node(svg, "line", {class: "grid-line", y1: first, y2: last, x1: at, x2: at});
        for (const side of [10, this.span - 9]) {
          node(svg, "text", {class: "coordinate", x: at, y: side + 3.5}, COLUMNS[i]);
          node(svg, "text", {class: "coordinate", x: side, y: at + 3.5}, size - i);
        }
      }
      node(svg, "rect", {class: "edge", x: first, y: first, width: last - first, height: last - first});
      for (const vertex of starPoints(size)) {
        const point = pointOf(vertex, size);
        node(svg, "circle", {class: "star", cx: this.#x(point), cy: this.#y(point), r: 2.8});
      }
      this.stones = node(svg, "g", {});
      this.aims = node(svg, "g", {"pointer-events": "none"});
      this.aimed = "";
      this.#makeCells(size);
    }

    // A cell of a table for each point, without a shape to see, because screen readers know tables.
    #makeCells(size) {
      this.cells = [];
      const table = node(this.svg, "g", {role: "rowgroup", "pointer-events": "none"});
      for (let row = size - 1; row >= 0; row--) {
        const line = node(table, "g", {role: "row"});
        for (let point = row * size; point < (row + 1) * size; point++) {
          this.cells[point] = node(line, "rect", {role: this.keys ? "gridcell" : "cell", fill: "none",
            id: `${this.prefix}-${vertexOf(point, size)}`, x: this.#x(point) - CELL / 2,
            y: this.#y(point) - CELL / 2, width: CELL, height: CELL});
        }
      }
    }

    // Names the points; `more` has texts by vertex for what lies or is shown there besides.
    #nameCells({stones, size}, more) {
      const lies = {b: _("black stone"), w: _("white stone"), "": _("empty")};
      for (const [vertex, text] of more) {
        if (isPoint(vertex)) this.cells[pointOf(vertex, size)].more = text;
      }
      this.cells.forEach((cell, point) => {
        const name = Texts.list([vertexOf(point, size), lies[stones[point]], cell.more]);
        cell.more = "";
        if (cell.getAttribute("aria-label") !== name) cell.setAttribute("aria-label", name);
      });
    }

    // Draws a position. `last` is the last move; `numbers` asks for the numbers of moves; `dead`
    // are vertices of dead stones; `labels` and `territory` map vertices to texts and to b or w.
    // `ownership` has a number for each point, from 1 (Black's) to -1 (White's); it is shown where no
    // stone of the owner lies. `hints` are moves {vertex, text, best, kind, label}, drawn as discs of the
    // classes in `kind`, read aloud as `label`; `line` are moves shown with their numbers, from 1.
    show(position, {last = null, numbers = false, dead = [], labels = {}, territory = {},
      ownership = null, hints = [], line = []} = {}) {
      const {size, stones} = position;
      if (size !== this.size) this.#drawGrid(size);
      this.position = position;
      this.#drawAim();  // no pale stone where nobody can play any more
      const faded = new Set(dead.map((vertex) => pointOf(vertex, size)));
      this.stones.replaceChildren();
      for (let point = 0; point < stones.length; point++) {
        if (stones[point]) this.#drawStone(position, point, faded.has(point), numbers);
      }
      if (last && isPoint(last.vertex) && !(numbers && position.numbers.length)) {
        const point = pointOf(last.vertex, size);
        const seen = last.color === "b" ? "on-black" : "on-white";
        node(this.stones, "circle",
          {class: `mark ${seen}`, cx: this.#x(point), cy: this.#y(point), r: 5.2});
      }
      for (const [vertex, text] of Object.entries(labels)) {
        const point = pointOf(vertex, size);
        node(this.stones, "text", {class: "label", x: this.#x(point), y: this.#y(point) + 4}, text);
      }
      for (const [vertex, color] of Object.entries(territory)) {
        const point = pointOf(vertex, size);
        const box = {x: this.#x(point) - 3.5, y: this.#y(point) - 3.5, width: 7, height: 7};
        node(this.stones, "rect", {class: `territory-${color}`, ...box});
      }
      if (ownership) this.#drawOwnership(ownership);
      for (const hint of hints) this.#drawHint(hint);
      line.forEach(({color, vertex}, i) => {
        if (isPoint(vertex)) this.#drawLineStone(color, pointOf(vertex, size), i + 1);
      });
      const owner = {b: _("territory of Black"), w: _("territory of White")};
      const expected = {b: (number) => _("expected move {number}, by Black", {number}),
        w: (number) => _("expected move {number}, by White", {number})};
      this.#nameCells(position, [
        ...Object.entries(territory).map(([vertex, color]) => [vertex, owner[color]]),
        ...Object.entries(labels).map(([vertex, text]) => [vertex, _("label {text}", {text})]),
        ...(last ? [[last.vertex, _("last move")]] : []),
        ...dead.map((vertex) => [vertex, _("dead")]),
        ...hints.map(({vertex, text, best, label}) =>
          [vertex, [best ? _("best move") : label || _("good move"), text].filter((one) => one).join(" ")]),
        ...line.map(({color, vertex}, i) => [vertex, expected[color](i + 1)]),
      ]);
    }

    #drawOwnership(ownership) {
      ownership.forEach((value, point) => {
        const side = 13 * Math.sqrt(Math.abs(value)), owner = value > 0 ? "b" : "w";
        if (side < 3 || this.position.stones[point] === owner) return;  // the stone says it
        node(this.stones, "rect", {class: `owner-${owner}`, width: side, height: side,
          x: this.#x(point) - side / 2, y: this.#y(point) - side / 2});
      });
    }

    #drawHint({vertex, text, best, kind = ""}) {
      if (!isPoint(vertex)) return;
      const point = pointOf(vertex, this.size), cx = this.#x(point), cy = this.#y(point);
      const group = node(this.stones, "g", {class: `hint ${best ? "best" : ""} ${kind}`});
      node(group, "circle", {cx, cy, r: RADIUS});
      node(group, "text", {x: cx, y: cy + 3.8, class: String(text).length > 3 ? "long" : ""}, text);
    }

    #drawLineStone(color, point, number) {
      const name = color === "b" ? "black" : "white", x = this.#x(point), y = this.#y(point);
      const group = node(this.stones, "g", {class: "line-stone"});
      node(group, "circle", {class: name, fill: `url(#${this.prefix}-${name})`, cx: x, cy: y, r: RADIUS});
      node(group, "text", {class: `number on-${name}`, x, y: y + 3.6}, number);
    }

    #drawStone({stones, numbers: order}, point, faded, numbers) {
      const color = stones[point] === "b" ? "black" : "white", seen = `on-${color}`;
      const x = this.#x(point), y = this.#y(point);
      const group = node(this.stones, "g", faded ? {class: "dead"} : {});
      if (!faded) node(group, "circle", {class: "shadow", cx: x + .9, cy: y + 1.4, r: RADIUS});
      node(group, "circle", {class: color, fill: `url(#${this.prefix}-${color})`, cx: x, cy: y, r: RADIUS});
      if (faded) {
        node(this.stones, "path", {class: `mark ${seen}`,
          d: `M${x - 5} ${y - 5} l10 10 M${x - 5} ${y + 5} l10 -10`});
      } else if (numbers && order[point]) {
        const long = order[point] > 99 ? " long" : "";
        node(group, "text", {class: `number ${seen}${long}`, x, y: y + 3.6}, order[point]);
      }
    }
  }

  Object.assign(Go, {COLUMNS, Board, isPoint, play, pointOf, replay, starPoints, toSgf, vertexOf});
})();
