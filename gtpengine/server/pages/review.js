// Games to review, those that wait, and the reviews that were made.
import {attempt, byId, dateText, element, follow, keepFocus, post, postFile, say, takeFiles} from "./common.js";

function row({id, title, state, made, text, done, of}) {
  const name = state === "done" ?
    element("a", {className: "grow", href: `/reviews/${id}`, target: "_blank", rel: "noopener"}, title) :
    element("span", {className: "grow"}, title);
  const parts = [name];
  if (state === "running") {
    parts.push(element("progress", {className: "grow", value: done, max: of || 1, "aria-label": title}),
      element("span", {className: "muted"}, text || _("{done} of {all} positions", {done, all: of})));
  } else {
    parts.push(element("span", {className: "muted"},
      state === "done" ? Texts.list([text, dateText(made)]) : text || (state === "waiting" ? _("waiting") : _("failed"))));
  }
  const remove = element("button", {type: "button"}, state === "done" || state === "failed" ? _("Remove") : _("Stop"));
  remove.onclick = () => {
    if (state === "done" && !confirm(_("Remove the review of {title}?", {title}))) return;
    attempt(() => post(`/api/reviews/${id}/remove`));
  };
  return element("li", {}, ...parts, remove);
}

follow("/api/reviews", ({reviews}) => {
  byId("reviews").hidden = !reviews.length;
  keepFocus(byId("list"), () => byId("list").replaceChildren(...reviews.map(row)));
}, (lost) => { if (lost) say(_("The server does not answer: is gtpengine web running?")); });

// What was chosen last time is there again.
byId("mine").checked = localStorage.getItem("mine") === "true";
byId("player").value = localStorage.getItem("player") || "";
byId("mine").onchange = ({target}) => localStorage.setItem("mine", target.checked);
byId("player").onchange = ({target}) => localStorage.setItem("player", target.value);

takeFiles(byId("drop"), byId("file"), (files) => attempt(async () => {
  const refused = [];
  for (const file of files) {
    const name = encodeURIComponent(file.name.replace(/\.(sgf|gib|ngf|ugf|ugi)$/i, ""));
    const problems = byId("mine").checked ? `&problems=${encodeURIComponent(byId("player").value.trim())}` : "";
    const address = `/api/reviews?depth=${byId("depth").value}&name=${name}${problems}`;
    refused.push(...(await postFile(address, file)).refused);
  }
  if (refused.length) throw new Error(refused.join(" "));
}));
