import * as z from "zod";
import { factsText, readShownFacts } from "../../domain/context/read-shown-facts.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { shownFacts } from "../shown-facts.js";

export const contextListConventions = defineTool({
  name: "context_list_conventions",
  toolset: "context",
  effect: "reads",
  title: "List conventions",
  description: "List the team's conventions with their content. Use before starting work in this project.",
  input: z.object({}),
  output: answerOf([{ key: "string", content: "string", scope: "string", ...shownFacts }]),
  examples: [{}],
  cli: { command: "convention list" },

  async run(_, app) {
    const project = await app.context.open(app.call);
    const facts = await readShownFacts(project, "convention");
    return (await project.conventions.list()).map(({ key, content, scope }) => ({
      key,
      content,
      scope,
      ...facts(key),
    }));
  },

  toText: (entries) =>
    entries
      .map(
        ({ key, scope, content, ...facts }) =>
          `${[key, scope, factsText(facts)].filter(Boolean).join("  ")}\n${content}`,
      )
      .join("\n\n") || "No conventions yet. Add one with `throughline convention add KEY TEXT`.",
});
