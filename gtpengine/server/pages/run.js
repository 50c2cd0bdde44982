// One run of the store: its answer, trajectory and games, renewed while it goes on.
import {byId, follow, keepFocus, parameter} from "./common.js";

// Puts HTML of the server into an element. Sizes come as data, because the page allows no styles
// in its text.
export function fill(place, html) {
  const made = new DOMParser().parseFromString(html, "text/html");
  place.replaceChildren(...made.body.childNodes);
  for (const one of place.querySelectorAll("[data-style]")) one.style.cssText = one.dataset.style;
}

export function stateText(state) {
  if (state.loading) return _("Loading…");
  if (state.error) return state.error;
  const damaged = state.damaged.length ? _("Left out, because it is damaged: {what}.", {what: state.damaged.join("; ")}) + " " : "";
  return damaged + _("Renewed while it changes; last at {time}.", {time: new Date().toLocaleTimeString(Texts.language)});
}

function show(state) {
  byId("state").textContent = stateText(state);
  if (state.html) keepFocus(byId("event"), () => renew(state));
}

function renew(state) {
  const open = [...byId("event").querySelectorAll("details")].map((one) => one.open);
  const list = byId("event").querySelector(".rows")?.scrollTop;
  fill(byId("event"), state.html);
  byId("event").querySelectorAll("details").forEach((one, i) => { one.open = Boolean(open[i]); });
  document.title = `${state.name} - gtpengine`;
  if (!state.games) return;
  Games.show([state.games]);
  const rows = byId("event").querySelector(".rows");
  if (list) rows.scrollTop = list;
}

if (byId("event")) {
  follow(`/api/run?event=${encodeURIComponent(parameter("event"))}`, show, (lost) => {
    if (lost) byId("state").textContent = _("The server does not answer: is gtpengine web running?");
  });
}
