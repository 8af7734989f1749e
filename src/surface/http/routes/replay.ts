import { AppError } from "../../../base/errors.js";
import type { Turn } from "../../../domain/archive/sessions/sessions.js";
import { readPrices, sessionCost } from "../../../domain/overview/session-cost.js";
import { classifyToolCall } from "../../../hosts/classify-tool-call.js";
import type { ResultEvent, SessionEvent } from "../../../store/archive/session-event.js";
import type { OutlineRow, Replay, ReplayEvent, ReplayResult, ReplayTurn, TurnPage } from "../api-types.js";
import { get } from "./define-route.js";
import { readLoop } from "./recall.js";
import { toRow } from "./sessions.js";

export const replayRoutes = [
  /** A session with its outline; its turns are paged. */
  get<Replay>("/api/sessions/:id", "owner", async (request, app) => {
    const { session, turns } = await app.sessions.turns(app.call, request.param("id"));
    const cost = sessionCost(readPrices(app.settings.values["archive.prices"]), session);
    const name = await app.projectRegistry.nameOf(app.call.tenant, session.project);
    const targetTurn = turnWith(turns, request.query("key"));
    return {
      session: { ...toRow({ ...session, name }), folder: session.folder },
      turns: turns.slice(0, request.number("turns", { min: 0, max: 5000, fallback: 50 })).map(toReplayTurn),
      totalTurns: turns.length,
      outline: turns.map(toOutline),
      ...(targetTurn === undefined ? {} : { targetTurn }),
      ...(await readLoop(app, session.id)),
      ...(cost === undefined ? {} : { cost }),
    };
  }),

  get<TurnPage>("/api/sessions/:id/turns", "owner", async (request, app) => {
    const { turns } = await app.sessions.turns(app.call, request.param("id"));
    const offset = request.number("offset", { min: 0, max: 1_000_000, fallback: 0 });
    const limit = request.number("limit", { min: 1, max: 500, fallback: 100 });
    return { turns: turns.slice(offset, offset + limit).map(toReplayTurn), total: turns.length };
  }),

  /** The turns that contain a text, by number. */
  get<{ turns: readonly number[] }>("/api/sessions/:id/find", "owner", async (request, app) => {
    const text = (request.query("q") ?? "").toLowerCase();
    const { turns } = await app.sessions.turns(app.call, request.param("id"));
    const matches = ({ events }: Turn) => events.some((event) => textOf(event).toLowerCase().includes(text));
    return { turns: text === "" ? [] : turns.filter(matches).map(({ turn }) => turn) };
  }),

  /** The full text of an output that the replay truncates. */
  get<{ text: string }>("/api/outputs/:hash", "owner", async (request, app) => {
    const text = await app.sessions.output(app.call, request.param("hash"));
    if (text === undefined)
      throw new AppError("missing", "This output is not stored.", { hint: "Its session may have been forgotten." });
    return { text };
  }),
];

const textOf = (event: SessionEvent): string => (event.kind === "call" ? JSON.stringify(event.input) : event.text);

const toReplayTurn = ({ turn, events }: Turn): ReplayTurn => ({ turn, events: joinResults(events) });

const maxPromptLength = 120;

function toOutline({ turn, events }: Turn): OutlineRow {
  const prompt = events.find(({ kind }) => kind === "prompt") ?? events[0];
  const calls = events.filter(({ kind }) => kind === "call");
  return {
    turn,
    at: events[0]?.at ?? "",
    calls: calls.length,
    prompt: prompt && "text" in prompt ? (prompt.text.trim().split("\n")[0] ?? "").slice(0, maxPromptLength) : "",
    failures: events.filter((event) => event.kind === "result" && !event.ok).length,
    edits: calls.filter((event) => event.kind === "call" && classifyToolCall(event.tool, event.input).changes).length,
  };
}

const turnWith = (turns: readonly Turn[], key: string | undefined): number | undefined =>
  key === undefined ? undefined : turns.find(({ events }) => events.some((event) => event.key === key))?.turn;

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
  text,
  ok,
  ...(exitCode === undefined ? {} : { exitCode }),
  ...(durationMs === undefined ? {} : { durationMs }),
  ...(blob === undefined ? {} : { whole: blob }),
});
