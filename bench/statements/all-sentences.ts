import { openParts } from "../handover/story.js";
import { readLabeledSessions } from "./labeled-sessions.js";
import { readPublicSessions } from "./public-sessions.js";
import { type LabeledSentence, readSentences } from "./sentences.js";
import { storySentences } from "./story-sentences.js";

/** All labeled sentences but those held out. `--public FOLDER` names where clones of the public repositories are. */
export function readAllSentences(): LabeledSentence[] {
  const folder = process.argv[process.argv.indexOf("--public") + 1];
  if (!process.argv.includes("--public") || folder === undefined) throw new Error("--public FOLDER is missing.");
  return [
    ...readSentences("sentences"),
    ...openParts.flatMap(storySentences),
    ...readLabeledSessions(),
    ...readPublicSessions(folder),
  ];
}

/** Real sessions are a quarter of all sentences, and nearly all of theirs are not for later. */
export const realNoneWeight = ({ kind, voice }: LabeledSentence): number =>
  kind === "none" && voice.includes("/") ? 0.3 : 1;
