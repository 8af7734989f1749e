import type { Exchange } from "../../../store/archive/exchange.js";
import type { ExchangeStore } from "../../../store/archive/exchange-store.js";
import type { Session, SessionStore } from "../../../store/archive/session-store.js";
import type { Call } from "../../call.js";
import { failedCommandIn } from "../extract/implementation-text.js";
import { opening } from "../extract/sentences.js";
import { isStatementLike } from "../extract/statements/extract-statements.js";
import type { CurrentStatement } from "../extract/statements/resolve-statements.js";
import { splitMessage } from "../extract/statements/split-sentences.js";
import { oneLine } from "./recall-line.js";
import type { SessionEnd } from "./start-brief.js";

interface Deps {
  readonly exchanges: ExchangeStore;
  readonly sessions: SessionStore;
  /** How many sessions a brief is about. */
  readonly count: number;
}

/** How the last sessions of a project ended, without the call's own and without those of sub-agents. */
export function sessionEndsIn({ exchanges, sessions, count }: Deps) {
  async function endOf(
    tenant: string,
    { id, agent, endedAt, branch }: Session,
    current: readonly CurrentStatement[],
  ): Promise<SessionEnd> {
    const [last] = await exchanges.newest(tenant, { session: id }, 1);
    const files = [...new Set((await exchanges.outline(tenant, id)).flatMap((one) => one.files))];
    const dropped = abandonedTerms(current);
    const stated = new Set(current.map(({ text }) => text));
    const hasOutcome = current.some(({ about, sessionId }) => about === "outcome" && sessionId === id);
    const isNew = (sentence: string) =>
      !stated.has(sentence) && !dropped.some((term) => sentence.toLowerCase().includes(term));
    return {
      ...{ sessionId: id, agent, at: endedAt, branch, files },
      failure: last?.outcome === "failed" ? failureOf(last) : "",
      // A session that stated its outcome is described by that.
      ...(last === undefined || hasOutcome ? { question: "", answer: "" } : answerOf(last, files.length > 0, isNew)),
    };
  }
  return async (call: Call, project: string, current: readonly CurrentStatement[]): Promise<SessionEnd[]> => {
    const rows = await sessions.list(call.tenant, { project }, count * 4 + 4);
    const main = rows.filter((one) => one.parent === "" && one.exchanges > 0 && one.id !== call.session);
    return Promise.all(main.slice(0, count).map((session) => endOf(call.tenant, session, current)));
  };
}

/** What statements gave up; shorter terms occur in other words. */
export const abandonedTerms = (current: readonly CurrentStatement[]): string[] =>
  [...new Set(current.flatMap((one) => one.dropped))].filter((term) => term.length > 2);

/** What the last answer of a session asserts and no statement says; where nothing was changed, with the question. */
function answerOf(
  { question, answer }: Exchange,
  hasChanges: boolean,
  isNew: (sentence: string) => boolean,
): Pick<SessionEnd, "question" | "answer"> {
  if (!hasChanges) return { question: opening(oneLine(question), 120), answer: opening(answer, maxAnswer) };
  return { question: "", answer: opening(firstSentences(answer, isNew), maxAnswer) };
}

const maxAnswer = 160;

/** As many sentences as are shown: testing all of a long answer takes longer than the rest of a hook. */
function firstSentences(answer: string, isNew: (sentence: string) => boolean): string {
  let text = "";
  for (const { text: sentence, form } of splitMessage(answer)) {
    if (text.length > maxAnswer) break;
    if (form === "prose" && isNew(sentence) && isStatementLike(sentence, "agent"))
      text += `${text === "" ? "" : " "}${sentence}`;
  }
  return text;
}

/** The command that failed last, with its error; otherwise what was tried. Without either nothing is broken. */
function failureOf({ solution: { implementation } }: Exchange): string {
  if (implementation === "") return "";
  return failedCommandIn(implementation) ?? `not solved when the session ended: ${opening(implementation, 160)}`;
}
