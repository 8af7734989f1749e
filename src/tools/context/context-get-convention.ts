import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextGetConvention = defineTool({
  name: "context_get_convention",
  toolset: "context",
  effect: "reads",
  title: "Read convention",
  description: "Read one team convention. Use when you need the exact rule.",
  input: z.object({ key: z.string().describe("Key of the convention.") }),
  output: answerOf({ key: "string", content: "string" }),
  examples: [{ key: "git" }],
  cli: { command: "convention get", positional: ["key"] },

  async run({ key }, app) {
    const project = await app.context.open(app.call);
    const convention = await project.conventions.read(key);
    if (!convention) throw new AppError("missing", `Convention '${key}' not found`);
    return { key: convention.key, content: convention.content };
  },

  toText: ({ content }) => String(content),
});
