import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { defineTool } from "../define-tool.js";
import { anyObject } from "../fields.js";

export const contextGetConvention = defineTool({
  name: "context_get_convention",
  toolset: "context",
  effect: "reads",
  title: "Read convention",
  description: "Read one team convention. Use it when you need the exact rule.",
  input: z.object({ key: z.string().describe("Name of the convention.") }),
  output: anyObject,
  examples: [{ key: "git" }],
  cli: { command: "convention get", positional: ["key"] },

  async run({ key }, app) {
    const project = await app.context.open(app.call);
    const found = await project.conventions.read(key);
    if (!found) throw new AppError("missing", `Convention '${key}' not found`);
    return { key: found.key, content: found.content };
  },

  toText: ({ content }) => String(content),
});
