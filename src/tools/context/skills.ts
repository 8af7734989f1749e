import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { historyWarning } from "../../domain/context/entries.js";
import { factsText, readShownFacts } from "../../domain/context/entry-facts.js";
import { listSkills } from "../../domain/context/skill-feedback.js";
import { fileKey } from "../../store/context/file-key.js";
import { readScope } from "../../store/context/scope.js";
import { answerOf } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";
import { scopeField } from "../fields.js";
import { requireOwnText } from "../require-own-text.js";
import { shownFacts } from "../shown-facts.js";

export const contextAddSkill = defineContextTool({
  name: "context_add_skill",
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
    await requireOwnText(app, `the skill ${skill.name}`, `${skill.description}\n${skill.instructions}`);
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

export const contextGetSkill = defineContextTool({
  name: "context_get_skill",
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

export const contextListSkills = defineContextTool({
  name: "context_list_skills",
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

export const contextRemoveSkill = defineContextTool({
  name: "context_remove_skill",
  effect: "deletes",
  title: "Remove skill",
  description: "Remove a skill with its usage, feedback and proposals. Use when it is obsolete.",
  input: z.object({ name: z.string().describe("Skill name.") }),
  output: answerOf({ status: "string", name: "string" }),
  examples: [{ name: "run-tests" }],
  cli: {
    command: "skill rm",
    positional: ["name"],
    async confirm({ name }, app) {
      const project = await app.context.open(app.call);
      if (!(await project.skills.read(String(name)))) return "";
      return `Deletes the skill ${String(name)} with its usage, feedback and proposals. Only what is committed to git can be restored.`;
    },
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

export const skillTools: readonly Tool[] = [contextAddSkill, contextGetSkill, contextListSkills, contextRemoveSkill];
