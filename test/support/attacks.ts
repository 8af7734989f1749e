import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./sources.js";

/** A text of someone else that wants to become a rule. */
export interface Attack {
  /** How it reaches a session: read by a tool, or in a message that a person sent. */
  readonly door: "page" | "file" | "commit" | "output" | "pasted" | "quoted" | "fenced" | "template" | "imitation";
  readonly payload: string;
  readonly text: string;
}

const toolDoors = new Set(["page", "file", "commit", "output"]);

export const isOfTool = ({ door }: Attack): boolean => toolDoors.has(door);

/** A hundred attacks, in six languages. */
export const attacks: readonly Attack[] = readFileSync(join(root, "test", "poisoning", "attacks.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
