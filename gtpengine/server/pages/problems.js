// The person's own mistakes, one after the other: a position, an answer, what it is worth.
import {attempt, byId, colorName, dayText, element, get, percent, post} from "./common.js";

const OTHER = {b: "w", w: "b"};
let problem = null, position = null, line = [], answered = false, busy = false;
let left = 0;              // problems due, this one too
let chosen = "";           // a point that a finger has touched and not confirmed
const skipped = new Set();

const board = new Go.Board(byId("board"), {point: touched, keys: true});

function draw() {
  const last = problem.moves[problem.moves.length - 1] || null;
  board.hover = answered || busy ? "" : problem.color;
  board.show(position, {
    last, hints: chosen ? [{vertex: chosen, text: "?", best: true}] : [],
    line: line.slice(0, 8).map((vertex, i) => ({vertex, color: i % 2 ? OTHER[problem.color] : problem.color})),
  });
  byId("confirm").hidden = !chosen;
  byId("play-here").textContent = _("Play {point}", {point: chosen});
}

// A finger is wider than a point of a large board on a telephone: it must say so twice.
function touched(vertex, event) {
  if (answered || busy || !problem) return;
  const wide = byId("board").getBoundingClientRect().width / problem.size;
  if (event.pointerType === "touch" && wide < 34 && chosen !== vertex) { chosen = vertex; draw(); } else answer(vertex);
}

async function answer(vertex) {
  chosen = "";
  busy = true;
  byId("status").textContent = _("Looking at your move");
  byId("status").classList.add("spin");
  draw();
  const found = await attempt(() => post("/api/problems/answer", {id: problem.id, vertex}));
  busy = false;
  byId("status").classList.remove("spin");
  if (!found) { ask(); return; }
  answered = true;
  byId("left").textContent = _n("{count} more due now", "{count} more due now", left - 1);
  skipped.add(problem.id);
  const [first, ...others] = found.texts;
  byId("status").textContent = first;
  byId("texts").replaceChildren(...others.map((text) => element("p", {}, text)),
    element("p", {className: "muted"}, found.due ? _("It comes back on {day}.", {day: dayText(found.due)}) : _("You have learned it.")));
  for (const button of byId("lines").children) {
    button.onclick = () => show(button, found.lines[button.dataset.line]);
    button.hidden = button.dataset.line === "answer" && [found.lines.best[0], found.lines.game[0]].includes(vertex);
  }
  byId("lines").hidden = false;
  byId("asking").hidden = true;
  byId("next").hidden = false;
  show(byId("lines").firstElementChild, found.lines.best);
  byId("next").focus();
}

function show(button, moves) {
  for (const one of byId("lines").children) one.setAttribute("aria-pressed", String(one === button));
  line = moves;
  draw();
}

function ask() {
  answered = false;
  line = [];
  byId("status").textContent = _("{color} to play: find a good move.", {color: colorName(problem.color)});
  byId("from").textContent = _("{game}, move {number}", {game: problem.game, number: problem.number});
  byId("texts").replaceChildren();
  for (const name of ["lines", "next"]) byId(name).hidden = true;
  byId("asking").hidden = false;
  draw();
}

async function next() {
  const state = await get(`/api/problems?skipped=${[...skipped].join(".")}`);
  problem = state.problem;
  byId("table").hidden = !problem;
  byId("none").hidden = Boolean(problem);
  byId("why").textContent = state.later ? _("Nothing more is due until {day}.", {day: dayText(state.later)}) :
    state.progress.length ? _("Nothing more is due.") : _("There are no problems yet.");
  byId("progress").hidden = !state.progress.length;
  byId("rows").replaceChildren(...state.progress.map((row) => element("tr", {},
    element("td", {}, row.name), element("td", {}, row.problems), element("td", {}, row.learned),
    element("td", {}, row.asked ? percent(row.solved / row.asked) : "–"))));
  if (state.progress.length) byId("picture").src = `/api/problems/picture?${Date.now()}`;
  if (!problem) return;
  const all = Go.replay(problem);
  position = all[all.length - 1];
  left = state.left;
  byId("left").textContent = _n("{count} due now", "{count} due now", left);
  ask();
}

byId("next").onclick = () => attempt(next);
byId("skip").onclick = () => { skipped.add(problem.id); attempt(next); };
byId("pass").onclick = () => answer("pass");
byId("play-here").onclick = () => answer(chosen);
byId("not-here").onclick = () => { chosen = ""; draw(); };
attempt(next);
