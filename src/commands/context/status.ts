import * as z from "zod";
import { examineStore } from "../../domain/context/store-health.js";
import { summariseProject } from "../../domain/context/summarise-project.js";
import { mergeStatus } from "../../domain/context/sync/pending-merge.js";
import { defineCommand } from "../define-command.js";

export const status = defineCommand({
  name: "status",
  summary: "Show what this project's context store has, and what is wrong with it.",
  input: z.object({}),
  examples: ["status"],

  async run(_, app) {
    const project = await app.context.open(app.call);
    const [summary, problems] = await Promise.all([summariseProject(project), examineStore(project)]);
    const merge = await mergeStatus(project).catch(() => ({ status: "clean" }));
    return { ...summary, problems, merge: merge.status };
  },

  toText: (found) =>
    [
      `${found.project}${found.is_initialized ? "" : " (no store yet: `throughline init` makes it)"}`,
      `${found.knowledge_count} knowledge, ${found.convention_count} conventions, ${found.decisions_count} decisions, ${found.skills_count} skills`,
      ...(found.current_task ? [`Working on: ${found.current_task}`] : []),
      ...(found.blockers.length > 0 ? [`Blocked by: ${found.blockers.join(", ")}`] : []),
      ...(found.merge === "conflicts" ? ["A pull left conflicts: `throughline sync status`."] : []),
      ...found.problems.map(({ file, problem }) => `${file}: ${problem}`),
    ].join("\n"),
});
