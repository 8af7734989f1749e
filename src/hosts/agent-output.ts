import { parseJson } from "../base/json.js";
import { countAt, textAt } from "./json-fields.js";
import { type AgentEvent, type AgentParser, noUsage, type Usage } from "./sub-agent.js";

/** Tokens as most agents report them. */
export const usageIn = (value: unknown): Usage => ({
  inputTokens: countAt(value, "input_tokens"),
  outputTokens: countAt(value, "output_tokens"),
  cost: 0,
});

/** A step in one line of progress: the tool and its subject. */
export function describeToolStep(tool: string, input: unknown): string {
  const fields = ["file_path", "path", "pattern", "query", "command", "url", "filePath"];
  const subject = fields.map((field) => textAt(input, field)).find((text) => text !== "") ?? "";
  const line = subject === "" ? tool : `${tool} ${subject}`;
  return line.replace(/\s+/g, " ").slice(0, 120);
}

/** What a parser has learned of a run. */
export interface Run {
  answer: string | undefined;
  error: string;
  model: string;
  usage: Usage;
  /** Whether the output said that the run is complete. */
  isDone: boolean;
}

/**
 * A parser of output in JSON lines: `read` notes what a line says, and returns what it means while the agent runs. Errors
 * that match `signedOut` say that the agent is not signed in; `exits` has the meaning of exit codes.
 */
export function parserOf(
  read: (event: unknown, run: Run) => AgentEvent | string | undefined,
  signedOut: RegExp,
  exits: Readonly<Record<number, string>> = {},
): AgentParser {
  const run: Run = { answer: undefined, error: "", model: "", usage: noUsage, isDone: false };
  return {
    line(text) {
      const step = read(text.startsWith("{") ? parseJson(text) : undefined, run);
      return typeof step === "string" ? { kind: "step", text: step.slice(0, 120) } : step;
    },
    usage: () => run.usage,
    end({ code, stderr }) {
      const { answer, model, usage } = run;
      const facts = { usage, ...(model ? { model } : {}) };
      if (run.isDone && code === 0 && run.error === "" && answer !== undefined) return { answer, ...facts };
      const error = run.error || exits[code ?? 0] || stderr || `it ended with exit code ${code}`;
      return { error, isSignedOut: signedOut.test(`${error}\n${exits[code ?? 0]}`), ...facts };
    },
  };
}
