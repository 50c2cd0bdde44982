// A game to step through, with a search of the position on the board.
import {announce, attempt, byId, colorName, dayText, drawRates, element, follow, get, leadText, parameter, percent,
  postFile, showBar, takeFiles, termsText} from "./common.js";

const OTHER = {b: "w", w: "b"};
let id = "", game = null, positions = [], rates = [], at = 0;
let line = [];            // moves tried from move `at` on
let found = null;         // the newest report
let stop = () => {};
let aimed = -1;           // the row of the table under the pointer or with the focus
let left = -1;            // the row that had the focus when the table was emptied

const board = new Go.Board(byId("board"), {step, point: (vertex) => attemptMove(vertex), keys: true});
// After a click the arrow keys still step through the game.
byId("board").addEventListener("mousedown", (event) => event.preventDefault());

const colorAt = (k) => (k ? OTHER[game.moves[k - 1].color] : game.moves[0]?.color || game.to_play);
const toPlay = () => (line.length ? OTHER[line[line.length - 1].color] : colorAt(at));

function shown() {
  return line.reduce((position, move, i) => Go.play(position, move, i + 1), positions[at]);
}

function draw() {
  const position = shown();
  const last = line.length ? line[line.length - 1] : at ? game.moves[at - 1] : null;
  const ready = found && found.moves;
  const aim = ready && found.moves[aimed];
  const best = ready && byId("show-moves").checked && !aim ? found.moves.slice(0, 8) : [];
  const most = ready ? found.moves[0].visits : 1;
  const color = toPlay();
  const sequence = aim ? aim.pv.map((vertex, i) => ({vertex, color: i % 2 ? OTHER[color] : color})) : [];
  board.hover = color;
  board.show(position, {
    last, numbers: byId("show-numbers").checked, line: sequence,
    ownership: ready && byId("show-owners").checked ? found.ownership.map((value) => value / 100) : null,
    hints: best.filter((move, i) => !i || move.visits >= most / 50).map((move, i) => ({
      vertex: move.move, best: !i, text: percent(chance(move, color)).replace(/\s/, "")})),
  });
  byId("legend").textContent = legend(best.length, sequence.length, color);
  byId("range").value = at;
  announce("where", [last && _("Move {number}: {color} {point}", {number: at + line.length, color: colorName(last.color), point: last.vertex}),
    _("{color} to play", {color: colorName(color)})].filter((one) => one).join("; "));
  byId("return").hidden = !line.length;
  byId("tried").textContent = line.length ? _("Tried: {moves}", {moves: line.map(({vertex}) => vertex).join(" ")}) : "";
  drawRates(byId("graph").firstElementChild, rates, at);
}

// The chance of the side to play, by a move.
const chance = (move, color) => (color === "b" ? move.win_rate : 1 - move.win_rate);

function legend(best, line, color) {
  const texts = [];
  if (line) texts.push(_("Numbered stones: the moves that the engine expects; 1 comes first."));
  if (best) texts.push(_("Discs: {color}’s chance to win by that move, in percent; the blue disc is the best move.", {color: colorName(color)}));
  if (byId("show-owners").checked) texts.push(_("Squares: who will own the point; the larger, the surer."));
  if (byId("show-numbers").checked) texts.push(_("Numbers on stones: the moves of the game."));
  return texts.join(" ");
}

function report(state) {
  if (state.error) { byId("estimate").textContent = state.error; return; }
  const searching = state.searching && !state.cut;
  byId("estimate").classList.toggle("spin", searching);
  if (state.cut) { byId("estimate").textContent = _("Stopped: another page analyses now. Step to go on here."); return; }
  byId("judge").textContent = state.note || (state.judge ? _("Judge: {judge}", {judge: state.judge}) : "");
  byId("judge").hidden = !byId("judge").textContent;
  if (!state.moves) { byId("estimate").textContent = _("Searching"); return; }
  found = state;
  if (!line.length) rates[at] = state.win_rate;
  showBar(byId("bar"), state.win_rate);
  byId("estimate").textContent =
    Texts.list([game.capture ? "" : _("Lead {lead}", {lead: leadText(state.lead)}),
      _n("{number} visit in {seconds} s", "{number} visits in {seconds} s", state.visits,
        {number: Texts.number(state.visits), seconds: Texts.number(state.seconds, 1)})]);
  const color = toPlay();
  byId("wins").textContent = _("{color} wins", {color: colorName(color)});
  fillTable(state.moves.slice(0, 8), color);
  draw();
}

// The rows stay while reports come, and so does the keyboard's focus.
function fillTable(moves, color) {
  const {children: rows} = byId("moves");
  while (rows.length > moves.length) byId("moves").lastElementChild.remove();
  while (rows.length < moves.length) byId("moves").append(makeRow(rows.length));
  moves.forEach((move, i) => {
    const [first, ...others] = rows[i].children;
    first.firstElementChild.textContent = move.move;
    const texts = [percent(chance(move, color)), game.capture ? "" : leadText(move.lead),
      Texts.number(move.visits), move.pv.slice(1).join(" ")];
    others.forEach((cell, k) => { cell.textContent = texts[k]; });
  });
  const again = rows[Math.min(left, rows.length - 1)];
  if (again && document.activeElement === document.body) again.querySelector("button").focus({preventScroll: true});
  left = -1;
}

function makeRow(i) {
  const button = element("button", {type: "button", className: "move"});
  const row = element("tr", {}, element("td", {}, button),
    ...["", "", "", "pv"].map((className) => element("td", {className})));
  const aim = (place) => { aimed = place; draw(); };
  row.onpointerenter = () => aim(i);
  row.onpointerleave = () => aim(-1);
  button.onfocus = () => { if (button.matches(":focus-visible")) aim(i); };
  button.onblur = () => aim(-1);
  row.onclick = () => attemptMove(button.textContent);
  return row;
}

function search() {
  const tried = line.map(({vertex}) => vertex).join(".");
  history.replaceState(null, "", `/analyse?id=${id}&at=${at}`);  // a reload finds the position again
  const address = `/api/analyses/${id}/search?at=${at}&seconds=${byId("seconds").value}&line=${tried}`;
  stop = follow(address, report, (lost) => {
    if (lost) byId("estimate").textContent = _("The position cannot be searched.");
  });
}

function go(k) {
  at = Math.max(0, Math.min(game.moves.length, k));
  line = [];
  renew();
}

function step(n) {
  if (n < 0 && line.length) {
    line.pop();
    renew();
    return true;
  }
  const before = at;
  if (!line.length) go(at + n);
  return at !== before;
}

// Shows the position, and begins to search it when the page rests there: stepping quickly must not
// begin a search for each position passed.
let waiting = 0;
function renew() {
  stop();
  found = null;
  aimed = -1;
  const rows = [...byId("moves").children];
  if (rows.length) left = rows.findIndex((row) => row.querySelector(":focus-visible"));
  byId("moves").replaceChildren();
  byId("estimate").textContent = _("Searching");
  byId("estimate").classList.add("spin");
  showBar(byId("bar"), rates[at] && !line.length ? rates[at] : null);
  draw();
  clearTimeout(waiting);
  waiting = setTimeout(search, 120);
}

function attemptMove(vertex) {
  attempt(async () => {
    const tried = [...line.map((move) => move.vertex), vertex].join(".");
    await get(`/api/analyses/${id}/legal?at=${at}&line=${tried}`);
    const next = game.moves[at];
    if (!line.length && next && next.vertex === vertex) { go(at + 1); return; }
    line.push({color: toPlay(), vertex});
    renew();
  });
}

async function open(name) {
  game = await get(`/api/analyses/${name}`);
  id = name;
  positions = Go.replay(game);
  rates = new Array(positions.length);
  byId("choose").hidden = true;
  byId("table").hidden = false;
  byId("range").max = game.moves.length;
  const {b, w} = game.names;
  byId("title").textContent = b || w ? `${b || _("Black")} – ${w || _("White")}` : _("Analyse a game");
  byId("players").textContent = Texts.list([`${game.size}x${game.size}`, termsText(game),
    game.result && _("result {result}", {result: game.result}), game.event, dayText(game.date)]);
  go(Number(parameter("at")) || 0);
}

const openFile = (file) => attempt(async () => open((await postFile("/api/analyses", file)).id));

takeFiles(byId("drop"), byId("file"), ([file]) => openFile(file));
for (const button of document.querySelectorAll("[data-size]")) {
  button.onclick = () => openFile(`(;GM[1]FF[4]SZ[${button.dataset.size}])`);
}
byId("first").onclick = () => go(0);
byId("back").onclick = () => step(-1);
byId("on").onclick = () => step(1);
byId("last").onclick = () => go(Infinity);
byId("range").oninput = () => go(+byId("range").value);
byId("seconds").onchange = renew;
byId("pass").onclick = () => attemptMove("pass");
byId("return").onclick = () => go(at);
byId("other").onclick = () => { location.href = "/analyse"; };
for (const name of ["show-moves", "show-owners", "show-numbers"]) byId(name).onchange = draw;
byId("graph").onclick = (event) => {
  const box = byId("graph").getBoundingClientRect();
  go(Math.round((event.clientX - box.left) / box.width * game.moves.length));
};
document.addEventListener("keydown", (event) => {
  if (!game || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.matches("input:not([type=checkbox]), select")) return;  // they have their own keys
  const keys = {ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => go(0), End: () => go(Infinity)};
  if (!keys[event.key]) return;
  keys[event.key]();
  event.preventDefault();
});

if (parameter("id")) attempt(() => open(parameter("id")));
