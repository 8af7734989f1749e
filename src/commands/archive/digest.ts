import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import type { DigestLine } from "../../domain/archive/sessions/sessions.js";
import { defineCommand } from "../define-command.js";
import { sinceField, timeSince } from "./since.js";

export const digest = defineCommand({
  name: "digest",
  summary: "Summarize what was done, decided and left open, per project.",
  input: z.object({
    since: sinceField.default("1d"),
    project: z.string().optional().describe("Only this project, by path or name."),
  }),
  examples: ["digest", "digest --since 1w"],

  run: ({ since, project }, app) => app.sessions.digest(app.call, timeSince(since, app.runtime.now()), project),

  toText(projects, paint) {
    if (projects.length === 0) return "No sessions since then.";
    const part = (title: string, rows: readonly DigestLine[]) =>
      rows.length > 0 ? [`  ${title}`, ...rows.map(({ text, id }) => `    - ${text} ${paint.dim(id)}`)] : [];
    return projects
      .flatMap(({ project, sessions, done, decided, open }) => [
        paint.bold(`${project} (${formatCount(sessions, "session")})`),
        ...part("Done", done),
        ...part("Decided", decided),
        ...part("Open", open),
      ])
      .join("\n");
  },
});
