// What axe-core misses in the theme: names of its two side columns, levels of the headings in the
// navigation, keys that reach what scrolls sideways. The empty corner of a table heads nothing.
document.addEventListener("DOMContentLoaded", () => {
  const all = (selector) => document.querySelectorAll(selector);
  const set = (selector, name, value) => all(selector).forEach((one) => one.setAttribute(name, value));
  set(".sidebar-drawer", "aria-label", "All pages");
  set(".toc-drawer", "aria-label", "On this page");
  set(".caption[role=heading]", "aria-level", "2");
  set("pre, .table-wrapper", "tabindex", "0");
  all("th").forEach((cell) => cell.textContent.trim() || cell.setAttribute("role", "cell"));
});
