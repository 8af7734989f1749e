import type { Agent, Outcome } from "./kinds.js";

/** One event in a script. */
export type Step =
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "run"; readonly command: string; readonly ok: boolean; readonly output: string }
  | { readonly kind: "read"; readonly file: string; readonly output: string }
  | { readonly kind: "edit" | "write"; readonly file: string; readonly text: string };

/** A person's annotations of an exchange. */
export interface Expectations {
  outcome: Outcome | undefined;
  readonly decisions: { readonly text: string; readonly reason: string; readonly alternative: string }[];
  readonly files: string[];
  readonly commands: { readonly command: string; readonly ok: number; readonly fail: number }[];
  readonly fixes: { readonly error: string; readonly files: readonly string[] }[];
  readonly topics: string[];
}

export interface ScriptedExchange {
  readonly question: string;
  readonly steps: Step[];
  readonly expected: Expectations;
}

export interface Script {
  readonly name: string;
  readonly agent: Agent;
  readonly exchanges: readonly ScriptedExchange[];
}

const label = /^(AGENT-IS|USER:|AGENT:|RUN:|OK:|FAIL:|READ:|EDIT:|WRITE:|EXPECT) ?(.*)$/;

/** A script: lines that start with a label, each with the lines that follow it. */
export function readScript(name: string, text: string): Script {
  const parts: { label: string; text: string }[] = [];
  for (const line of text.split("\n")) {
    const match = label.exec(line);
    if (match) parts.push({ label: match[1] ?? "", text: match[2] ?? "" });
    else {
      const last = parts.at(-1);
      if (last) parts[parts.length - 1] = { ...last, text: `${last.text}\n${line}` };
    }
  }
  const exchanges: ScriptedExchange[] = [];
  for (const [i, part] of parts.entries()) addPart(exchanges, { ...part, text: part.text.trimEnd() }, parts[i + 1]);
  const agent = (parts.find((part) => part.label === "AGENT-IS")?.text.trim() ?? "claude-code") as Agent;
  return { name, agent, exchanges };
}

const noExpectations = (): Expectations => ({
  ...{ outcome: undefined, decisions: [], files: [], commands: [], fixes: [], topics: [] },
});

function addPart(
  exchanges: ScriptedExchange[],
  { label: kind, text }: { label: string; text: string },
  next: { label: string; text: string } | undefined,
): void {
  if (kind === "USER:") exchanges.push({ question: text.trim(), steps: [], expected: noExpectations() });
  const current = exchanges.at(-1);
  if (!current) return;
  const [first = "", ...rest] = text.split("\n");
  const output = next?.label === "OK:" || next?.label === "FAIL:" ? next.text.trim() : "";
  if (kind === "AGENT:") current.steps.push({ kind: "say", text: text.trim() });
  if (kind === "RUN:") current.steps.push({ kind: "run", command: first.trim(), ok: next?.label !== "FAIL:", output });
  if (kind === "READ:") current.steps.push({ kind: "read", file: first.trim(), output });
  if (kind === "EDIT:" || kind === "WRITE:") {
    current.steps.push({ kind: kind === "EDIT:" ? "edit" : "write", file: first.trim(), text: rest.join("\n") });
  }
  if (kind === "EXPECT") addExpectation(current.expected, text.trim());
}

function addExpectation(expected: Expectations, text: string): void {
  const [, kind = "", value = ""] = /^(\w+): ?(.*)$/.exec(text) ?? [];
  if (kind === "outcome") expected.outcome = value as Outcome;
  if (kind === "file") expected.files.push(value);
  if (kind === "topic") expected.topics.push(value);
  if (kind === "decision") {
    const [choice = "", because = "", instead = ""] = value.split("|").map((part) => part.trim());
    const reason = because.replace(/^because |^weil /, "");
    expected.decisions.push({ text: choice, reason, alternative: instead.replace(/^instead of /, "") });
  }
  if (kind === "command") {
    const [, command = "", ok = "0", fail = "0"] = /^(.*) ok=(\d+) fail=(\d+)$/.exec(value) ?? [];
    expected.commands.push({ command, ok: Number(ok), fail: Number(fail) });
  }
  if (kind === "fix") {
    const [error = "", files = ""] = value.split(/ -> ?/);
    expected.fixes.push({ error, files: files.split(", ").filter(Boolean) });
  }
}
