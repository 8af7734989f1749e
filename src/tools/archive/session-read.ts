import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { formatCount } from "../../base/text/plural.js";
import type { SessionEvent } from "../../store/archive/session-event.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

/** The answer becomes part of a conversation, so a page ends before it grows too long. */
const maxChars = 24_000;

export const sessionRead = defineTool({
  name: "session_read",
  toolset: "archive",
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
        {
          hint: "Call session_timeline for an outline of the session.",
        },
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
      ...{ session: read.session.id, agent: read.session.agent, turns: page, totalTurns: read.turns.length },
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
