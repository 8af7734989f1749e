import * as z from "zod";
import { listSkills } from "../../domain/context/skill-feedback.js";
import { defineTool } from "../define-tool.js";
import { anyObjects } from "../fields.js";

export const contextListSkills = defineTool({
  name: "context_list_skills",
  toolset: "context",
  effect: "reads",
  title: "List skills",
  description: "List skills with description, scope and attention flag. Use context_get_skill to read one.",
  input: z.object({}),
  output: anyObjects,
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
