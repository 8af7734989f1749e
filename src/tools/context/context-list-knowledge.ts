import * as z from "zod";
import { factsText, readShownFacts } from "../../domain/context/read-shown-facts.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { shownFacts } from "../shown-facts.js";

export const contextListKnowledge = defineTool({
  name: "context_list_knowledge",
  toolset: "context",
  effect: "reads",
  title: "List knowledge",
  description: "List knowledge entries by key and scope. Use context_get_knowledge to read one.",
  input: z.object({}),
  output: answerOf([{ key: "string", scope: "string", bytes: "number", ...shownFacts }]),
  examples: [{}],
  cli: { command: "knowledge list" },

  async run(_, app) {
    const project = await app.context.open(app.call);
    const facts = await readShownFacts(project, "knowledge");
    return (await project.knowledge.list()).map(({ key, scope, content }) => ({
      ...{ key, scope, bytes: Buffer.byteLength(content) },
      ...facts(key),
    }));
  },

  toText: (entries) =>
    entries.map(({ key, scope, ...facts }) => [key, scope, factsText(facts)].filter(Boolean).join("  ")).join("\n") ||
    "No knowledge yet. Add an entry with `throughline knowledge add KEY TEXT`.",
});
