// A person's rank by the person's games.
import {attempt, byId, element, postFile, takeFiles} from "./common.js";

const shown = (texts, className) => texts.map((text) => element("p", {className}, text));

// The name is that of the page Review.
byId("player").value = localStorage.getItem("player") || "";
byId("player").onchange = ({target}) => localStorage.setItem("player", target.value);

takeFiles(byId("drop"), byId("file"), async (files) => {
  const answer = byId("answer"), player = encodeURIComponent(byId("player").value.trim());
  answer.hidden = false;
  answer.replaceChildren(element("p", {className: "spin"}, _("Reading")));
  // Four zero bytes end a file.
  const games = new Blob(files.flatMap((file) => [file, new Uint8Array(4)]));
  const found = await attempt(() => postFile(`/api/rank?player=${player}`, games));
  answer.hidden = !found;
  if (found) answer.replaceChildren(...shown(found.texts, "rank"), ...shown(found.left_out, "muted"));
});
