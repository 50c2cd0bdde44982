// Life and death: a problem is put or loaded, moves are tried, the solver answers each.
import {attempt, byId, element, post, postFile, takeFiles} from "./common.js";

const NEXT = {"": "b", b: "w", w: ""}, OTHER = {b: "w", w: "b"};
const EXAMPLE = "(;GM[1]FF[4]SZ[9]AB[ag][bg][cg][dg][eg][eh][ei][cf][ef]AW[ah][bh][ch][dh][di]PL[B])";
let position = null;       // while stones are put, and of the problem
let problem = null, tried = [], texts = [], busy = false;
let loaded = null;         // the file of the problem, to solve it again on other points

const board = new Go.Board(byId("board"), {point: touched, keys: true});

const played = () => tried.map((vertex, i) => ({vertex, color: i % 2 ? OTHER[problem.to_play] : problem.to_play}));

function draw() {
  byId("putting").hidden = Boolean(problem);
  byId("solving").hidden = !problem;
  byId("change").hidden = !problem;
  byId("back").disabled = !tried.length || busy;
  if (!position) return;
  if (!problem) {
    board.hover = "";
    byId("status").textContent = _("Put the stones, then say who plays.");
    board.show(position);
    return;
  }
  const all = Go.replay({...problem, moves: played()}), now = all[all.length - 1];
  const color = tried.length % 2 ? OTHER[problem.to_play] : problem.to_play;
  board.hover = busy ? "" : color;
  const turn = color === "b" ? _("Black to play") : _("White to play");
  const [first, ...others] = tried.length ? [turn, ...texts] : texts;  // the answer itself begins with the turn
  if (!busy) byId("status").textContent = first ?? turn;
  const free = problem.region.filter((vertex) => !now.stones[Go.pointOf(vertex, now.size)]);
  board.show(now, {last: played().pop() || null, labels: Object.fromEntries(free.map((vertex) => [vertex, "+"]))});
  byId("texts").replaceChildren(...others.map((text) => element("p", {}, text)));
}

async function waitFor(action) {
  busy = true;
  byId("status").classList.add("spin");
  draw();
  byId("status").textContent = _("Reading");
  const found = await attempt(action);
  busy = false;
  byId("status").classList.remove("spin");
  byId("status").textContent = "";
  return found;
}

async function load(sgf) {
  loaded = sgf;
  byId("choose").hidden = true;
  byId("table").hidden = false;
  const found = await waitFor(() => postFile(`/api/solve?region=${encodeURIComponent(byId("region").value)}`, sgf));
  if (!found) { if (!position) other(); else draw(); return; }
  problem = found;
  position = Go.replay(problem)[0];
  tried = [];
  texts = [problem.texts[0], ...problem.notes];
  byId("answers").hidden = true;
  byId("moves").replaceChildren(...problem.moves.map((move) => element("tr", {},
    element("td", {}, move.works ? element("strong", {}, move.move) : move.move), element("td", {}, move.words),
    element("td", {className: "pv"}, move.line.slice(1, 7).map((vertex) => (vertex === "pass" ? _("pass") : vertex)).join(" ")))));
  draw();
}

async function touched(vertex) {
  if (busy) return;
  if (!problem) {
    const point = Go.pointOf(vertex, position.size);
    position.stones[point] = NEXT[position.stones[point]];
    draw();
    return;
  }
  tried.push(vertex);
  const found = await waitFor(() => post(`/api/solve/${problem.id}`, {moves: tried.join(" ")}));
  if (!found) tried.pop();
  else {
    texts = [Texts.titled(vertex, found.texts[0]), found.texts[1]];
    tried.push(found.reply || "pass");
  }
  draw();
}

function put(size) {
  byId("choose").hidden = true;
  byId("table").hidden = false;
  problem = null;
  position = Go.replay({size})[0];
  draw();
}

function other() {
  problem = position = null;
  byId("region").value = "";
  byId("choose").hidden = false;
  byId("table").hidden = true;
}

function stonesOf(color) {
  const vertices = [];
  position.stones.forEach((stone, point) => { if (stone === color) vertices.push(Go.vertexOf(point, position.size)); });
  return vertices;
}

for (const button of document.querySelectorAll("[data-size]")) button.onclick = () => put(Number(button.dataset.size));
for (const button of document.querySelectorAll("[data-color]")) {
  button.onclick = () => load(Go.toSgf({size: position.size, black: stonesOf("b"), white: stonesOf("w")}, {PL: button.dataset.color}));
}
byId("example").onclick = () => load(EXAMPLE);
byId("back").onclick = () => { tried.splice(-2); texts = []; draw(); };
byId("show").onclick = () => { texts = problem.texts; byId("answers").hidden = false; tried = []; draw(); };
byId("change").onclick = () => { problem = null; draw(); };
byId("other").onclick = other;
byId("region").onchange = () => { if (problem && !busy) load(loaded); };
takeFiles(byId("drop"), byId("file"), ([file]) => load(file));
