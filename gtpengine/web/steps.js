// A game to step through: the element "game" has {size, steps}, and a step has the stones, a letter
// for each point from A1 by rows (b, w or a full stop), the last move, a text, a comment, and hints.
"use strict";
(() => {
  const by = (id) => document.getElementById(id);
  const {size, steps} = JSON.parse(by("game").textContent);
  const board = new Go.Board(by("board"), {step: (way) => go(at + way)});
  let at = -1;

  function go(to) {
    const next = Math.max(0, Math.min(steps.length - 1, to));
    if (next === at) return false;  // the wheel scrolls on
    at = next;
    const {stones, last, text, comment, hints} = steps[at];
    const shown = {size, stones: [...stones].map((one) => one === "." ? "" : one), numbers: []};
    board.show(shown, {last, hints});
    by("place").value = at;
    by("place").setAttribute("aria-valuetext", text);
    by("text").textContent = text;
    by("comment").textContent = comment;
    return true;
  }

  const ways = {first: () => -Infinity, back: () => at - 1, next: () => at + 1, last: () => Infinity};
  for (const name in ways) by(name).addEventListener("click", () => go(ways[name]()));
  const keys = {Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last"};
  document.addEventListener("keydown", (event) => {
    const way = keys[event.key];
    if (!way || event.target === by("place") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(ways[way]());
  });
  by("place").max = steps.length - 1;
  by("place").addEventListener("input", () => go(Number(by("place").value)));
  go(steps.length - 1);
})();
