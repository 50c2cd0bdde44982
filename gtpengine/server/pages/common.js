// What all pages need: elements, requests to the server, and states to follow.

// An HTML element with properties and children; texts stay texts.
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

export const byId = (id) => document.getElementById(id);

// Puts a text into an element that is read aloud when it changes, and only then.
export function announce(id, text) {
  if (byId(id).textContent !== text) byId(id).textContent = text;
}

// Changes what stands in `place`. The focus stays on its element, or on what then stands there.
export function keepFocus(place, change) {
  const before = document.activeElement, path = [];
  for (let one = before; one !== place && place.contains(one); one = one.parentNode) {
    path.unshift([...one.parentNode.children].indexOf(one));
  }
  change();
  if (!path.length) return;
  const next = before.isConnected ? before : path.reduce((one, i) => one?.children[i], place);
  if (next !== document.activeElement) next?.focus({preventScroll: true});
}

// The value of a parameter in the page's address.
export const parameter = (name) => new URLSearchParams(location.search).get(name) || "";

export const percent = Texts.percent;

export const pointText = (vertex) => (vertex === "pass" ? _("to pass") : vertex);

// "B+3.5", from Black's lead in points as an estimate.
export const leadText = (lead) => {
  const points = Math.abs(lead).toFixed(1);
  return points === "0.0" ? _("even") : `${lead > 0 ? "B" : "W"}+${points}`;
};

export const colorName = (color) => (color === "b" ? _("Black") : _("White"));

// What wins a game that captures decide.
export const goalText = (stones) => stones === 1 ? _("atari go: the first capture wins") :
  _n("who first captures {count} stone wins", "who first captures {count} stones wins", stones);

// The terms of a game in words.
export const termsText = ({capture, rules, komi}) =>
  capture ? goalText(capture) : _("{rules} rules, komi {komi}", {rules: rulesName(rules), komi: Texts.number(komi, komi % 1 ? 1 : 0)});

// Names of rules that people of the language know them by.
export const rulesName = (name) => ({chinese: _("Chinese"), japanese: _("Japanese"), korean: _("Korean")})[name] || name;

// A time in seconds since 1970, or a text such as "2026-11-28 14:05", as people here write it.
export function dateText(time) {
  const date = typeof time === "number" ? new Date(1000 * time) : new Date(time.replace(" ", "T"));
  return isNaN(date) ? String(time) : date.toLocaleString(Texts.language, {dateStyle: "medium", timeStyle: "short"});
}

// A day such as "2026-11-28", as people here write it; what is no day stays as it is.
export function dayText(day) {
  const date = new Date(`${day}T12:00`);
  return isNaN(date) ? day : date.toLocaleDateString(Texts.language, {dateStyle: "medium"});
}

async function answerOf(answer) {
  const kind = answer.headers.get("content-type") || "";
  const found = kind.includes("json") ? await answer.json() : await answer.text();
  // A refusal has the status of a success: the browser's console is for faults.
  if (!answer.ok || found.error) throw new Error(found.error || _("The server answers {status}.", {status: answer.status}));
  return found;
}

async function ask(address, options) {
  try {
    return await answerOf(await fetch(address, options));
  } catch (error) {
    if (error instanceof TypeError) throw new Error(_("The server does not answer: is gtpengine web running?"));
    throw error;
  }
}

export const get = (address) => ask(address);

export const post = (address, members = {}) => ask(address, {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(members)});

export const postFile = (address, file) => ask(address, {
  method: "POST", headers: {"Content-Type": "application/x-go-sgf"}, body: file});

// Tells `show` of each state at `address`, and `lost` when the server is gone and when it is back.
// A hidden page follows nothing, because a browser opens few connections. Returns what ends it.
export function follow(address, show, lost = () => {}) {
  let source = null;
  const close = () => { source?.close(); source = null; };
  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource(address);
    source.onmessage = (event) => { lost(false); show(JSON.parse(event.data)); };
    source.addEventListener("end", close);
    source.onerror = () => lost(true);
  };
  const look = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", look);
  open();
  return () => {
    document.removeEventListener("visibilitychange", look);
    close();
  };
}

// Shows a sentence in the page's place for messages; without one it goes.
export function say(text = "", bad = true) {
  const place = byId("message");
  place.textContent = text;
  place.className = bad ? "message bad" : "message";
  place.hidden = !text;
}

// Does something that may fail, and shows why it did.
export async function attempt(action) {
  try {
    say();
    return await action();
  } catch (error) {
    say(error.message);
    return undefined;
  }
}

// Takes files that are chosen in an <input> or dropped on `place`.
export function takeFiles(place, input, take) {
  input.addEventListener("change", () => {
    if (input.files.length) take([...input.files]);
    input.value = "";
  });
  const over = (on) => (event) => { event.preventDefault(); place.classList.toggle("over", on); };
  place.addEventListener("dragover", over(true));
  place.addEventListener("dragleave", over(false));
  place.addEventListener("drop", (event) => {
    over(false)(event);
    if (event.dataTransfer.files.length) take([...event.dataTransfer.files]);
  });
  // A file that misses its place must not replace the page.
  for (const name of ["dragover", "drop"]) document.addEventListener(name, (event) => event.preventDefault());
}

// A line of win rates over the moves, Black's at the top. `rates` has a number or nothing for each.
export function drawRates(svg, rates, at) {
  const last = Math.max(1, rates.length - 1), path = (name, d) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "path");
    made.setAttribute("class", name);
    made.setAttribute("d", d);
    svg.append(made);
  };
  svg.replaceChildren();
  path("half", "M0,50 H1000");
  const x = (i) => (1000 * i / last).toFixed(1), y = (rate) => (100 * (1 - rate)).toFixed(1);
  let run = [];
  const flush = () => {
    if (run.length > 1) path("line", `M${run.map(([i, rate]) => `${x(i)},${y(rate)}`).join(" ")}`);
    else if (run.length) path("dot", `M${x(run[0][0])},${y(run[0][1])} h.01`);
    run = [];
  };
  for (let i = 0; i < rates.length; i++) {
    if (rates[i] === undefined || rates[i] === null) flush();
    else run.push([i, rates[i]]);
  }
  flush();
  path("cursor", `M${x(at)},0 V100`);
}

// The bar of Black's and White's chances.
export function showBar(bar, rate) {
  bar.hidden = rate === null || rate === undefined;
  if (bar.hidden) return;
  const [fill, left, right] = bar.children;
  fill.style.width = `${100 * rate}%`;
  left.textContent = percent(rate);
  right.textContent = percent(1 - rate);
  left.hidden = rate < .15;  // it would not fit
  right.hidden = rate > .85;
}

// The menu of languages: what is chosen is remembered.
const languages = byId("language");
languages.onchange = () => {
  document.cookie = `gtpengine-language=${languages.value}; path=/; max-age=31536000; samesite=strict`;
  location.reload();
};
if (!languages.selectedOptions[0].defaultSelected) languages.onchange();  // chosen while this was on its way
