// Where the person stands on the ladder, and its next game.
import {attempt, byId, element, get, post} from "./common.js";
import {nextGame} from "./teaching.js";

function show({rung, best, games, text, rungs}) {
  byId("where").textContent = text;
  byId("rungs").replaceChildren(...rungs.map((terms, number) => {
    const row = element("li", {}, element("span", {className: "grow"}, _("Rung {number}: {terms}", {number: number + 1, terms})));
    if (number === rung) row.setAttribute("aria-current", "step");
    if (number === rung) row.append(element("b", {}, _("you are here")));
    if (number === best && games) row.append(element("span", {className: "muted"}, _("your best")));
    return row;
  }).reverse());
  byId("play").hidden = false;
  byId("elsewhere").hidden = false;
}

byId("play").onclick = () => attempt(nextGame);
byId("rank").replaceChildren(...["25k", "15k", "5k", "3d"].map((rank) => element("option", {value: rank}, rank)));
byId("elsewhere").onsubmit = (event) => {
  event.preventDefault();
  attempt(async () => show(await post("/api/ladder", {rank: byId("rank").value})));
};
attempt(async () => show(await get("/api/ladder")));
