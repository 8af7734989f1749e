import * as z from "zod";
import { listSkills } from "../../domain/context/skill-feedback.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextListSkills = defineTool({
  name: "context_list_skills",
  toolset: "context",
  effect: "reads",
  title: "List skills",
  description: "List skills with description, scope and attention flag. Use context_get_skill to read one.",
  input: z.object({}),
  output: answerOf([
    { name: "string", description: "string", scope: "string", needs_attention: "boolean", "problem?": "string" },
  ]),
  examples: [{}],
  cli: { command: "skill list" },

  async run(_, app) {
    const project = await app.context.open(app.call);
    return listSkills(project);
  },

  toText: (skills) =>
    skills.map(({ name, description }) => `${name}  ${description}`).join("\n") ||
    "No skills yet. Add one with `throughline skill add`.",
});
