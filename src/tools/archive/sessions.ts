import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { shortId } from "../../base/ids.js";
import { formatCount } from "../../base/text/plural.js";
import { parseFileLine } from "../../domain/archive/sessions/parse-file-line.js";
import type { SessionEvent } from "../../store/archive/session-event.js";
import { answerOf } from "../answer-schema.js";
import { defineArchiveTool, type Tool } from "../define-tool.js";

export const sessionList = defineArchiveTool({
  name: "session_list",
  effect: "reads",
  title: "List sessions",
  description: "List past sessions of all agents, newest first. Use to find a session id.",
  input: z.object({
    project: z.string().optional().describe("Project path or name."),
    before: z.string().optional().describe("Ended before this time."),
    limit: z.number().int().min(1).max(100).default(20).describe("Maximum results."),
  }),
  output: answerOf({
    sessions: [
      {
        id: "string",
        agent: "string",
        project: "string",
        title: "string",
        startedAt: "string",
        endedAt: "string",
        exchanges: "number",
        "branch?": "string",
        "model?": "string",
        "parent?": "string",
      },
    ],
  }),
  examples: [{ limit: 5 }],
  cli: { command: "sessions" },

  async run({ project, before, limit }, app) {
    const rows = await app.sessions.list(app.call, {
      limit,
      ...(project ? { project } : {}),
      ...(before ? { before } : {}),
    });
    return {
      sessions: rows.map(({ id, agent, name, branch, model, title, parent, startedAt, endedAt, exchanges }) => ({
        id,
        agent,
        project: name,
        title,
        startedAt,
        endedAt,
        exchanges,
        ...(branch ? { branch } : {}),
        ...(model ? { model } : {}),
        ...(parent ? { parent } : {}),
      })),
    };
  },

  toText({ sessions }, paint) {
    if (sessions.length === 0)
      return "No sessions are archived. Import earlier ones with `throughline import sessions`.";
    return sessions
      .map(
        (one) =>
          `${String(one.endedAt).slice(0, 16)} ${shortId(String(one.id))} ${paint.dim(`${one.agent} ${one.project}`)}\n  ${one.title}`,
      )
      .join("\n");
  },
});

/** The answer becomes part of a conversation, so a page ends before it grows too long. */
const maxChars = 24_000;

export const sessionRead = defineArchiveTool({
  name: "session_read",
  effect: "reads",
  title: "Read a session",
  description: "Read a session turn by turn. Use with an id from search_archive.",
  input: z.object({
    session: z.string().default("").describe("Session id or prefix. Default: latest in this project."),
    turn: z.number().int().min(1).default(1).describe("First turn."),
    turns: z.number().int().min(1).max(50).default(5).describe("Maximum turns."),
  }),
  output: answerOf({
    session: "string",
    "agent?": "string",
    turns: [
      {
        turn: "number",
        at: "string",
        events: [
          {
            kind: "string",
            "tool?": "string",
            "input?": "string",
            "ok?": "boolean",
            "text?": "string",
            "exitCode?": "number",
          },
        ],
      },
    ],
    totalTurns: "number",
    "nextTurn?": "number",
  }),
  examples: [{}],
  cli: { command: "session read", positional: ["session"] },

  async run({ session, turn, turns }, app) {
    const id = session || (await app.sessions.lastHere(app.call));
    if (id === undefined) return { session: "", turns: [], totalTurns: 0 };
    const read = await app.sessions.turns(app.call, id);
    if (turn > Math.max(1, read.turns.length)) {
      throw new AppError(
        "missing",
        `Turn ${turn} does not exist: the session has ${formatCount(read.turns.length, "turn")}.`,
        { hint: "Call session_timeline for an outline of the session." },
      );
    }
    const page: { turn: number; at: string; events: ShownEvent[] }[] = [];
    let size = 0;
    for (const one of read.turns.slice(turn - 1, turn - 1 + turns)) {
      const events = one.events.map(shorten);
      size += JSON.stringify(events).length;
      if (size > maxChars && page.length > 0) break;
      page.push({ turn: one.turn, at: one.events[0]?.at ?? "", events });
    }
    const next = turn + page.length;
    return {
      session: read.session.id,
      agent: read.session.agent,
      turns: page,
      totalTurns: read.turns.length,
      ...(next <= read.turns.length ? { nextTurn: next } : {}),
    };
  },

  toText({ turns, totalTurns }, paint) {
    if (turns.length === 0)
      return "No session of this project is archived. List others with `throughline sessions`, or import earlier ones with `throughline import sessions`.";
    const lines = turns.flatMap(({ turn, at, events }) => [
      paint.dim(`Turn ${turn} of ${totalTurns}, ${at.slice(0, 16)}`),
      ...events.map((event) => `${event.kind}: ${event.text ?? event.tool ?? ""}`),
    ]);
    const next = (turns.at(-1)?.turn ?? 0) + 1;
    return [...lines, ...(next <= totalTurns ? [paint.dim(`Continue with --turn ${next}.`)] : [])].join("\n");
  },
});

const maxTextLength = 4000;
const maxOutputLength = 1000;

type ShownEvent = ReturnType<typeof shorten>;

function shorten(event: SessionEvent) {
  switch (event.kind) {
    case "call":
      return { kind: "call", tool: event.tool, input: JSON.stringify(event.input).slice(0, maxOutputLength) };
    case "result":
      return {
        kind: "result",
        ok: event.ok,
        text: event.text.slice(0, maxOutputLength),
        ...(event.exitCode === undefined ? {} : { exitCode: event.exitCode }),
      };
    default:
      return { kind: event.kind, text: event.text.slice(0, maxTextLength) };
  }
}

export const sessionTimeline = defineArchiveTool({
  name: "session_timeline",
  effect: "reads",
  title: "Outline a session",
  description: "List a session's questions with outcomes and files. Use before session_read.",
  input: z.object({
    session: z.string().default("").describe("Session id or prefix. Default: latest in this project."),
  }),
  output: answerOf({
    session: "string",
    "agent?": "string",
    "startedAt?": "string",
    "endedAt?": "string",
    exchanges: [{ at: "string", question: "string", outcome: "string", files: ["string"], topics: ["string"] }],
  }),
  examples: [{}],
  cli: { command: "session timeline", positional: ["session"] },

  async run({ session }, app) {
    const id = session || (await app.sessions.lastHere(app.call));
    if (id === undefined) return { session: "", exchanges: [] };
    const { session: row, exchanges } = await app.sessions.exchanges(app.call, id);
    return {
      session: row.id,
      agent: row.agent,
      startedAt: row.startedAt,
      endedAt: row.endedAt,
      exchanges: exchanges
        .slice(-200)
        .map(({ at, question, outcome, files, topics }) => ({
          at,
          question: question.slice(0, 200),
          outcome,
          files: files.slice(0, 10),
          topics,
        })),
    };
  },

  toText: ({ exchanges }) =>
    exchanges.map((one) => `${String(one.at).slice(0, 16)} ${one.outcome}: ${one.question}`).join("\n") ||
    "No session of this project is archived. List others with `throughline sessions`, or import earlier ones with `throughline import sessions`.",
});

export const sessionHandover = defineArchiveTool({
  name: "session_handover",
  effect: "reads",
  title: "Continue a session",
  description: "How a session stands: request, done, failed, open. Use to continue it.",
  input: z.object({
    session: z.string().default("").describe("Session id or prefix. Default: latest in this project."),
  }),
  output: answerOf({ text: "string" }),
  examples: [{}],
  cli: { command: "session handover", positional: ["session"] },

  async run({ session }, app) {
    const found = session ? await app.sessions.find(app.call, session) : undefined;
    const handOver = await app.injection.handOver(app.call, found?.id);
    return { text: handOver?.text ?? "" };
  },

  toText: ({ text }) =>
    text ||
    "No session of this project is archived. List others with `throughline sessions`, or import earlier ones with `throughline import sessions`.",
});

export const fileHistory = defineArchiveTool({
  name: "file_history",
  effect: "reads",
  title: "Show a file's history",
  description: "List sessions that read or changed a file, and why. Use before changing it.",
  input: z.object({
    path: z.string().min(1).describe("Path in the project, or path:line."),
    limit: z.number().int().min(1).max(100).default(10).describe("Maximum results."),
  }),
  output: answerOf({
    path: "string",
    history: [{ sessionId: "string", at: "string", how: "string", question: "string", outcome: "string" }],
  }),
  examples: [{ path: "src/index.ts" }],
  cli: { command: "file history", positional: ["path"] },

  async run({ path, limit }, app) {
    const place = parseFileLine(path);
    const history = await app.sessions.fileHistory(app.call, place.path, place.line, limit);
    return {
      path,
      history: history.map(({ sessionId, at, how, question, outcome }) => ({ sessionId, at, how, question, outcome })),
    };
  },

  toText: ({ history }) =>
    history.map((one) => `${String(one.at).slice(0, 16)} ${one.how} in ${one.sessionId}: ${one.question}`).join("\n") ||
    "No archived session read or changed this file. Import earlier sessions with `throughline import sessions`.",
});

export const sessionTools: readonly Tool[] = [sessionList, sessionRead, sessionTimeline, sessionHandover, fileHistory];
