"use strict";
// A box that is not checked hides the lines, or the families, of its name.
const boxes = [...document.querySelectorAll(".filters input")];

function show() {
  const off = new Set(boxes.filter((box) => !box.checked).map((box) => `${box.dataset.kind} ${box.value}`));
  for (const one of document.querySelectorAll("[data-family], [data-board]")) {
    one.hidden = Object.entries(one.dataset).some(([kind, value]) => off.has(`${kind} ${value}`));
  }
}

for (const box of boxes) box.addEventListener("change", show);
show();
