import type { Call } from "../../call.js";
import { opening } from "../extract/sentences.js";
import type { RecallLine } from "./recall-line.js";

/** A rule of the team, from the files in the repository. */
export interface TeamConvention {
  readonly name: string;
  readonly text: string;
}

/** The public conventions of the project that a call works in. */
export interface TeamConventions {
  list(call: Call): Promise<readonly TeamConvention[]>;
}

const maxLength = 200;

/** `- Use tabs; no default exports. [convention style]`: the rules in one line, without headings. */
export function conventionLine({ name, text }: TeamConvention): RecallLine {
  const rules = text
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/```[\s\S]*?(```|$)/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*(?:#|<!--)/.test(line))
    .map((line) => line.replace(/^\s*(?:[*+-]|\d+[.)])\s+/, "").trim());
  const body = rules.map((rule) => (/[.!?;:]$/.test(rule) ? rule : `${rule};`)).join(" ");
  return {
    item: `convention:${name}`,
    text: `- ${opening(body.replace(/;$/, "."), maxLength)} [convention ${name}]`,
  };
}
