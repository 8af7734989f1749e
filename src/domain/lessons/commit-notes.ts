import { opening } from "../../base/text/sentences.js";
import type { CommitMessage } from "../../engine/git-locator.js";
import { rankTexts } from "../search/rank/rank-texts.js";
import { oneLine } from "./lesson-line.js";
import { bm25Among } from "./score-texts.js";

/** Commits whose messages are read, the newest. */
export const maxCommits = 1000;
/** A shorter body is a trailer or a reference: it explains nothing. */
const minBody = 60;
const maxNote = 700;
/** How far the best message must be above the next one: a long prompt has words in common with every message. */
const minContrast = 1.5;
const minScore = 0.07;

/** Of the messages of chats about the same, so many may match better; with fewer to compare, that says nothing. */
const maxAhead = 2;
const minRivals = 20;

/** The commit whose message explains something about a prompt, if it stands out among commits or beside what was said. */
export function commitNote(commits: readonly CommitMessage[], prompt: string, said: readonly string[]) {
  const explaining = commits
    .map((commit) => ({ ...commit, body: commit.body.replace(/^[A-Z][\w-]+: .*$/gm, "").trim() }))
    .filter(({ body }) => body.length >= minBody);
  const [best, next] = rankTexts(prompt, explaining, textOf);
  if (!best || best.score < minScore) return undefined;
  const isRival = best.score < minContrast * (next?.score ?? 0);
  const others = explaining.filter((one) => one !== best.item).map(textOf);
  if (isRival && (said.length < minRivals || countAhead(textOf(best.item), [...said, ...others], prompt) > maxAhead))
    return undefined;
  const { hash, at, subject, body } = best.item;
  return {
    item: `commit:${hash}`,
    text: `- Commit "${oneLine(subject)}": ${opening(oneLine(body), maxNote)} [${hash.slice(0, 8)} ${at.slice(0, 10)}]`,
  };
}

const textOf = ({ subject, body }: Pick<CommitMessage, "subject" | "body">): string => `${subject}\n${body}`;

/** How many of the others match better. */
function countAhead(text: string, others: readonly string[], prompt: string): number {
  const [own = 0, ...scores] = bm25Among([text, ...others], prompt);
  return scores.filter((score) => score > own).length;
}
