import * as z from "zod";
import type { SessionEvent } from "../../store/archive/session-event.js";
import { defineCommand } from "../define-command.js";

export const replay = defineCommand({
  name: "replay",
  summary: "Print a session from its first prompt to its last answer.",
  input: z.object({ session: z.string().min(1).describe("Session id or prefix.") }),
  positional: ["session"],
  examples: ["replay 7f9e74cd"],

  run: ({ session }, app) => app.sessions.turns(app.call, session),

  toText: ({ session, turns }, paint) =>
    [
      paint.bold(`${session.agent} ${session.id} ${session.startedAt}`),
      ...turns.flatMap(({ events }) => events.map((event) => eventText(event, paint))),
    ].join("\n\n"),
});

function eventText(event: SessionEvent, paint: { bold(text: string): string; dim(text: string): string }): string {
  switch (event.kind) {
    case "prompt":
      return `${paint.bold("▸")} ${event.text}`;
    case "call":
      return paint.dim(`→ ${event.tool} ${JSON.stringify(event.input).slice(0, 400)}`);
    case "result":
      return paint.dim(`${event.ok ? "←" : "✗"} ${event.text.slice(0, 800)}`);
    default:
      return event.text;
  }
}
