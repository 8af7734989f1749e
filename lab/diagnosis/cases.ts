import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Cases are used either to write patterns, or only to measure them. */
export type Half = "tune" | "held-out";

/** The output of a real tool, and what a person knows to be its cause. */
export interface Case {
  readonly tool: string;
  readonly name: string;
  /** Ids of causes that are right; `no-error` for output that reports none, `unknown` for what only the program's authors know. */
  readonly causes: readonly string[];
  /** Values that the cause must name: repeating the class of an error is not an answer. */
  readonly names: readonly string[];
  /** The place in the reader's own code, if the output has one. */
  readonly frame: string | undefined;
  readonly output: string;
}

/** The half of a case follows from its name, so that it is not chosen. */
export const halfOf = (tool: string, name: string): Half =>
  (createHash("sha256").update(`${tool}/${name}`).digest()[0] ?? 0) % 2 === 0 ? "tune" : "held-out";

/** Parses cases: `%%% tool name`, lines of `field: value`, `---`, then the output. */
export function parseCases(text: string): Case[] {
  return text
    .split(/^%%% /m)
    .slice(1)
    .map((block) => {
      const end = block.indexOf("\n---\n");
      const [title = "", ...fields] = block.slice(0, end).split("\n");
      const [tool = "", name = ""] = title.split(" ");
      const field = (key: string) => fields.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2);
      return {
        ...{ tool, name, frame: field("frame"), output: block.slice(end + 5).trimEnd() },
        causes: (field("cause") ?? "").split(" "),
        names: field("names")?.split(", ") ?? [],
      };
    });
}

export const folderOf = (half: Half) => join(import.meta.dirname, half);

/** All cases of one half. */
export const readHalf = (half: Half): Case[] =>
  readdirSync(folderOf(half))
    .toSorted()
    .flatMap((file) => parseCases(readFileSync(join(folderOf(half), file), "utf8")));
