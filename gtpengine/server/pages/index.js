// The front page: the games that the server keeps.
import {attempt, byId, dateText, element, get} from "./common.js";

attempt(async () => {
  const {games} = await get("/api/games");
  byId("games").hidden = !games.length;
  byId("games").querySelector("ul").replaceChildren(...games.map(({id, title, status, begun}) =>
    element("li", {}, element("a", {className: "grow", href: `/play?game=${id}`}, title),
      element("span", {className: "muted"}, _("{status}, begun {day}", {status, day: dateText(begun)})))));
});
