// The answers of all runs of the store, renewed while they go on.
import {byId, element, follow} from "./common.js";
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
  for (const {name, html} of state.events) {
    const old = shown.get(name) || {place: element("div"), html: ""};
    if (old.html !== html) fill(old.place, html);
    old.html = html;
    shown.set(name, old);
    byId("events").append(old.place);
  }
  if (!state.events.length) byId("state").textContent = "The store has no events yet.";
}

follow("/api/runs", show, (lost) => {
  if (lost) byId("state").textContent = "The server does not answer: is gtpengine web running?";
});
