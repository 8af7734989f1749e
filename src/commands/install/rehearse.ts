import type { CommandCall } from "../../domain/command-app.js";
import type { AgentHost } from "../../domain/install/hosts/host.js";
import type { Rehearsed } from "../../domain/install/rehearsal.js";

export interface Tried extends Rehearsed {
  /** The agent's name, or empty. */
  readonly agent: string;
}

/** Tries the product in this folder, and says meanwhile that it does. */
export async function rehearse({ call, rehearsal }: CommandCall, host: AgentHost | undefined): Promise<Tried> {
  const steps = 2;
  call.progress(1, steps, "trying the server and a hook");
  const tried = await rehearsal.run(host, call.folder);
  call.progress(steps, steps, "tried");
  return { agent: host?.name ?? "", ...tried };
}

const shownLines = 12;

/** What the test found, for a person: what works, what the next session gets, and what to do where it fails. */
export function rehearsedLines({ agent, tools, answered, hook, given, isWell }: Tried): string[] {
  const as = agent === "" ? "as an agent would" : `as ${agent} does`;
  if (!isWell) return [`Tested ${as}: ${troubleOf(tools, answered, hook)}`, advice];
  const parts = ["the server starts", `${answered} answers`, ...(hook ? [`the ${hook.event} hook runs`] : [])];
  return [`Tested ${as}: ${parts.join(", ")}.`, ...givenLines(given, hook !== undefined)];
}

const advice =
  "What was connected stays connected. `throughline doctor` says what may be wrong, `throughline test-mcp` tries again.";

function troubleOf(tools: readonly string[], answered: string, hook: Rehearsed["hook"]): string {
  if (tools.length === 0) return "the server did not start.";
  if (answered === "") return "the server starts, but no tool answers.";
  return `the ${hook?.event ?? ""} hook fails.`;
}

function givenLines(given: string, hasHook: boolean): string[] {
  if (!hasHook) return [];
  if (given === "") return ["The next session here is given nothing yet: no earlier session of this folder is known."];
  const lines = given.split("\n");
  const more = lines.length - shownLines;
  return [
    "The next session here is given:",
    ...lines.slice(0, shownLines).map((line) => (line === "" ? "" : `  ${line}`)),
    ...(more > 0 ? [`  and ${more} more lines`] : []),
  ];
}
