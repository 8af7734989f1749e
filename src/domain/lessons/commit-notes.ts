import { opening } from "../../base/text/sentences.js";
import type { CommitMessage } from "../../engine/git-locator.js";
import { rankTexts } from "../search/rank/rank-texts.js";
import { type LessonLine, oneLine } from "./lesson-line.js";

/** Commits whose messages are read, the newest. */
export const maxCommits = 1000;
/** A shorter body is a trailer or a reference: it explains nothing. */
const minBody = 60;
const maxNote = 700;
/** How far the best message must be above the next one: a long prompt has words in common with every message. */
const minContrast = 1.5;
const minScore = 0.07;

/** The commit whose message explains something about a prompt, if one stands out. */
export function commitNote(commits: readonly CommitMessage[], prompt: string): LessonLine | undefined {
  const explaining = commits
    .map((commit) => ({ ...commit, body: commit.body.replace(/^[A-Z][\w-]+: .*$/gm, "").trim() }))
    .filter(({ body }) => body.length >= minBody);
  const [best, next] = rankTexts(prompt, explaining, ({ subject, body }) => `${subject}\n${body}`);
  if (!best || best.score < minScore || best.score < minContrast * (next?.score ?? 0)) return undefined;
  const { hash, at, subject, body } = best.item;
  return {
    item: `commit:${hash}`,
    text: `- Commit "${oneLine(subject)}": ${opening(oneLine(body), maxNote)} [${hash.slice(0, 8)} ${at.slice(0, 10)}]`,
  };
}
