import { AppError } from "../../../base/errors.js";
import type { Turn } from "../../../domain/archive/sessions/sessions.js";
import { readPrices, sessionCost } from "../../../domain/overview/session-cost.js";
import type { ResultEvent, SessionEvent } from "../../../store/archive/session-event.js";
import type { Replay, ReplayEvent, ReplayResult } from "../api-types.js";
import { defineRoute } from "./define-route.js";
import { toRow } from "./sessions.js";

export const replayRoute = defineRoute<Replay>({
  method: "GET",
  path: "/api/sessions/:id",

  async run(asked, app) {
    const { session, turns } = await app.sessions.turns(app.call, asked.part("id"));
    const cost = sessionCost(readPrices(app.settings.values["archive.prices"]), session);
    const name = await app.projectRegistry.nameOf(app.call.tenant, session.project);
    const max = asked.number("turns", { min: 1, max: 5000, usual: 50 });
    const from = Math.max(1, wantedTurn(turns, asked.query("key")) - before);
    return {
      session: { ...toRow({ ...session, name }), folder: session.folder },
      turns: turns.slice(from - 1, from - 1 + max).map(({ turn, events }) => ({ turn, events: joinResults(events) })),
      totalTurns: turns.length,
      ...(cost === undefined ? {} : { cost }),
    };
  },
});

/** Turns shown before the one that is wanted. */
const before = 2;

const wantedTurn = (turns: readonly Turn[], key: string | undefined): number =>
  key === undefined ? 1 : (turns.find(({ events }) => events.some((event) => event.key === key))?.turn ?? 1);

/** The whole of an output that a replay shows in part. */
export const wholeOutputRoute = defineRoute<{ text: string }>({
  method: "GET",
  path: "/api/outputs/:hash",

  async run(asked, app) {
    const text = await app.sessions.output(app.call, asked.part("hash"));
    if (text === undefined)
      throw new AppError("missing", "The output is not available.", { hint: "Its session may have been deleted." });
    return { text };
  },
});

/** Each call with what came of it; results are no events of their own. */
function joinResults(events: readonly SessionEvent[]): ReplayEvent[] {
  const results = new Map(events.flatMap((one) => (one.kind === "result" ? [[one.call, one] as const] : [])));
  return events.flatMap((event): ReplayEvent[] => {
    if (event.kind === "result") return [];
    if (event.kind !== "call") return [{ kind: event.kind, key: event.key, at: event.at, text: event.text }];
    const result = results.get(event.call);
    const { at, tool, input } = event;
    return [{ kind: "call", at, tool, input, ...(result ? { result: toResult(result) } : {}) }];
  });
}

const toResult = ({ text, ok, exitCode, durationMs, blob }: ResultEvent): ReplayResult => ({
  ...{ text, ok },
  ...(exitCode === undefined ? {} : { exitCode }),
  ...(durationMs === undefined ? {} : { durationMs }),
  ...(blob === undefined ? {} : { whole: blob }),
});
