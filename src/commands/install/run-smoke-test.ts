import type { CommandCall } from "../../domain/command-app.js";
import type { SmokeTestResult } from "../../domain/install/smoke-test.js";
import type { Host } from "../../hosts/host.js";

export interface HostTest extends SmokeTestResult {
  /** The agent's name, or empty. */
  readonly agent: string;
}

/** Tests the product in this folder, and reports progress. */
export async function runSmokeTest({ call, smokeTest }: CommandCall, host: Host | undefined): Promise<HostTest> {
  const steps = 2;
  call.progress(1, steps, "testing the server and a hook");
  const result = await smokeTest.run(host, call.folder);
  call.progress(steps, steps, "tested");
  return { agent: host?.name ?? "", ...result };
}

const maxLines = 12;

/** The result for a person: what works, the context for the next session, and what to do about a failure. */
export function smokeTestLines({ agent, tools, answered, hook, given, isWell }: HostTest): string[] {
  const title = agent === "" ? "Self-test" : `Self-test as ${agent}`;
  if (!isWell) return [`${title}: ${failureOf(tools, answered, hook)}`, advice];
  const checks = ["server ok", `${answered} ok`, ...(hook ? [`${hook.event} hook ok`] : [])];
  return [`${title}: ${checks.join(", ")}.`, ...contextLines(given, hook !== undefined)];
}

const advice =
  "The agents stay connected. Find the cause with `throughline doctor`, then test again with `throughline test-mcp`.";

function failureOf(tools: readonly string[], answered: string, hook: SmokeTestResult["hook"]): string {
  if (tools.length === 0) return "the server did not start.";
  if (answered === "") return "the server starts, but no tool answers.";
  return `the ${hook?.event ?? ""} hook fails.`;
}

function contextLines(context: string, hasHook: boolean): string[] {
  if (!hasHook) return [];
  if (context === "")
    return [
      "No context for the next session yet: this folder has no earlier session.",
      'Tell your agent: "remember that we use pnpm here". The next session starts with it.',
    ];
  const lines = context.split("\n");
  const more = lines.length - maxLines;
  return [
    "Context for the next session:",
    ...lines.slice(0, maxLines).map((line) => (line === "" ? "" : `  ${line}`)),
    ...(more > 0 ? [`  and ${more} more ${more === 1 ? "line" : "lines"}`] : []),
  ];
}
