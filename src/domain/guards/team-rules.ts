import { parseJson } from "../../base/json.js";
import { fnv1a } from "../../base/text/fnv1a.js";
import type { Guard } from "../../store/memory/guard.js";
import { usableGuards } from "./guard-text.js";

/** A line of a convention. It comes with a repository, so that its guards need the person's yes like all others. */
export interface TeamRule {
  /** Of the line: one that is changed has to be accepted again. */
  readonly id: string;
  readonly convention: string;
  readonly content: string;
  /** From a block ```` ```guard ```` below the line. */
  readonly guards?: readonly Guard[];
}

export const teamPrefix = "convention:";

/** The lines of a convention, each with the guard in the block below it. */
export function teamRules(convention: string, text: string): TeamRule[] {
  const rules: TeamRule[] = [];
  // A block that is not a guard stops nothing.
  let block: { readonly isGuard: boolean; text: string } | undefined;
  for (const line of text.replace(/^---\n[\s\S]*?\n---\n/, "").split("\n")) {
    const fence = /^\s*```\s*(\w*)/.exec(line);
    const last = rules.at(-1);
    if (block && fence) {
      if (block.isGuard && last)
        rules[rules.length - 1] = { ...last, ...usableGuards(parseJson(block.text), last.content) };
      block = undefined;
    } else if (fence) block = { isGuard: fence[1] === "guard", text: "" };
    else if (block) block.text += `${line}\n`;
    else {
      const content = line.replace(/^\s*(?:[*+-]|\d+[.)])\s+/, "").trim();
      if (content !== "" && !/^(?:#|<!--)/.test(content))
        rules.push({ id: `${teamPrefix}${convention}:${fnv1a(content).toString(16)}`, convention, content });
    }
  }
  return rules;
}
