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

  async run(request, app) {
    const { session, turns } = await app.sessions.turns(app.call, request.param("id"));
    const cost = sessionCost(readPrices(app.settings.values["archive.prices"]), session);
    const name = await app.projectRegistry.nameOf(app.call.tenant, session.project);
    const max = request.number("turns", { min: 1, max: 5000, fallback: 50 });
    const from = Math.max(1, turnOf(turns, request.query("key")) - turnsBefore);
    return {
      session: { ...toRow({ ...session, name }), folder: session.folder },
      turns: turns.slice(from - 1, from - 1 + max).map(({ turn, events }) => ({ turn, events: joinResults(events) })),
      totalTurns: turns.length,
      ...(cost === undefined ? {} : { cost }),
    };
  },
});

/** Turns shown before the requested one. */
const turnsBefore = 2;

const turnOf = (turns: readonly Turn[], key: string | undefined): number =>
  key === undefined ? 1 : (turns.find(({ events }) => events.some((event) => event.key === key))?.turn ?? 1);

/** The full text of an output that the replay truncates. */
export const wholeOutputRoute = defineRoute<{ text: string }>({
  method: "GET",
  path: "/api/outputs/:hash",

  async run(request, app) {
    const text = await app.sessions.output(app.call, request.param("hash"));
    if (text === undefined)
      throw new AppError("missing", "This output is not stored.", { hint: "Its session may have been forgotten." });
    return { text };
  },
});

/** Attaches each result to its call. */
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
