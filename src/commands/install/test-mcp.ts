import * as z from "zod";
import type { Lines } from "../../base/text/lines.js";
import { formatCount, plural } from "../../base/text/plural.js";
import type { CommandCall } from "../../domain/command-app.js";
import type { SmokeTestResult } from "../../domain/install/smoke-test.js";
import type { Host } from "../../hosts/host.js";
import { defineCommand } from "../define-command.js";

export interface HostTest extends SmokeTestResult {
  /** The agent's name, or empty. */
  readonly agent: string;
}

export const testMcp = defineCommand("test-mcp", {
  summary: "Start the server as an agent would, call a tool, run a hook, and show the context for the next session.",
  input: z.object({ agent: z.string().default("").describe("Test as this agent. Default: the first connected one.") }),
  examples: ["test-mcp", "test-mcp --agent codex"],
  run: async ({ agent }, app) => runSmokeTest(app, await hostToTest(app, agent)),

  toText(answer) {
    const { tools, serverMs, hook, isWell } = answer;
    const times = `The server listed ${formatCount(tools.length, "tool")} and exited after ${serverMs} ms`;
    return [smokeTestLines(answer), isWell && `${times}${hook ? `; the hook took ${hook.ms} ms` : ""}.`];
  },

  isFailure: ({ isWell }) => !isWell,
});

/** The agent to test as: the named one, or the first connected one, preferably one with hooks. */
export async function hostToTest({ installer }: CommandCall, agent: string): Promise<Host | undefined> {
  if (agent !== "") return (await installer.plan({ agents: [agent], scope: "user", project: "" })).hosts[0];
  const { entries } = await installer.journal();
  const connected = (await installer.detect()).filter(({ id }) => entries.some(({ hosts }) => hosts.includes(id)));
  const startsSessions = ({ hooks }: Host) => hooks?.events.some((one) => one.toLowerCase() === "sessionstart");
  return connected.find(startsSessions) ?? connected[0];
}

/** Tests the product in this folder, and reports progress. */
export async function runSmokeTest({ call, smokeTest }: CommandCall, host: Host | undefined): Promise<HostTest> {
  const steps = 2;
  call.progress(1, steps, "testing the server and a hook");
  const result = await smokeTest.run(host, call.folder);
  call.progress(steps, steps, "tested");
  return { agent: host?.name ?? "", ...result };
}

/** The result for a person: what works, the context for the next session, and what to do about a failure. */
export function smokeTestLines({ agent, tools, answered, hook, given, isWell }: HostTest): Lines {
  const title = agent === "" ? "Self-test" : `Self-test as ${agent}`;
  if (!isWell) return [`${title}: ${failureOf(tools, answered, hook)}`, advice];
  const checks = ["server ok", `${answered} ok`, ...(hook ? [`${hook.event} hook ok`] : [])];
  return [`${title}: ${checks.join(", ")}.`, hook && contextLines(given)];
}

const advice =
  "The agents stay connected. Find the cause with `throughline doctor`, then test again with `throughline test-mcp`.";

function failureOf(tools: readonly string[], answered: string, hook: SmokeTestResult["hook"]): string {
  if (tools.length === 0) return "the server did not start.";
  if (answered === "") return "the server starts, but no tool answers.";
  return `the ${hook?.event ?? ""} hook fails.`;
}

const maxLines = 12;

function contextLines(context: string): Lines {
  if (context === "")
    return [
      "No context for the next session yet: this folder has no earlier session.",
      'Tell your agent: "remember that we use pnpm here". The next session starts with it.',
    ];
  const lines = context.split("\n");
  const more = lines.length - maxLines;
  return [
    "Context for the next session:",
    lines.slice(0, maxLines).map((line) => line && `  ${line}`),
    more > 0 && `  and ${more} more ${plural(more, "line")}`,
  ];
}
