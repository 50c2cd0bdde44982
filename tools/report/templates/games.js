// The tables of games, each beside a viewer; links to a game are #viewer:EVENT:GAME:MOVE.
//
//   Games.show(events);  // fills each .games of the page; again, with newer data, it renews them
"use strict";
const Games = {};
(() => {
  const FAILURES = ["illegal", "crash", "hang", "time", "protocol"];
  const panels = new Map();
  let current = null;  // the panel that the keys move

  // A game of the page's data (see games_data.py) in the form that the viewer takes.
  function decode(event, raw) {
    const {size} = event, first = raw.k || 0, moves = [];
    const vertexOf = (cell) => cell === "--" ? "pass" : cell === "++" ? "resign" :
      Go.COLUMNS[cell.charCodeAt(0) - 97] + (size - (cell.charCodeAt(1) - 97));
    for (let i = 0; 2 * i < raw.m.length; i++) {
      const color = raw.c.length > 1 ? raw.c[i] : (raw.c === "b") === (i % 2 === 0) ? "b" : "w";
      const move = {color, vertex: vertexOf(raw.m.slice(2 * i, 2 * i + 2))};
      if (i >= first) move.seconds = raw.s[i - first] / 100;
      if (i >= first && raw.v) move.winrate = raw.v[i - first] / 1000;
      moves.push(move);
    }
    return {
      event: event.event, size, komi: event.komi, rules: event.rules, where: event.where,
      number: raw.n, names: {b: event.names[raw.b], w: event.names[raw.w]}, result: raw.r,
      termination: raw.t, detail: raw.d || "", opening: raw.o, black: raw.ab || [],
      white: raw.aw || [], moves, dead: raw.dead || [], disputed: Boolean(raw.x), date: raw.date,
    };
  }

  const length = (raw) => raw.s.length;
  const winner = (raw) => raw.r[1] !== "+" ? -1 : raw.r[0] === "B" ? raw.b : raw.w;
  const address = (...parts) => `#${["viewer", ...parts].map(encodeURIComponent).join(":")}`;

  // The filters that leave some games of an event: name, explanation, test.
  function filtersOf({names, games}) {
    const lengths = games.filter((raw) => raw.t !== "void").map(length).sort((a, b) => a - b);
    const short = (lengths[lengths.length >> 1] || 0) / 2;
    const lost = (place) => (raw) =>
      [raw.b, raw.w].includes(place) && winner(raw) >= 0 && winner(raw) !== place;
    return [
      ["all", "", () => true],
      ...names.map((name, place) => [`lost by ${name}`, "", lost(place)]),
      ["drawn", "", (raw) => raw.r === "0"],
      ["failed", "an engine failed: crash, time, illegal move ...",
        (raw) => raw.f || FAILURES.includes(raw.t)],
      ["disputed", "the engines named different winners", (raw) => raw.x],
      ["void", "nobody is at fault; not counted", (raw) => raw.t === "void"],
      ["short", `under ${short} moves, half the median`, (raw) => raw.t !== "void" && length(raw) < short],
    ].map(([name, note, test]) => ({name, note, test, count: games.filter(test).length}))
      .filter(({name, count}) => name === "all" || count);
  }

  const COLUMNS = [
    ["game", (raw) => raw.n, "n"],
    ["Black", (raw, {names}) => names[raw.b]],
    ["White", (raw, {names}) => names[raw.w]],
    ["result", (raw) => raw.r],
    ["moves", length, "n"],
    ["end", (raw) => raw.t],
    ["seconds", (raw) => raw.s.reduce((sum, one) => sum + one, 0) / 100, "n"],
    ["opening", (raw) => raw.o],
  ];

  class Panel {
    constructor(place, event) {
      this.sorted = 0;
      this.down = false;
      this.filter = "all";
      this.viewer = new Viewer((k) => this.#follow(k));
      this.renew(place, event);
      this.open(event.games[0]);
    }

    // Lists the games of `event` in `place`; what is open stays open.
    renew(place, event) {
      this.event = event;
      this.body = element("tbody");
      const heads = COLUMNS.map(([name, , kind], i) => {
        const head = element("th", {className: kind || ""},
          element("button", {type: "button", onclick: () => this.#sort(i)}, name));
        return head;
      });
      heads.splice(1, 0, element("th", {className: "record"}, "record"));
      this.heads = element("tr", {}, ...heads);
      const shown = event.games.length, left = event.total - shown;
      const more = left ? [element("p", {className: "muted"}, event.more ||
        `The first ${shown} of ${event.total} games; gtpengine report --viewer-games shows more.`)] : [];
      place.append(
        element("div", {className: "list"}, element("h3", {}, "Games"), this.#makeFilters(), ...more,
          element("div", {className: "scroll rows", tabIndex: 0},
            element("table", {}, element("thead", {}, this.heads), this.body))),
        this.viewer.element);
      place.addEventListener("pointerdown", () => { current = this; });
      place.addEventListener("focusin", () => { current = this; });
      this.rows = new Map(event.games.map((raw) => [raw.n, this.#makeRow(raw)]));
      this.#list();
      this.#mark();
    }

    #makeFilters() {
      const found = filtersOf(this.event);
      if (!found.some(({name}) => name === this.filter)) this.filter = "all";
      const all = found.map(({name, note, test, count}) => {
        const chip = element("button", {type: "button", className: "chip", title: note}, `${name} `,
          element("small", {}, count));
        chip.onclick = () => {
          for (const other of all) other.setAttribute("aria-pressed", other === chip);
          this.filter = name;
          this.test = test;
          this.#list();
        };
        chip.setAttribute("aria-pressed", name === this.filter);
        if (name === this.filter) this.test = test;
        return chip;
      });
      return element("div", {className: "chips"}, ...all);
    }

    #makeRow(raw) {
      const bad = raw.f || FAILURES.includes(raw.t) || raw.t === "void";
      const cells = COLUMNS.map(([name, read, kind], i) => {
        const value = read(raw, this.event);
        const cell = element("td", {className: kind || ""});
        if (!i) cell.append(element("a", {href: address(this.event.event, raw.n)}, value));
        else cell.append(name === "seconds" ? value.toFixed(1) : value);
        if (winner(raw) >= 0 && winner(raw) === [null, raw.b, raw.w][i]) cell.classList.add("won");
        if (i === 1 || i === 2) cell.title = value;
        if (name === "end" && bad) cell.classList.add("bad");
        if (name === "end" && raw.x) cell.append(element("small", {className: "tag"}, "disputed"));
        if (name === "end" && raw.d) cell.title = raw.d;
        return cell;
      });
      const save = element("a", {href: "#", title: "download this game's record",
        download: `game-${String(raw.n).padStart(6, "0")}.sgf`}, "SGF");
      save.onclick = (event) => {  // made when it is asked for: a page may hold thousands
        event.stopPropagation();
        const blob = new Blob([sgfOf(decode(this.event, raw))], {type: "application/x-go-sgf"});
        save.href = URL.createObjectURL(blob);
        setTimeout(() => URL.revokeObjectURL(save.href), 10_000);
      };
      cells.splice(1, 0, element("td", {}, save));
      const row = element("tr", {}, ...cells);
      row.onclick = (event) => {
        if (event.target.closest("a")) return;  // the link says it in the address
        this.open(raw);
        this.#follow(this.viewer.at);
      };
      return row;
    }

    #sort(column) {
      this.down = this.sorted === column && !this.down;
      this.sorted = column;
      this.#list();
    }

    #list() {
      const read = COLUMNS[this.sorted][1], way = this.down ? -1 : 1;
      const key = new Map(this.event.games.map((raw) => [raw, read(raw, this.event)]));
      const chosen = this.event.games.filter(this.test).sort((a, b) => {
        const [x, y] = [key.get(a), key.get(b)];
        return way * (typeof x === "number" ? x - y : x.localeCompare(y, "en", {numeric: true})) ||
          a.n - b.n;
      });
      this.body.replaceChildren(...chosen.map((raw) => this.rows.get(raw.n)));
      [...this.heads.children].forEach((head, i) => {
        const column = i - (i > 1);  // the record stands second, and sorts nothing
        if (i !== 1 && column === this.sorted) head.setAttribute("aria-sort", this.down ? "descending" : "ascending");
        else head.removeAttribute("aria-sort");
      });
    }

    // Shows a game in the viewer and marks its row.
    open(raw, k) {
      this.raw = raw;
      this.viewer.load(decode(this.event, raw), k);
      this.#mark();
    }

    #mark() {
      for (const [number, row] of this.rows) {
        const open = number === this.raw?.n;
        row.classList.toggle("open", open);
        row.setAttribute("aria-current", open);
      }
    }

    // The address follows the viewer, so that it can be sent to someone.
    #follow(k) {
      try {
        history.replaceState(null, "", address(this.event.event, this.raw.n, k));
      } catch {
        // Some browsers refuse many changes in a short time: the next one counts.
      }
    }
  }

  // Opens the game that the address names; returns whether it names one.
  function followAddress() {
    if (!location.hash.startsWith("#viewer:")) return;
    const parts = location.hash.slice(1).split(":").map((part) => {
      try { return decodeURIComponent(part); } catch { return part; }
    });
    parts.shift();
    // A name may hold colons; a number behind it is the game, a second one the move.
    for (const behind of [2, 1]) {
      const panel = panels.get(parts.slice(0, -behind).join(":"));
      const [number, move] = parts.slice(-behind).map(Number);
      const raw = panel && panel.event.games.find((one) => one.n === number);
      if (!raw) continue;
      panel.open(raw, Number.isInteger(move) ? move : undefined);
      current = panel;
      panel.viewer.element.closest(".games").scrollIntoView();
      return;
    }
  }

  Games.show = (events) => {
    const first = !panels.size;
    for (const place of document.querySelectorAll(".games")) {
      const event = events.find((one) => one.event === place.dataset.event);
      const panel = panels.get(event.event);
      if (panel) panel.renew(place, event);
      else panels.set(event.event, new Panel(place, event));
    }
    if (first) followAddress();
  };

  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(".games")) current = null;
  });
  document.addEventListener("keydown", (event) => {
    if (!current || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.matches?.("input[type=range]")) return;  // it has its own keys
    const {viewer} = current;
    const keys = {ArrowLeft: () => viewer.step(-1), ArrowRight: () => viewer.step(1),
      Home: () => viewer.step(-Infinity), End: () => viewer.step(Infinity)};
    if (!keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
  });
  window.addEventListener("hashchange", followAddress);
})();
