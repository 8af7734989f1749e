import { opening } from "../../base/text/sentences.js";
import type { Exchange } from "../../store/archive/exchange.js";
import type { ExchangeStore } from "../../store/archive/exchange-store.js";
import type { Session, SessionStore } from "../../store/archive/session-store.js";
import { failedCommandIn } from "../archive/extract/implementation-text.js";
import type { Call } from "../call.js";
import { lastMessage, requestOf } from "./earlier-work.js";
import { type LessonLine, oneLine, sessionSource } from "./lesson-line.js";
import { densityAmong, passagesOf } from "./passages.js";

/** How a session of the project ended. */
export interface SessionEnd {
  readonly sessionId: string;
  readonly at: string;
  /** Files it changed. */
  readonly files: readonly string[];
  readonly lines: readonly LessonLine[];
}

interface Deps {
  readonly exchanges: ExchangeStore;
  readonly sessions: SessionStore;
  /** How many sessions a brief is about. */
  readonly count: number;
}

const maxFiles = 4;
/** A session often ends with small talk or a commit message: what came of it is in one of these exchanges. */
const maxExchanges = 4;
const maxOutcome = 420;

/** How the last sessions of a project ended, the newest first, without the call's own and without those of sub-agents. */
export function sessionEndsIn({ exchanges, sessions, count }: Deps) {
  async function endOf(tenant: string, { id: sessionId, endedAt: at }: Session): Promise<SessionEnd> {
    const last = await exchanges.newest(tenant, { session: sessionId }, maxExchanges);
    const files = [...new Set((await exchanges.outline(tenant, sessionId)).flatMap((one) => one.files))];
    const source = `[${sessionSource({ sessionId, at })}]`;
    const changed = files.length === 0 ? "" : `Changed ${files.slice(0, maxFiles).join(", ")}. `;
    const outcome = outcomeOf(last);
    const failure = last[0]?.outcome === "failed" ? failedCommandIn(last[0].solution.implementation) : undefined;
    const lines = [
      ...(outcome === "" ? [] : [{ item: `end:${sessionId}`, text: `- ${changed}${outcome} ${source}` }]),
      ...(failure === undefined ? [] : [{ item: `failure:${failure}`, text: `- Broken: ${failure} ${source}` }]),
    ];
    return { sessionId, at, files, lines };
  }

  return async ({ tenant, session: own }: Call, project: string): Promise<SessionEnd[]> => {
    const rows = await sessions.list(tenant, { project }, count * 4 + 4);
    const main = rows.filter(({ parent, exchanges: n, id }) => parent === "" && n > 0 && id !== own);
    const ends = await Promise.all(main.slice(0, count).map((session) => endOf(tenant, session)));
    // What earlier ones did is found when it is asked for; what they left broken is not.
    return ends.map((end, i) => (i === 0 ? end : { ...end, lines: end.lines.filter(isBroken) }));
  };
}

const isBroken = ({ item }: LessonLine): boolean => item.startsWith("failure:");

/** What the last exchanges, the newest first, say came of a session: its most specific passages, in their order. */
function outcomeOf(last: readonly Exchange[]): string {
  const passages = last.flatMap((exchange) => passagesOf(lastMessage(exchange)).map((text) => ({ exchange, text })));
  const density = densityAmong(passages.map(({ text }) => text));
  const [best] = passages.toSorted((a, b) => density(b.text) - density(a.text));
  if (best === undefined) return "";
  const own = passages.filter(({ exchange }) => exchange === best.exchange).map(({ text }) => text);
  const chosen = new Set<string>();
  let left = maxOutcome;
  for (const text of own.toSorted((a, b) => density(b) - density(a))) {
    if (chosen.size > 0 && text.length + 3 > left) continue;
    left -= text.length + 3;
    chosen.add(text);
  }
  const text = own.filter((one) => chosen.has(one)).join(" … ");
  return `${requestOf(best.exchange)} → ${opening(oneLine(text), maxOutcome)}`;
}
