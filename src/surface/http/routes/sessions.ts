import { AppError } from "../../../base/errors.js";
import type { Turn } from "../../../domain/archive/sessions/sessions.js";
import { readPrices, sessionCost } from "../../../domain/overview/session-cost.js";
import { classifyToolCall } from "../../../hosts/classify-tool-call.js";
import type { PatternKind } from "../../../store/archive/exchange.js";
import type { ResultEvent, SessionEvent } from "../../../store/archive/session-event.js";
import type { Session } from "../../../store/archive/session-store.js";
import { pick } from "../../pick.js";
import { pageOf, route, untilOf } from "./define-route.js";
import { readLoop } from "./recall.js";

const patternKinds: readonly PatternKind[] = ["command", "tool", "error", "code", "architecture"];
const maxPatterns = 100;

export const sessionRoutes = {
  "GET /api/sessions": route("owner", async (request, app) => {
    const filter = {
      project: request.query("project"),
      agent: request.query("agent"),
      text: request.query("text"),
      file: request.query("file"),
      since: request.query("since"),
      until: untilOf(request),
    };
    const { offset, limit } = pageOf(request);
    const { sessions, total } = await app.overview.sessions(app.call, filter, offset, limit);
    return { sessions: sessions.map(toRow), total };
  }),

  "POST /api/sessions/:id/forget": route("owner", (request, app) =>
    app.sessions.forget(app.call, { session: request.param("id") }),
  ),

  /** A session with its outline; its turns are paged. */
  "GET /api/sessions/:id": route("owner", async (request, app) => {
    const { session, turns } = await app.sessions.turns(app.call, request.param("id"));
    const name = await app.projectRegistry.nameOf(app.call.tenant, session.project);
    const key = request.query("key");
    return {
      session: { ...toRow({ ...session, name }), folder: session.folder },
      turns: turns.slice(0, request.number("turns", { min: 0, max: 5000, fallback: 50 })).map(toReplayTurn),
      totalTurns: turns.length,
      outline: turns.map(toOutline),
      /** The turn that has the requested key. */
      targetTurn: turns.find(({ events }) => events.some((event) => event.key === key))?.turn,
      ...(await readLoop(app, session.id)),
      /** US dollars, if the setting has the model's price. */
      cost: sessionCost(readPrices(app.settings.values["archive.prices"]), session),
    };
  }),

  "GET /api/sessions/:id/turns": route("owner", async (request, app) => {
    const { turns } = await app.sessions.turns(app.call, request.param("id"));
    const { offset, limit } = pageOf(request);
    return { turns: turns.slice(offset, offset + limit).map(toReplayTurn), total: turns.length };
  }),

  /** The turns that contain a text, by number. */
  "GET /api/sessions/:id/find": route("owner", async (request, app) => {
    const text = (request.query("q") ?? "").toLowerCase();
    const { turns } = await app.sessions.turns(app.call, request.param("id"));
    const matches = ({ events }: Turn) => events.some((event) => textOf(event).toLowerCase().includes(text));
    return { turns: text === "" ? [] : turns.filter(matches).map(({ turn }) => turn) };
  }),

  /** The full text of an output that the replay truncates. */
  "GET /api/outputs/:hash": route("owner", async (request, app) => {
    const text = await app.sessions.output(app.call, request.param("hash"));
    if (text === undefined)
      throw new AppError("missing", "This output is not stored.", { hint: "Its session may have been forgotten." });
    return { text };
  }),

  /** Recurring patterns in sessions, also those that agents do not receive: tools and errors. */
  "GET /api/patterns": route("owner", async (request, app) => {
    const asked = request.query("kind");
    const kinds = patternKinds.filter((kind) => asked === undefined || asked === kind);
    if (kinds.length === 0)
      throw new AppError("invalid", `Unknown kind: ${asked}.`, { hint: `Kinds: ${patternKinds.join(", ")}.` });
    const { patterns } = await app.archive.patterns(app.call, { kinds, minFrequency: 2, limit: maxPatterns });
    return {
      patterns: patterns.map(({ examples, ...row }) => ({
        ...pick(row, "kind", "pattern", "frequency", "failures", "lastUsed"),
        session: examples[0]?.sessionId ?? "",
      })),
    };
  }),
};

/** As lists show it: with the project's name. */
function toRow({ folder: _, name: project, ...session }: Session & { readonly name: string }) {
  return { ...session, project };
}

const textOf = (event: SessionEvent): string => (event.kind === "call" ? JSON.stringify(event.input) : event.text);

/** Each result is a part of its call. */
function toReplayTurn({ turn, events }: Turn) {
  const results = new Map(events.flatMap((one) => (one.kind === "result" ? [[one.call, one] as const] : [])));
  return {
    turn,
    events: events
      .filter((event) => event.kind !== "result")
      .map((event) =>
        event.kind === "call"
          ? { ...pick(event, "kind", "at", "tool", "input"), result: toResult(results.get(event.call)) }
          : pick(event, "kind", "key", "at", "text"),
      ),
  };
}

interface ReplayResult extends Pick<ResultEvent, "text" | "ok" | "exitCode" | "durationMs"> {
  /** Id of the full text when `text` is only its beginning. */
  readonly whole?: string | undefined;
}

/** None while the call runs or when the transcript is truncated. */
const toResult = (result: ResultEvent | undefined): ReplayResult | undefined =>
  result && { ...pick(result, "text", "ok", "exitCode", "durationMs"), whole: result.blob };

const maxPromptLength = 120;

function toOutline({ turn, events }: Turn) {
  const prompt = events.find(({ kind }) => kind === "prompt") ?? events[0];
  const calls = events.flatMap((event) => (event.kind === "call" ? [event] : []));
  return {
    turn,
    at: events[0]?.at ?? "",
    calls: calls.length,
    prompt: prompt && "text" in prompt ? (prompt.text.trim().split("\n")[0] ?? "").slice(0, maxPromptLength) : "",
    failures: events.filter((event) => event.kind === "result" && !event.ok).length,
    edits: calls.filter(({ tool, input }) => classifyToolCall(tool, input).changes).length,
  };
}
