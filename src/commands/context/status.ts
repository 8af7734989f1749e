import * as z from "zod";
import { examineStore } from "../../domain/context/store-health.js";
import { summariseProject } from "../../domain/context/summarise-project.js";
import { mergeStatus } from "../../domain/context/sync/pending-merge.js";
import { defineCommand } from "../define-command.js";

export const status = defineCommand({
  name: "status",
  summary: "Show what this project's context store and the archive have, and what is wrong.",
  input: z.object({}),
  examples: ["status"],

  async run(_, app) {
    const project = await app.context.open(app.call);
    const [summary, problems] = await Promise.all([summariseProject(project), examineStore(project)]);
    const merge = await mergeStatus(project).catch(() => ({ status: "clean" }));
    const { sessions, exchanges, bytes, newest } = await app.sessions.totals(app.call);
    return { ...summary, problems, merge: merge.status, archive: { sessions, exchanges, bytes, newest } };
  },

  toText: (found) =>
    [
      `${found.project}${found.is_initialized ? "" : " (no store yet: `throughline init` makes it)"}`,
      `${found.knowledge_count} knowledge, ${found.convention_count} conventions, ${found.decisions_count} decisions, ${found.skills_count} skills`,
      ...(found.current_task ? [`Working on: ${found.current_task}`] : []),
      ...(found.blockers.length > 0 ? [`Blocked by: ${found.blockers.join(", ")}`] : []),
      ...(found.merge === "conflicts" ? ["A pull left conflicts: `throughline sync status`."] : []),
      found.archive.sessions === 0
        ? "No session archived yet: `throughline import sessions` reads what agents left."
        : `${found.archive.sessions} sessions with ${found.archive.exchanges} exchanges archived (${(found.archive.bytes / 1e6).toFixed(1)} MB), the last ${found.archive.newest.slice(0, 16).replace("T", " ")}`,
      ...found.problems.map(({ file, problem }) => `${file}: ${problem}`),
    ].join("\n"),
});
