import * as z from "zod";
import { historyWarning } from "../../domain/context/entries.js";
import { factsText, readShownFacts } from "../../domain/context/entry-facts.js";
import { listSkills, requireSkill } from "../../domain/context/skill-feedback.js";
import { fileKey } from "../../store/context/file-key.js";
import { readScope } from "../../store/context/scope.js";
import { answerFrom, texts } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";
import { requireOwnText } from "../require-own-text.js";
import { askRemoval, entryUris, removeEntry, savedEntry, savedText, scopeField, shownFacts } from "./context-fields.js";

export const skillTools: readonly Tool[] = [
  defineContextTool("context_add_skill", "replaces", {
    title: "Add skill",
    description:
      "Write a skill (SKILL.md); replaces the same name. Use for procedures worth repeating; to change one use context_propose_skill_improvement.",
    input: z.object({
      name: z.string().describe("Name such as `deploy-staging`."),
      description: z.string().describe("What it does and when to use it."),
      instructions: z.string().describe("Markdown body."),
      scope: scopeField,
    }),
    output: answerFrom({ status: "string", name: "string", ...savedEntry }),
    examples: [{ name: "run-tests", description: "Run the test suite", instructions: "1. Run `npm test`" }],
    cli: { command: "skill add", positional: ["name", "description", "instructions"] },

    async run({ scope: scopeText, ...skill }, project, app) {
      const scope = readScope(scopeText);
      fileKey(skill.name);
      await requireOwnText(app, `the skill ${skill.name}`, `${skill.description}\n${skill.instructions}`);
      const written = await project.change(() => project.skills.put({ ...skill, scope, author: project.caller }));
      return { status: "ok", ...written, ...historyWarning(written.wasTracked), ...project.notices() };
    },

    toText: (saved) => savedText(`skill ${saved.name}`, saved),
    changes: ({ name }) => entryUris("skills", name),
  }),

  defineContextTool("context_get_skill", "reads", {
    title: "Read skill",
    description: "Read a skill's SKILL.md. Use before following it; then call context_report_skill_usage.",
    input: z.object({ name: z.string().describe("Skill name.") }),
    output: answerFrom({ name: "string", description: "string", content: "string", scope: "string" }),
    examples: [{ name: "run-tests" }],
    cli: { command: "skill show", positional: ["name"] },
    run: ({ name }, project) => requireSkill(project, name),
    toText: ({ content }) => content,
  }),

  defineContextTool("context_list_skills", "reads", {
    title: "List skills",
    description: "List skills with description, scope and attention flag. Use context_get_skill to read one.",
    input: z.object({}),
    output: answerFrom([
      { ...texts("name", "description", "scope"), needs_attention: "boolean", "problem?": "string", ...shownFacts },
    ]),
    cli: { command: "skill list" },

    async run(_, project) {
      const facts = await readShownFacts(project, "skill");
      return (await listSkills(project)).map((skill) => ({ ...skill, ...facts(skill.name) }));
    },

    toText: (skills) =>
      skills.map(({ name, description, ...facts }) => [name, description, factsText(facts)].filter(Boolean).join("  ")),
    whenEmpty: "No skills yet. Add one with `throughline skill add`.",
  }),

  defineContextTool("context_remove_skill", "deletes", {
    title: "Remove skill",
    description: "Remove a skill with its usage, feedback and proposals. Use when it is obsolete.",
    input: z.object({ name: z.string().describe("Skill name.") }),
    output: answerFrom({ status: "string", name: "string" }),
    examples: [{ name: "run-tests" }],
    cli: {
      command: "skill rm",
      positional: ["name"],
      confirm: ({ name }, app) =>
        askRemoval("skills", String(name), `skill ${name} with its usage, feedback and proposals`, app),
    },

    run: async ({ name }, project, app) => ({ name, ...(await removeEntry("skills", name, project, app)) }),
    toText: ({ status, name }) => (status === "removed" ? `Removed ${name}.` : `Skill not found: ${name}.`),
    changes: ({ name }) => entryUris("skills", name),
  }),
];
