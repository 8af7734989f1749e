import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { answerOf } from "../answer-schema.js";
import { defineCoreTool } from "../define-tool.js";

/**
 * Many hosts read the list of tools once: the others are called through this one. The surface calls the named tool in its
 * place, so that only descriptions are answered here.
 */
export const toolCall = defineCoreTool("tool_call", "deletes", {
  title: "Call another tool",
  description:
    "Call an unlisted tool. Use for conventions, skills, git sync (context), code search (memory), whole sessions (archive), other repositories (bridge).",
  input: z.object({
    tool: z.string().optional().describe("Name or toolset. Empty: lists all."),
    input: z.looseObject({}).optional().describe("Without it: describes the tool."),
  }),
  output: answerOf({ tools: [{ name: "string", about: "string", "input?": "string" }] }),
  examples: [{ tool: "memory_list" }],
  cli: { none: "Every tool has a command." },

  async run({ tool = "" }, { call }) {
    const tools = call.describeTools?.(tool);
    if (tools) return { tools };
    throw new AppError("unavailable", "This connection calls every tool by its own name.");
  },

  toText: ({ tools }) => tools.map(({ name, about }) => `${name}  ${about}`),
});
