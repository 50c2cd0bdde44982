// A game against the engine. The game lives in the server; this page shows it and says what to do.
import {announce, attempt, byId, colorName, dateText, element, follow, get, goalText, leadText, parameter, percent,
  pointText, post, postFile, rulesName, say, showBar, takeFiles, termsText} from "./common.js";
import {nextGame, offerTeaching, remembered, showTeaching, teachingTerms} from "./teaching.js";

const OTHER = {b: "w", w: "b"};
const id = parameter("game");
let state = null;
let chosen = "";  // a point that a finger has touched and not confirmed

let sent = -1;    // the number of moves after which a move was sent; a second click sends no other

function act(action, members = {}) {
  sent = -1;
  return attempt(() => post(`/api/games/${id}/${action}`, members));
}

// ---- a game ------------------------------------------------------------------------------------

const mine = () => state && state.stage === "playing" && !state.due;

async function play(vertex) {
  const after = state.moves.length;
  if (sent === after) return;
  choose("");
  const sending = act(vertex === "pass" ? "pass" : "play", {vertex, after});
  sent = after;
  if (!await sending) sent = -1;  // it was refused
}

// A finger is wider than a point of a large board on a telephone: it must say so twice.
function touched(vertex, event) {
  if (!state) return;
  if (state.stage === "agreeing") { act("dead", {vertex}); return; }
  if (!mine()) return;
  const wide = byId("board").getBoundingClientRect().width / state.size;
  if (event.pointerType === "touch" && wide < 34 && chosen !== vertex) choose(vertex);
  else play(vertex);
}

const board = new Go.Board(byId("board"), {point: touched, keys: true});

function choose(vertex) {
  chosen = vertex;
  if (state) draw();
}

// The point that waits for a yes or no.
const asked = () => chosen || state.doubted;

function position() {
  const all = Go.replay({size: state.size, black: state.black, white: state.white, moves: state.moves});
  return all[all.length - 1];
}

function draw() {
  const {advice} = state, now = position();
  const territory = {};
  state.owners.forEach((owner, point) => {
    if (owner && !now.stones[point]) territory[Go.vertexOf(point, state.size)] = owner;
  });
  const line = [];
  if (advice.kind === "hint") {
    advice.line.forEach((vertex, i) => line.push({vertex, color: i % 2 ? OTHER[state.person] : state.person}));
  } else if (searching()) {
    const {color, line: seen} = state.live;
    seen.forEach((vertex, i) => line.push({vertex, color: i % 2 ? OTHER[color] : color}));
  }
  byId("legend").textContent = legend(line.length, Object.keys(territory).length);
  byId("legend").hidden = !byId("legend").textContent;
  byId("confirm").hidden = !asked();
  byId("play-here").textContent = _("Play {point}", {point: asked()});
  board.hover = mine() ? state.person : "";
  board.show(now, {
    last: state.last, numbers: byId("numbers").checked, dead: state.dead, territory,
    ownership: advice.kind === "score" ? advice.ownership.map((value) => value / 100) : null,
    hints: asked() ? [{vertex: asked(), text: "?", best: true}] : [],
    line: asked() ? [] : line.slice(0, 5),
  });
}

function legend(line, territory) {
  const texts = [];
  if (line && !asked()) {
    texts.push(state.advice.kind === "hint" ? _("Numbered stones: the moves that the engine expects; 1 is the hint.") :
      _("Numbered stones: the moves that the engine expects; 1 comes first."));
  }
  if (state.advice.kind === "score") texts.push(_("Squares: who will own the point; the larger, the surer."));
  if (territory) texts.push(_("Squares: territory."));
  if (byId("numbers").checked) texts.push(_("Numbers on stones: the moves of the game."));
  return texts.join(" ");
}

// Whether the page shows a search that still runs.
const searching = () => Boolean(state.live.line && (state.due === "move" || state.busy));

function statusText() {
  if (state.trouble) return state.trouble;
  if (state.stage === "over") return resultText(state.result);
  if (state.stage === "agreeing") return _("Click on dead stones to mark them, then agree.");
  if (state.question) return state.question;
  if (state.due === "look") return _("Looking at your move");
  if (state.due === "count") return _("Counting");
  if (state.due === "move") return _("The engine is thinking");
  if (state.busy) return _("Your turn; {busy}", {busy: state.busy});
  return _("Your turn");
}

function resultText(result) {
  if (result === "0") return _("A draw.");
  const mine = result[0].toLowerCase() === state.person, by = result.slice(2);
  if (by === "R") return mine ? _("You win by resignation.") : _("The engine wins by resignation.");
  if (by === "T") return mine ? _("You win on time.") : _("The engine wins on time.");
  if (!by) return mine ? _("You win.") : _("The engine wins.");
  const points = Texts.number(+by, +by % 1 ? 1 : 0);
  return mine ? _("You win by {points} points.", {points}) : _("The engine wins by {points} points.", {points});
}

function adviceText({kind, vertex, win_rate: rate, lead, judge, note}) {
  if (!kind) return "";
  const text = kind === "hint" ? _("The best move is {point}; your chance to win is {chance}.", {point: pointText(vertex), chance: percent(rate)}) :
    _("Expected result: {lead}.", {lead: leadText(lead)});
  return Texts.titled(note ? "" : judge, `${text} ${note}`.trim());
}

function liveText({win_rate: rate, lead, line, simulations, judge}) {
  const seen = [_("Black wins {chance}", {chance: percent(rate)}), state.capture ? "" : leadText(lead),
    _n("{number} simulation", "{number} simulations", simulations, {number: Texts.number(simulations)})];
  const expects = line.length ? " " + _("The engine expects {moves}.", {moves: line.slice(0, 6).join(" ")}) : "";
  return Texts.titled(judge, Texts.sentence(seen) + expects);
}

// A button that goes or cannot be pressed for a while loses the focus: here it is given back.
let left = null;
function giveFocusBack(before) {
  const gone = (one) => Boolean(one.closest("[hidden]"));
  const rests = (one) => one.disabled && !gone(one);
  if (byId("table").contains(before) && (before.disabled || gone(before))) left = before;
  if (!left || (rests(left) && (state.due || state.busy))) return;
  const next = gone(left) || rests(left) ? byId(state.stage === "agreeing" ? "agree" : "board") : left;
  if ([left, document.body].includes(document.activeElement)) next.focus({preventScroll: true});
  left = null;
}

function show(next) {
  const before = document.activeElement, newlyAsked = next.question && !state?.question;
  state = next;
  if (sent !== state.moves.length || state.question) sent = -1;
  if (chosen && !mine()) chosen = "";
  document.title = `${state.title} - gtpengine`;
  byId("title").textContent = state.title;
  for (const color of ["b", "w"]) {
    const side = byId(`side-${color}`), you = color === state.person;
    side.querySelector(".who").textContent = you ? state.names.you : state.names.engine;
    side.querySelector(".taken").textContent = state.prisoners[color] ? `+${state.prisoners[color]}` : "";
    side.querySelector(".taken").title = _("stones taken");
    side.querySelector(".clock").textContent = state.clocks[color];
    side.classList.toggle("turn", state.stage === "playing" && state.to_play === color);
  }
  const working = state.due || state.busy;
  announce("status", statusText());
  byId("status").classList.toggle("spin", Boolean(working) && !state.trouble);
  announce("event", state.stage === "agreeing" || state.stage === "over" ? scoreText() : state.event);
  announce("advice", adviceText(state.advice));
  const live = state.live.line ? state.live : null;
  byId("live").textContent = live ? liveText(live) : "";
  byId("live").hidden = !live;
  showBar(byId("bar"), state.advice.kind === "score" ? state.advice.win_rate : live ? live.win_rate : null);
  byId("watching").checked = state.watching;
  byId("watching").disabled = state.rated;
  byId("watching").parentNode.title = state.rated ? _("off in a game that finds your rank, until its end") : "";
  byId("playing").hidden = state.stage === "agreeing";
  byId("agreeing").hidden = state.stage !== "agreeing";
  for (const name of ["pass", "hint"]) byId(name).disabled = !mine() || Boolean(state.busy);
  byId("score").disabled = Boolean(working);
  for (const name of ["pass", "score", "review"]) byId(name).hidden = state.capture > 0;
  byId("resign").disabled = state.stage === "over";
  byId("undo").disabled = !state.moves.some(({color}) => color === state.person);
  byId("terms").textContent = Texts.list([termsText(state),
    state.handicap && _n("{count} handicap stone", "{count} handicap stones", state.handicap),
    _("move {number}", {number: state.moves.length})]);
  showTeaching(state);
  draw();
  if (newlyAsked && (byId("board").contains(before) || [before, left].includes(byId("pass")))) {
    byId("not-here").focus({preventScroll: true});
    left = null;
  }
  giveFocusBack(before);
}

const resultOf = (score) => `${score > 0 ? "B" : "W"}+${Math.abs(score)}`;

function scoreText() {
  if (state.score === null) return state.event;
  const result = state.score === 0 ? _("a draw") : resultOf(state.score);
  return state.dead.length ? _("Counted: {result}; dead stones are crossed out.", {result}) : _("Counted: {result}.", {result});
}

function openGame() {
  byId("table").hidden = false;
  byId("save").href = `/api/games/${id}/sgf`;
  for (const name of ["undo", "hint", "score", "agree", "resume"]) byId(name).onclick = () => act(name);
  byId("pass").onclick = () => play("pass");
  byId("resign").onclick = () => { if (confirm(_("Resign this game?"))) act("resign"); };
  byId("play-here").onclick = () => play(asked());
  byId("not-here").onclick = () => (chosen ? choose("") : act("withdraw"));
  byId("table").onkeydown = ({key}) => { if (key === "Escape" && asked()) byId("not-here").click(); };
  byId("next").onclick = () => attempt(nextGame);
  byId("numbers").onchange = draw;
  byId("watching").onchange = ({target}) => attempt(() => post(`/api/games/${id}/watch`, {on: target.checked}));
  byId("another").onclick = () => { location.href = "/play"; };
  byId("analyse").onclick = () => attempt(async () => {
    location.href = `/analyse?id=${(await post(`/api/games/${id}/analyse`)).id}&at=${state.moves.length}`;
  });
  byId("review").onclick = () => attempt(async () => {
    const sgf = await get(`/api/games/${id}/sgf`);
    const {refused} = await postFile(`/api/reviews?name=game-${id.slice(0, 4)}`, sgf);
    if (refused.length) throw new Error(refused.join(" "));
    location.href = "/review";
  });
  follow(`/api/games/${encodeURIComponent(id)}/events`, show, (lost) => {
    const gone = _("The game is not there: the server has ended, or the game was removed.");
    if (lost) say(gone);
    else if (byId("message").textContent === gone) say();
  });
}

// ---- a new game --------------------------------------------------------------------------------

// What was chosen last time is there again.
const FIELDS = ["name", "size", "strength", "color", "handicap", "rules", "clock", "seconds", "pace", "sure", "mine", "verdict", "analysis"];

function remember() {
  localStorage.setItem("game", JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, byId(name).value]))));
}

function recall() {
  const known = remembered();
  for (const name of FIELDS) {
    const field = byId(name);
    const fits = field.options ? [...field.options].some(({value}) => value === known[name]) : known[name];
    if (fits) field.value = known[name];
  }
}

const option = (value, text = value) => element("option", {value}, text);

async function offer() {
  const {strengths, rules, komi, handicap_komi: withStones, longest_name: longest} = await get("/api/terms");
  const names = {full: _("full strength"), auto: _("your rank, found from your games")};
  byId("strength").replaceChildren(...strengths.map((one) =>
    option(one, names[one] || one)));
  byId("strength").value = "15k";
  byId("rules").replaceChildren(...rules.map((one) => option(one,
    one.startsWith("capture-") ? goalText(+one.slice("capture-".length)) : rulesName(one))));
  byId("handicap").replaceChildren(option(0, _p("handicap stones", "none")), ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => option(n)));
  byId("name").maxLength = longest;
  const teaching = offerTeaching(strengths.filter((one) => !(one in names)));
  recall();
  teaching();
  // The komi of a game whose field is left empty.
  const usual = () => {
    byId("komi").parentNode.hidden = byId("rules").value.startsWith("capture-");
    const usual = +byId("handicap").value ? withStones : komi[byId("rules").value] || 0;
    byId("komi").placeholder = Texts.number(usual, Number.isInteger(usual) ? 0 : 1);
  };
  byId("rules").onchange = usual;
  byId("handicap").onchange = usual;
  usual();
  const thinks = () => {
    byId("thinks").hidden = byId("strength").value !== "full" || byId("clock").value !== "none";
    byId("pacing").hidden = !byId("thinks").hidden;  // fixed seconds are a pace, too
  };
  byId("strength").onchange = thinks;
  byId("clock").onchange = thinks;
  thinks();
  byId("new").hidden = false;
  byId("load").hidden = false;
  byId("new").onsubmit = (event) => {
    event.preventDefault();
    attempt(begin);
  };
  takeFiles(byId("drop"), byId("file"), ([file]) => attempt(async () => {
    remember();
    const terms = new URLSearchParams({color: color(), strength: byId("strength").value, name: byId("name").value});
    open((await postFile(`/api/games?${terms}`, file)).id);
  }));
  const {games} = await get("/api/games");
  byId("games").hidden = !games.length;
  byId("games").querySelector("ul").replaceChildren(...games.map(gameRow));
}

function gameRow({id: name, title, status, begun}) {
  const remove = element("button", {type: "button"}, _("Remove"));
  const row = element("li", {}, element("a", {className: "grow", href: `/play?game=${name}`}, title),
    element("span", {className: "muted"}, _("{status}, begun {day}", {status, day: dateText(begun)})), remove);
  remove.onclick = () => {
    if (!confirm(_("Remove this game? It is lost, unless you have saved it."))) return;
    attempt(async () => { await post(`/api/games/${name}/remove`); row.remove(); });
  };
  return row;
}

const color = () => {
  const value = byId("color").value;
  return value === "r" ? "bw"[Math.floor(2 * Math.random())] : value;
};

const open = (name) => { location.href = `/play?game=${name}`; };

async function begin() {
  remember();
  const value = (name) => byId(name).value;
  const terms = {
    size: +value("size"), strength: value("strength"), color: color(), handicap: +value("handicap"),
    rules: value("rules"), clock: value("clock"), name: value("name"),
  };
  if (value("komi") !== "" && !byId("komi").parentNode.hidden) terms.komi = +value("komi");
  if (!byId("thinks").hidden) terms.seconds = +value("seconds");
  if (!byId("pacing").hidden && value("pace") === "human") terms.human_pace = true;
  Object.assign(terms, teachingTerms(remembered()));
  open((await post("/api/games", terms)).id);
}

if (id) openGame();
else attempt(offer);
