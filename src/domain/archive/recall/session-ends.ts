import { opening } from "../../../base/text/sentences.js";
import type { Exchange } from "../../../store/archive/exchange.js";
import type { ExchangeStore } from "../../../store/archive/exchange-store.js";
import type { Session, SessionStore } from "../../../store/archive/session-store.js";
import type { Call } from "../../call.js";
import { failedCommandIn } from "../extract/implementation-text.js";
import { isStatementLike } from "../extract/statements/extract-statements.js";
import type { CurrentStatement } from "../extract/statements/resolve-statements.js";
import { splitMessage } from "../extract/statements/split-sentences.js";
import { classes, scoreClasses } from "../extract/statements/statement-model.js";
import { oneLine } from "./recall-line.js";
import type { SessionEnd } from "./start-brief.js";

interface Deps {
  readonly exchanges: ExchangeStore;
  readonly sessions: SessionStore;
  /** How many sessions a brief is about. */
  readonly count: number;
}

/** What sessions of a project stated: what holds, and the texts of what no longer does. */
interface StatedInProject {
  readonly current: readonly CurrentStatement[];
  readonly outdated: readonly string[];
}

/** How the last sessions of a project ended, without the call's own and without those of sub-agents. */
export function sessionEndsIn({ exchanges, sessions, count }: Deps) {
  async function endOf(
    tenant: string,
    { id, agent, endedAt, branch }: Session,
    { current, outdated }: StatedInProject,
  ): Promise<SessionEnd> {
    const lastExchanges = await exchanges.newest(tenant, { session: id }, maxExchanges);
    const [last] = lastExchanges;
    const files = [...new Set((await exchanges.outline(tenant, id)).flatMap((one) => one.files))];
    const dropped = abandonedTerms(current);
    const stated = new Set(current.map(({ text }) => text));
    const hasOutcome = current.some(({ about, sessionId }) => about === "outcome" && sessionId === id);
    const isOutdated = (text: string) => outdated.some((one) => text.includes(one));
    const isNew = (sentence: string) =>
      !stated.has(sentence) && !isOutdated(sentence) && !dropped.some((term) => sentence.toLowerCase().includes(term));
    const isDescribed =
      last !== undefined && !hasOutcome && !(files.length === 0 && isOutdated(`${last.question}\n${last.answer}`));
    return {
      ...{ sessionId: id, agent, at: endedAt, branch, files },
      failure: last?.outcome === "failed" ? failureOf(last) : "",
      // A session that stated its outcome is described by that.
      ...(isDescribed ? answerOf(lastExchanges, files.length > 0, isNew) : { question: "", answer: "" }),
    };
  }
  return async (call: Call, project: string, stated: StatedInProject): Promise<SessionEnd[]> => {
    const rows = await sessions.list(call.tenant, { project }, count * 4 + 4);
    const main = rows.filter((one) => one.parent === "" && one.exchanges > 0 && one.id !== call.session);
    return Promise.all(main.slice(0, count).map((session) => endOf(call.tenant, session, stated)));
  };
}

/** What statements gave up; shorter terms occur in other words. */
export const abandonedTerms = (current: readonly CurrentStatement[]): string[] =>
  [...new Set(current.flatMap((one) => one.dropped))].filter((term) => term.length > 2);

/**
 * What the last answers of a session, the newest first, say came of it and no statement says; where nothing was changed,
 * the last question with its answer.
 */
function answerOf(
  exchanges: readonly Exchange[],
  hasChanges: boolean,
  isNew: (sentence: string) => boolean,
): Pick<SessionEnd, "question" | "answer"> {
  const [{ question, answer } = { question: "", answer: "" }] = exchanges;
  if (!hasChanges) return { question: opening(oneLine(question), 120), answer: opening(answer, maxAnswer) };
  const outcome = likeliestOutcome(exchanges, isNew) ?? firstSentences(answer, isNew);
  return { question: "", answer: opening(outcome, maxAnswer) };
}

/** A session often ends with small talk: what came of it is in one of these exchanges. */
const maxExchanges = 4;
const maxAnswer = 160;
/** Sentences of an answer that are scored, its last: that takes a tenth of a millisecond each. */
const maxSentences = 8;
const minOutcome = 0.1;

function likeliestOutcome(exchanges: readonly Exchange[], isNew: (sentence: string) => boolean): string | undefined {
  const sentences = exchanges.flatMap(({ answer }) =>
    splitMessage(answer)
      .filter(({ form }) => form === "prose")
      .slice(-maxSentences)
      .map(({ text }) => ({ text, score: scoreClasses(text, "agent")[classes.indexOf("outcome")] ?? 0 })),
  );
  const [best] = sentences
    .filter(({ text, score }) => score >= minOutcome && isNew(text) && isStatementLike(text, "agent"))
    .toSorted((a, b) => b.score - a.score);
  return best?.text;
}

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
