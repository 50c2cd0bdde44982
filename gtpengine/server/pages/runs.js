// The answers of all runs of the store, renewed while they go on.
import {byId, element, follow, keepFocus} from "./common.js";
import {fill, stateText} from "./run.js";

const shown = new Map();

function show(state) {
  byId("state").textContent = stateText(state);
  if (!state.events) return;
  const names = new Set(state.events.map(({name}) => name));
  for (const [name, {place}] of shown) {
    if (names.has(name)) continue;
    place.remove();
    shown.delete(name);
  }
  state.events.forEach(({name, html}, i) => {
    const old = shown.get(name) || {place: element("div"), html: ""};
    if (old.html !== html) keepFocus(old.place, () => fill(old.place, html));
    old.html = html;
    shown.set(name, old);
    const there = byId("events").children[i] || null;
    if (there !== old.place) byId("events").insertBefore(old.place, there);
  });
  if (!state.events.length) byId("state").textContent = _("The store has no events yet.");
}

follow("/api/runs", show, (lost) => {
  if (lost) byId("state").textContent = _("The server does not answer: is gtpengine web running?");
});
