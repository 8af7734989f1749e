import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { shortId } from "../../base/ids.js";
import { formatCount } from "../../base/text/plural.js";
import { parseFileLine } from "../../domain/archive/sessions/parse-file-line.js";
import type { SessionEvent } from "../../store/archive/session-event.js";
import { answerFrom, answerOf, texts } from "../answer-schema.js";
import { defineArchiveTool, type Tool } from "../define-tool.js";

const sessionField = z.string().default("").describe("Session id or prefix. Default: latest in this project.");

const noSession =
  "No session of this project is archived. List others with `throughline sessions`, or import earlier ones with `throughline import sessions`.";

/** The answer becomes part of a conversation, so a page ends before it grows too long. */
const maxChars = 24_000;
const maxTextLength = 4000;
const maxOutputLength = 1000;

export const sessionTools: readonly Tool[] = [
  defineArchiveTool("session_list", "reads", {
    title: "List sessions",
    description: "List past sessions of all agents, newest first. Use to find a session id.",
    input: z.object({
      project: z.string().optional().describe("Project path or name."),
      before: z.string().optional().describe("Ended before this time."),
      limit: z.number().int().min(1).max(100).default(20).describe("Maximum results."),
    }),
    output: answerFrom({
      sessions: [
        {
          ...texts("id", "agent", "project", "title", "startedAt", "endedAt"),
          exchanges: "number",
          ...texts("branch?", "model?", "parent?"),
        },
      ],
    }),
    examples: [{ limit: 5 }],
    cli: { command: "sessions" },

    async run({ project, before, limit }, app) {
      const query = { limit, project: project || undefined, before: before || undefined };
      const sessions = await app.sessions.list(app.call, query);
      return { sessions: sessions.map((one) => ({ ...one, project: one.name })) };
    },

    toText: ({ sessions }, paint) =>
      sessions.map(
        ({ id, agent, project, title, endedAt }) =>
          `${endedAt.slice(0, 16)} ${shortId(id)} ${paint.dim(`${agent} ${project}`)}\n  ${title}`,
      ),
    whenEmpty: "No sessions are archived. Import earlier ones with `throughline import sessions`.",
  }),

  defineArchiveTool("session_read", "reads", {
    title: "Read a session",
    description: "Read a session turn by turn. Use with an id from search_archive.",
    input: z.object({
      session: sessionField,
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
          events: [{ ...texts("kind", "tool?", "input?"), "ok?": "boolean", "text?": "string", "exitCode?": "number" }],
        },
      ],
      totalTurns: "number",
      "nextTurn?": "number",
    }),
    cli: { command: "session read", positional: ["session"] },

    async run({ session, turn, turns }, app) {
      const id = session || (await app.sessions.lastHere(app.call));
      if (id === undefined) return { session: "", turns: [], totalTurns: 0 };
      const read = await app.sessions.turns(app.call, id);
      if (turn > Math.max(1, read.turns.length)) {
        const count = formatCount(read.turns.length, "turn");
        throw new AppError("missing", `Turn ${turn} does not exist: the session has ${count}.`, {
          hint: "Call session_timeline for an outline of the session.",
        });
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
      const next = (turns.at(-1)?.turn ?? totalTurns) + 1;
      return [
        turns.map(({ turn, at, events }) => [
          paint.dim(`Turn ${turn} of ${totalTurns}, ${at.slice(0, 16)}`),
          events.map((event) => `${event.kind}: ${event.text ?? event.tool ?? ""}`),
        ]),
        next <= totalTurns && paint.dim(`Continue with --turn ${next}.`),
      ];
    },
    whenEmpty: noSession,
  }),

  defineArchiveTool("session_timeline", "reads", {
    title: "Outline a session",
    description: "List a session's questions with outcomes and files. Use before session_read.",
    input: z.object({ session: sessionField }),
    output: answerFrom({
      ...texts("session", "agent?", "startedAt?", "endedAt?"),
      exchanges: [{ at: "string", question: "string", outcome: "string", files: ["string"], topics: ["string"] }],
    }),
    cli: { command: "session timeline", positional: ["session"] },

    async run({ session }, app) {
      const id = session || (await app.sessions.lastHere(app.call));
      if (id === undefined) return { session: "", exchanges: [] };
      const found = await app.sessions.exchanges(app.call, id);
      const exchanges = found.exchanges
        .slice(-200)
        .map((one) => ({ ...one, question: one.question.slice(0, 200), files: one.files.slice(0, 10) }));
      return { ...found.session, session: found.session.id, exchanges };
    },

    toText: ({ exchanges }) => exchanges.map((one) => `${one.at.slice(0, 16)} ${one.outcome}: ${one.question}`),
    whenEmpty: noSession,
  }),

  defineArchiveTool("session_handover", "reads", {
    title: "Continue a session",
    description: "How a session stands: request, done, failed, open. Use to continue it.",
    input: z.object({ session: sessionField }),
    output: answerOf({ text: "string" }),
    cli: { command: "session handover", positional: ["session"] },

    async run({ session }, app) {
      const found = session ? await app.sessions.find(app.call, session) : undefined;
      const handOver = await app.injection.handOver(app.call, found?.id);
      return { text: handOver?.text ?? "" };
    },

    toText: ({ text }) => text,
    whenEmpty: noSession,
  }),

  defineArchiveTool("file_history", "reads", {
    title: "Show a file's history",
    description: "List sessions that read or changed a file, and why. Use before changing it.",
    input: z.object({
      path: z.string().min(1).describe("Path in the project, or path:line."),
      limit: z.number().int().min(1).max(100).default(10).describe("Maximum results."),
    }),
    output: answerFrom({
      path: "string",
      history: [{ sessionId: "string", at: "string", how: "string", question: "string", outcome: "string" }],
    }),
    examples: [{ path: "src/index.ts" }],
    cli: { command: "file history", positional: ["path"] },

    async run({ path, limit }, app) {
      const place = parseFileLine(path);
      return { path, history: await app.sessions.fileHistory(app.call, place.path, place.line, limit) };
    },

    toText: ({ history }) =>
      history.map((one) => `${one.at.slice(0, 16)} ${one.how} in ${one.sessionId}: ${one.question}`),
    whenEmpty:
      "No archived session read or changed this file. Import earlier sessions with `throughline import sessions`.",
  }),
];

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
