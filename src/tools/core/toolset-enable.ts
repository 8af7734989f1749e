import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { families } from "../../base/settings.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const toolsetEnable = defineTool({
  name: "toolset_enable",
  toolset: "core",
  effect: "reads",
  title: "List more tools",
  description:
    "List more tools. Use for conventions, skills and git sync (context), corrections and code search (memory), whole sessions (archive), other repositories (bridge).",
  input: z.object({ toolsets: z.array(z.enum(["all", ...families])).describe("Toolsets to add.") }),
  output: answerOf({ tools: ["string"] }),
  examples: [{ toolsets: ["memory"] }],
  cli: { none: "Every tool has a command." },

  async run({ toolsets }, { call }) {
    const tools = call.enableToolsets?.(toolsets);
    if (tools) return { tools: [...tools] };
    throw new AppError("unavailable", "This connection cannot list more tools.", {
      hint: "Start the server with --toolsets all, or change the setting `toolsets`.",
    });
  },

  toText: ({ tools }) => tools.join("\n"),
});
