import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextGetKnowledge = defineTool({
  name: "context_get_knowledge",
  toolset: "context",
  effect: "reads",
  title: "Read knowledge",
  description: "Read one knowledge entry. Use when a key concerns your task.",
  input: z.object({ key: z.string().describe("Key of the entry.") }),
  output: answerOf({ key: "string", content: "string", scope: "string", author: "string" }),
  examples: [{ key: "tech-stack" }],
  cli: { command: "knowledge get", positional: ["key"] },

  async run({ key }, app) {
    const project = await app.context.open(app.call);
    const entry = await project.knowledge.read(key);
    if (!entry) throw new AppError("missing", `Knowledge entry '${key}' not found`);
    return {
      key: entry.key,
      content: entry.content,
      scope: entry.scope,
      author: await project.knowledge.authorOf(key),
    };
  },

  toText: ({ content }) => String(content),
});
