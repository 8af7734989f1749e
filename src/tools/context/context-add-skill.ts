import * as z from "zod";
import { historyWarning } from "../../domain/context/change-scope.js";
import { fileKey } from "../../store/context/file-key.js";
import { readScope } from "../../store/context/scope.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { scopeField } from "../fields.js";

export const contextAddSkill = defineTool({
  name: "context_add_skill",
  toolset: "context",
  effect: "replaces",
  title: "Add skill",
  description:
    "Write a skill (SKILL.md); replaces the same name. Use for procedures worth repeating; to change one use context_propose_skill_improvement.",
  input: z.object({
    name: z.string().describe("Name such as `deploy-staging`."),
    description: z.string().describe("What it does and when to use it."),
    instructions: z.string().describe("Markdown body."),
    scope: scopeField,
  }),
  output: answerOf({
    status: "string",
    name: "string",
    scope: "string",
    "warning?": "string",
    "store_created?": "string",
    "note?": "string",
  }),
  examples: [{ name: "run-tests", description: "Run the test suite", instructions: "1. Run `npm test`" }],
  cli: { command: "skill add", positional: ["name", "description", "instructions"] },

  async run({ scope: scopeText, ...skill }, app) {
    const scope = readScope(scopeText);
    fileKey(skill.name);
    const project = await app.context.open(app.call);
    const written = await project.change(() => project.skills.put({ ...skill, scope, author: project.caller }));
    return {
      status: "ok",
      name: written.name,
      scope: written.scope,
      ...historyWarning(written.wasTracked),
      ...project.notices(),
    };
  },

  toText: ({ name, scope, warning, note }) =>
    [`Saved skill ${name} (${scope}).`, warning, note].filter(Boolean).join(" "),
  changes: ({ name }) => ["context://skills", `context://skills/${encodeURIComponent(name)}`],
});
