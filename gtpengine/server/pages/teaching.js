// What a game does to teach: what was chosen for it, and what it asks and tells.
import {announce, byId, colorName, element, post} from "./common.js";

const SURE = ["", "0", "3", "9", "18"];

// What was chosen on the page Play last time.
export function remembered() {
  try { return JSON.parse(localStorage.getItem("game")) || {}; } catch { return {}; }
}

// The members of a request for a new game, by the values of the fields.
export function teachingTerms({sure = "", mine = "", verdict = "after", analysis = "on"}) {
  if (analysis === "off") return {no_analysis: true};
  return sure === "" ? {} : {sure: +sure, my_rank: mine, verdict};
}

// Fills the fields of a new game. Those that mean nothing are hidden: `follow` does that.
export function offerTeaching(ranks) {
  const texts = [_("never"), _("losses that my rank sees"), _("losses that three ranks better see"),
    _("losses that nine ranks better see"), _("losses that dan players see")];
  byId("sure").replaceChildren(...SURE.map((value, i) => element("option", {value}, texts[i])));
  byId("mine").replaceChildren(element("option", {value: ""}, _("the opponent's")),
    ...ranks.map((rank) => element("option", {value: rank}, rank)));
  const follow = () => {
    const silent = byId("analysis").value === "off";
    byId("sure").parentNode.hidden = silent;
    for (const name of ["mine", "verdict"]) byId(name).parentNode.hidden = silent || byId("sure").value === "";
  };
  byId("analysis").onchange = follow;
  byId("sure").onchange = follow;
  return follow;
}

// Begins the next game of the ladder.
export async function nextGame() {
  const known = remembered(), {name = "", rules = "chinese", clock = "none"} = known;
  const terms = {ladder: true, name, clock, rules: rules.startsWith("capture-") ? "chinese" : rules};
  location.href = `/play?game=${(await post("/api/games", {...terms, ...teachingTerms(known)})).id}`;
}

// Shows what a game tells: verdicts, what each side has, what the ladder says.
export function showTeaching(state) {
  announce("remarks", state.remarks.join(" "));
  const counted = ["agreeing", "over"].includes(state.stage);
  announce("counts", counted ? Object.entries(state.sides).map(([color, sum]) => Texts.titled(colorName(color), sum)).join("\n") : "");
  announce("climbed", state.climbed);
  byId("climb").hidden = state.rung === null || state.stage !== "over";
  for (const name of ["hint", "score", "analyse", "review"]) {
    byId(name).hidden ||= !state.analysis;
  }
  byId("watching").parentNode.hidden = !state.analysis;
}
