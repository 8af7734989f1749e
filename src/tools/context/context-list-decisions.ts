import * as z from "zod";
import { factsText, readShownFacts } from "../../domain/context/read-shown-facts.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { shownFacts } from "../shown-facts.js";

export const contextListDecisions = defineTool({
  name: "context_list_decisions",
  toolset: "context",
  effect: "reads",
  title: "List decisions",
  description:
    "List the architectural decisions with id, title, status and scope. Use context_get_decision to read one.",
  input: z.object({}),
  output: answerOf([{ id: "number", title: "string", status: "string", scope: "string", ...shownFacts }]),
  examples: [{}],
  cli: { command: "decision list" },

  async run(_, app) {
    const project = await app.context.open(app.call);
    const facts = await readShownFacts(project, "decision");
    return (await project.decisions.list()).map(({ id, title, status, scope }) => ({
      ...{ id, title, status, scope },
      ...facts(String(id)),
    }));
  },

  toText: (decisions) =>
    decisions
      .map(({ id, title, status, ...facts }) =>
        [id, title, `(${status})`, factsText(facts)].filter((part) => part !== "").join("  "),
      )
      .join("\n") || "No decisions yet. Record one with `throughline decision add TITLE`.",
});
