import { opening } from "../../base/text/sentences.js";
import type { Exchange } from "../../store/archive/exchange.js";
import type { Session } from "../../store/archive/session-store.js";
import type { ArchiveParts } from "../archive/archive-parts.js";
import { failedCommandIn } from "../archive/extract/implementation-text.js";
import type { Call } from "../call.js";
import { requestOf } from "./earlier-work.js";
import { type LessonLine, sessionSource } from "./lesson-line.js";
import { passagesOf } from "./passages.js";
import { bm25Among, worthOf } from "./score-texts.js";
import { ownFindings, typedWords } from "./typed-words.js";

/** How a session of the project ended, with the files that it changed. */
export type SessionEnd = Awaited<ReturnType<ReturnType<typeof sessionEndsIn>>>[number];

const maxFiles = 4;
const maxOutcome = 160;

/** How the last sessions of a project ended, the newest first, without the call's own and without those of sub-agents. */
export function sessionEndsIn({ exchanges, sessions }: Pick<ArchiveParts, "exchanges" | "sessions">, count: number) {
  async function endOf(tenant: string, { id: sessionId, startedAt, endedAt: at }: Session) {
    const all = await exchanges.ofSession(tenant, sessionId);
    const last = all.at(-1);
    const files = [...new Set((await exchanges.outline(tenant, sessionId)).flatMap((one) => one.files))];
    const source = `[${sessionSource({ sessionId, at })}]`;
    const changed = files.length === 0 ? "" : `Changed ${files.slice(0, maxFiles).join(", ")}. `;
    const outcome = outcomeOf(all);
    const failure = last?.outcome === "failed" ? failedCommandIn(last.solution.implementation) : undefined;
    const lines: LessonLine[] = [
      ...(outcome === "" ? [] : [{ item: `end:${sessionId}`, text: `- ${changed}${outcome} ${source}` }]),
      ...(failure === undefined ? [] : [{ item: `failure:${failure}`, text: `- Broken: ${failure} ${source}` }]),
    ];
    return { sessionId, startedAt, at, files, lines };
  }

  return async ({ tenant, session: own }: Call, project: string) => {
    const rows = await sessions.list(tenant, { project }, count * 4 + 4);
    const main = rows.filter(({ parent, exchanges: n, id }) => parent === "" && n > 0 && id !== own);
    const ends = await Promise.all(main.slice(0, count).map((session) => endOf(tenant, session)));
    // What earlier ones did is found when it is asked for; what they left broken is not.
    return ends.map((end, i) => (i === 0 ? end : { ...end, lines: end.lines.filter(isBroken) }));
  };
}

export const isBroken = ({ item }: LessonLine): boolean => item.startsWith("failure:");

/** What a session came to: the passages of its last answer that say most of what the session says, in their order. */
function outcomeOf(all: readonly Exchange[]): string {
  const findings = ({ question, answer }: Exchange) => ownFindings(answer, typedWords(question));
  const exchange = all.findLast((one) => passagesOf(findings(one)).length > 0);
  const about = all.map(({ question, answer }) => `${question}\n${answer}`).join("\n");
  return exchange
    ? `${requestOf(exchange)} → ${opening(outcomeIn(findings(exchange), about, maxOutcome), maxOutcome)}`
    : "";
}

/** The passages of an answer that say most about a subject, in their order. */
export function outcomeIn(answer: string, subject: string, maxLength: number): string {
  const passages = passagesOf(answer);
  const scores = bm25Among(passages, subject);
  const ranked = passages
    .map((text, i) => ({ i, score: ((scores[i] ?? 0) / (text.length + 60) ** 0.6) * worthOf(text, false) }))
    .toSorted((a, b) => b.score - a.score);
  const chosen = new Set<number>();
  let left = maxLength;
  for (const { i } of ranked) {
    const length = (passages[i]?.length ?? 0) + 3;
    if (chosen.size > 0 && length > left) continue;
    left -= length;
    chosen.add(i);
  }
  return passages.filter((_, i) => chosen.has(i)).join(" … ");
}
