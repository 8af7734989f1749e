import * as z from "zod";
import { factsText, readShownFacts } from "../../domain/context/read-shown-facts.js";
import { listSkills } from "../../domain/context/skill-feedback.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { shownFacts } from "../shown-facts.js";

export const contextListSkills = defineTool({
  name: "context_list_skills",
  toolset: "context",
  effect: "reads",
  title: "List skills",
  description: "List skills with description, scope and attention flag. Use context_get_skill to read one.",
  input: z.object({}),
  output: answerOf([
    {
      name: "string",
      description: "string",
      scope: "string",
      needs_attention: "boolean",
      "problem?": "string",
      ...shownFacts,
    },
  ]),
  examples: [{}],
  cli: { command: "skill list" },

  async run(_, app) {
    const project = await app.context.open(app.call);
    const facts = await readShownFacts(project, "skill");
    return (await listSkills(project)).map((skill) => ({ ...skill, ...facts(skill.name) }));
  },

  toText: (skills) =>
    skills
      .map(({ name, description, ...facts }) => [name, description, factsText(facts)].filter(Boolean).join("  "))
      .join("\n") || "No skills yet. Add one with `throughline skill add`.",
});
