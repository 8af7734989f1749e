import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";
import { hostToTest } from "./host-to-test.js";
import { runSmokeTest, smokeTestLines } from "./run-smoke-test.js";

export const testMcp = defineCommand({
  name: "test-mcp",
  summary: "Start the server as an agent would, call a tool, run a hook, and show the context for the next session.",
  input: z.object({ agent: z.string().default("").describe("Test as this agent. Default: the first connected one.") }),
  examples: ["test-mcp", "test-mcp --agent codex"],

  run: async ({ agent }, app) => runSmokeTest(app, await hostToTest(app, agent)),

  toText(answer) {
    const { tools, serverMs, hook } = answer;
    const times = [`The server listed ${formatCount(tools.length, "tool")} and exited after ${serverMs} ms`];
    if (hook) times.push(`the hook took ${hook.ms} ms`);
    return [...smokeTestLines(answer), ...(answer.isWell ? [`${times.join("; ")}.`] : [])].join("\n");
  },

  isFailure: ({ isWell }) => !isWell,
});
