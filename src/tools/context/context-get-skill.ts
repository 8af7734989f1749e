import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextGetSkill = defineTool({
  name: "context_get_skill",
  toolset: "context",
  effect: "reads",
  title: "Read skill",
  description: "Read a skill's SKILL.md. Use before following it; then call context_report_skill_usage.",
  input: z.object({ name: z.string().describe("Skill name.") }),
  output: answerOf({ name: "string", description: "string", content: "string", scope: "string" }),
  examples: [{ name: "run-tests" }],
  cli: { command: "skill show", positional: ["name"] },

  async run({ name }, app) {
    const project = await app.context.open(app.call);
    const skill = await project.skills.read(name);
    if (!skill) throw new AppError("missing", `Skill '${name}' not found`);
    return { name: skill.name, description: skill.description, content: skill.content, scope: skill.scope };
  },

  toText: ({ content }) => String(content),
});
