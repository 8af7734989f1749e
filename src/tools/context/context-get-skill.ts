import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { defineTool } from "../define-tool.js";
import { anyObject } from "../fields.js";

export const contextGetSkill = defineTool({
  name: "context_get_skill",
  toolset: "context",
  effect: "reads",
  title: "Read skill",
  description: "Read a skill's SKILL.md. Use it before following the skill; then context_report_skill_usage.",
  input: z.object({ name: z.string().describe("Name of the skill.") }),
  output: anyObject,
  examples: [{ name: "run-tests" }],
  cli: { command: "skill show", positional: ["name"] },

  async run({ name }, app) {
    const project = await app.context.open(app.call);
    const found = await project.skills.read(name);
    if (!found) throw new AppError("missing", `Skill '${name}' not found`);
    return { name: found.name, description: found.description, content: found.content, scope: found.scope };
  },

  toText: ({ content }) => String(content),
});
