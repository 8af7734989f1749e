import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextRemoveSkill = defineTool({
  name: "context_remove_skill",
  toolset: "context",
  effect: "deletes",
  title: "Remove skill",
  description: "Remove a skill with its usage, feedback and proposals. Use when it is obsolete.",
  input: z.object({ name: z.string().describe("Skill name.") }),
  output: answerOf({ status: "string", name: "string" }),
  examples: [{ name: "run-tests" }],
  cli: {
    command: "skill rm",
    positional: ["name"],
    confirm: async ({ name }) =>
      `Deletes the skill ${String(name)} with its usage, feedback and proposals. Only what is committed to git can be restored.`,
  },

  async run({ name }, app) {
    const project = await app.context.open(app.call);
    const entry = await project.skills.read(name);
    if (!entry) return { status: "not_found", name };
    const removed = await project.change(() => project.skills.remove(name));
    if (removed) await app.forgetContext(app.call, [JSON.stringify(entry)]);
    return { status: removed ? "removed" : "not_found", name };
  },

  toText: ({ status, name }) => (status === "removed" ? `Removed ${name}.` : `Skill not found: ${name}.`),
  changes: ({ name }) => ["context://skills", `context://skills/${encodeURIComponent(name)}`],
});
