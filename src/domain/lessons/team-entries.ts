import { opening } from "../../base/text/sentences.js";
import type { Call } from "../call.js";
import type { LessonLine } from "./lesson-line.js";

/** A text of the team, from the files in the repository. */
export interface TeamEntry {
  readonly kind: "convention" | "knowledge" | "decision";
  readonly name: string;
  readonly text: string;
}

/** The team's public conventions, and its knowledge and decisions about the folder that a call works in. */
export interface TeamEntries {
  list(call: Call): Promise<readonly TeamEntry[]>;
  /** All conventions for the folder. */
  conventions(call: Call): Promise<readonly TeamEntry[]>;
}

const maxLength = 200;

/** `- Use tabs; no default exports. [convention style]`: the text in one line, without headings. */
export function teamEntryLine({ kind, name, text }: TeamEntry): LessonLine {
  const rules = text
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/```[\s\S]*?(```|$)/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*(?:#|<!--)/.test(line))
    .map((line) => line.replace(/^\s*(?:[*+-]|\d+[.)])\s+/, "").trim());
  const body = rules.map((rule) => (/[.!?;:]$/.test(rule) ? rule : `${rule};`)).join(" ");
  return { item: `${kind}:${name}`, text: `- ${opening(body.replace(/;$/, "."), maxLength)} [${kind} ${name}]` };
}
