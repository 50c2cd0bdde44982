// What axe-core misses in the theme: names of its two side columns, levels of the headings in the
// navigation, keys that reach what scrolls sideways, a place in the page for the way back to its top.
// The empty corner of a table heads nothing.
document.addEventListener("DOMContentLoaded", () => {
  const all = (selector) => document.querySelectorAll(selector);
  const set = (selector, name, value) => all(selector).forEach((one) => one.setAttribute(name, value));
  set(".sidebar-drawer", "aria-label", "All pages");
  set(".toc-drawer", "aria-label", "On this page");
  set(".caption[role=heading]", "aria-level", "2");
  set("pre, .table-wrapper", "tabindex", "0");
  document.querySelector("[role=main]")?.append(...all(".back-to-top"));
  all("th").forEach((cell) => cell.textContent.trim() || cell.setAttribute("role", "cell"));
  // Tables of five columns and more are cards where the screen is narrow (tables.css). What is no
  // table by its style needs the roles of one, and each cell shows the head of its column.
  for (const table of all("article table")) {
    const heads = [...table.querySelectorAll("thead th")];
    if (heads.length < 5) continue;
    table.classList.add("cards");
    table.setAttribute("role", "table");
    table.querySelectorAll("thead, tbody").forEach((part) => part.setAttribute("role", "rowgroup"));
    for (const row of table.rows) {
      row.setAttribute("role", "row");
      [...row.cells].forEach((cell, column) => {
        const head = heads[column];
        if (cell === head) return cell.getAttribute("role") || cell.setAttribute("role", "columnheader");
        cell.setAttribute("role", "cell");
        cell.dataset.head = head.textContent;
      });
    }
  }
});
