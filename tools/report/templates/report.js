"use strict";
(function () {
  const games = JSON.parse(document.getElementById("games").textContent);
  const pickEvent = document.getElementById("pick-event");
  if (!pickEvent) return;
  const pickGame = document.getElementById("pick-game");
  const at = document.getElementById("at");
  const board = document.getElementById("board");
  const graph = document.getElementById("graph");
  const COLUMNS = "ABCDEFGHJKLMNOPQRST";
  const CELL = 24, EDGE = 26;
  let game = null, stones = [];

  function node(parent, name, attributes, text) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    parent.appendChild(element);
    return element;
  }
  function point(vertex, size) {
    return (parseInt(vertex.slice(1), 10) - 1) * size + COLUMNS.indexOf(vertex[0]);
  }
  function around(p, size) {
    const row = Math.floor(p / size), col = p % size, found = [];
    if (row > 0) found.push(p - size);
    if (row < size - 1) found.push(p + size);
    if (col > 0) found.push(p - 1);
    if (col < size - 1) found.push(p + 1);
    return found;
  }
  function takeIfDead(position, p, size) {
    const color = position[p], chain = [p], seen = new Set(chain);
    for (let i = 0; i < chain.length; i++) {
      for (const q of around(chain[i], size)) {
        if (!position[q]) return;
        if (position[q] === color && !seen.has(q)) { seen.add(q); chain.push(q); }
      }
    }
    for (const q of chain) position[q] = "";
  }
  // The position after each move; index 0 is the start.
  function replay(g) {
    const position = new Array(g.z * g.z).fill("");
    for (const v of g.ab) position[point(v, g.z)] = "b";
    for (const v of g.aw) position[point(v, g.z)] = "w";
    const all = [position.slice()];
    for (const move of g.m) {
      if (move[1] !== "pass" && move[1] !== "resign") {
        const p = point(move[1], g.z);
        position[p] = move[0];
        for (const q of around(p, g.z)) {
          if (position[q] && position[q] !== move[0]) takeIfDead(position, q, g.z);
        }
        takeIfDead(position, p, g.z);
      }
      all.push(position.slice());
    }
    return all;
  }
  function place(index) { return EDGE + CELL * index; }

  function drawBoard(k) {
    const size = game.z, span = 2 * EDGE + CELL * (size - 1);
    board.replaceChildren();
    board.setAttribute("viewBox", `0 0 ${span} ${span}`);
    for (let i = 0; i < size; i++) {
      node(board, "line", {x1: place(0), x2: place(size - 1), y1: place(i), y2: place(i)});
      node(board, "line", {y1: place(0), y2: place(size - 1), x1: place(i), x2: place(i)});
      const style = {"font-size": 10, "text-anchor": "middle"};
      node(board, "text", {...style, x: place(i), y: span - 4}, COLUMNS[i]);
      node(board, "text", {...style, x: 8, y: place(i) + 4}, size - i);
    }
    const edge = size < 13 ? 2 : 3;
    const stars = size % 2 ? [edge, (size - 1) / 2, size - 1 - edge] : [edge, size - 1 - edge];
    if (size >= 7) for (const r of stars) for (const c of stars) {
      node(board, "circle", {class: "star", cx: place(c), cy: place(r), r: 3});
    }
    const position = stones[k];
    for (let p = 0; p < position.length; p++) {
      if (!position[p]) continue;
      const shape = {cx: place(p % size), cy: place(size - 1 - Math.floor(p / size)), r: 11};
      node(board, "circle", {...shape, class: position[p] === "b" ? "black" : "white"});
    }
    const move = k ? game.m[k - 1] : null;
    if (move && move[1] !== "pass" && move[1] !== "resign") {
      const p = point(move[1], size);
      node(board, "circle", {class: "mark", stroke: move[0] === "b" ? "#fff" : "#000", r: 5.5,
        cx: place(p % size), cy: place(size - 1 - Math.floor(p / size))});
    }
  }
  function drawGraph(k) {
    const width = 420, height = 200, moves = Math.max(1, game.m.length);
    const x = (i) => 34 + (width - 44) * i / moves, y = (v) => 10 + (height - 40) * (1 - v);
    graph.replaceChildren();
    graph.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const v of [0, .25, .5, .75, 1]) {
      node(graph, "line", {class: v === .5 ? "level" : "grid", x1: 34, x2: width - 10, y1: y(v), y2: y(v)});
      node(graph, "text", {x: 30, y: y(v) + 4, "text-anchor": "end"}, 100 * v);
    }
    for (const [color, line] of [["b", "line s0"], ["w", "line s1"]]) {
      const points = [];
      game.m.forEach((m, i) => {
        if (m[0] === color && m.length > 3 && m[3] !== null) {
          points.push(`${x(i + 1).toFixed(1)},${y(color === "b" ? m[3] : 1 - m[3]).toFixed(1)}`);
        }
      });
      if (points.length) node(graph, "polyline", {class: line, points: points.join(" ")});
    }
    node(graph, "line", {class: "level", x1: x(k), x2: x(k), y1: 10, y2: height - 30});
    node(graph, "text", {x: 34, y: height - 6, class: "axis"},
      game.m.some((m) => m.length > 3 && m[3] !== null)
        ? `blue: ${game.b} (Black), red: ${game.w} (White)` : "the engines reported no win rates");
  }
  function show(k) {
    k = Math.max(0, Math.min(game.m.length, k));
    at.value = k;
    drawBoard(k);
    drawGraph(k);
    const move = k ? game.m[k - 1] : null;
    let text = `Move ${k} of ${game.m.length}`;
    if (move) {
      text += `: ${move[0] === "b" ? "Black" : "White"} ${move[1]}`;
      if (move.length > 2) text += `, ${move[2]} s`;
      if (move.length > 3 && move[3] !== null) text += `, win rate ${(100 * move[3]).toFixed(1)} %`;
    }
    document.getElementById("move-text").textContent = text;
  }
  function loadGame() {
    game = games[pickEvent.value][pickGame.value];
    stones = replay(game);
    at.max = game.m.length;
    document.getElementById("players").textContent =
      `Black ${game.b}, White ${game.w}: ${game.r} (${game.t}), opening ${game.o}` +
      (game.d ? `; ${game.d}` : "");
    show(0);
  }
  function loadEvent() {
    pickGame.replaceChildren();
    games[pickEvent.value].forEach((g, i) => {
      pickGame.add(new Option(`${g.n}: ${g.b} - ${g.w} ${g.r}`, i));
    });
    loadGame();
  }
  for (const name in games) pickEvent.add(new Option(name, name));
  pickEvent.onchange = loadEvent;
  pickGame.onchange = loadGame;
  at.oninput = () => show(+at.value);
  document.getElementById("first").onclick = () => show(0);
  document.getElementById("back").onclick = () => show(+at.value - 1);
  document.getElementById("next").onclick = () => show(+at.value + 1);
  document.getElementById("last").onclick = () => show(game.m.length);
  graph.onclick = (event) => {
    const box = graph.getBoundingClientRect();
    const inside = (event.clientX - box.left) / box.width * 420 - 34;
    show(Math.round(inside / 376 * game.m.length));
  };
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("select, input")) return;
    if (event.key === "ArrowRight") show(+at.value + 1);
    else if (event.key === "ArrowLeft") show(+at.value - 1);
    else return;
    event.preventDefault();
  });
  // A link to a game: #viewer:EVENT:GAME:MOVE, the game by its place in the list.
  function follow() {
    const parts = decodeURIComponent(location.hash).split(":");
    const move = parts.pop(), place = parts.pop(), head = parts.shift(), name = parts.join(":");
    if (head !== "#viewer" || !games[name]) return false;
    pickEvent.value = name;
    loadEvent();
    if (games[name][+place]) {
      pickGame.value = place;
      loadGame();
      show(+move || 0);
    }
    document.getElementById("viewer").scrollIntoView();
    return true;
  }
  window.addEventListener("hashchange", follow);
  if (!follow()) loadEvent();
})();
