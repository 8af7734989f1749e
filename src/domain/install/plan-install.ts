import { ConfigSyntaxError } from "../formats/config-syntax-error.js";
import { type AppliedPart, applyPart } from "./apply-parts.js";
import { type JournalEntry, originalOf } from "./journal.js";
import type { Part } from "./part.js";
import { type Splice, unedited } from "./text/splice.js";

/** What is to happen to one file. */
export interface FilePlan {
  readonly file: string;
  readonly hosts: readonly string[];
  /** The text as it is; undefined for no file. */
  readonly current: string | undefined;
  /** The text without us. */
  readonly original: string | undefined;
  readonly next: string | undefined;
  readonly splices: readonly Splice[];
  readonly parts: readonly AppliedPart[];
  /** Why the file stays as it is. */
  readonly refused?: string;
}

export interface WantedPart {
  readonly host: string;
  readonly part: Part;
}

/** Every file that the parts belong into, as it is and as it will be. */
export function planInstall(
  wanted: readonly WantedPart[],
  texts: ReadonlyMap<string, string | undefined>,
  entries: readonly JournalEntry[],
): FilePlan[] {
  const files = [...new Set(wanted.map(({ part }) => part.file))];
  return files.map((file) => {
    const here = wanted.filter(({ part }) => part.file === file);
    const entry = entries.find((one) => one.file === file);
    const hosts = [...new Set([...(entry?.hosts ?? []), ...here.map(({ host }) => host)])];
    return planFile({ file, hosts, current: texts.get(file) }, uniqueParts(here), entry);
  });
}

/** Hosts that share a folder of skills want the same file. */
function uniqueParts(wanted: readonly WantedPart[]): Part[] {
  const seen = new Map(wanted.map(({ part }) => [part.kind === "file" ? "file" : JSON.stringify(part.path), part]));
  return [...seen.values()];
}

function planFile(
  facts: Pick<FilePlan, "file" | "hosts" | "current">,
  wanted: readonly Part[],
  entry: JournalEntry | undefined,
): FilePlan {
  try {
    const original = originalOf(facts.current, entry);
    let edited = unedited(original ?? "");
    const parts: AppliedPart[] = [];
    for (const part of wanted) {
      const done = applyPart(edited, part);
      edited = done.edited;
      parts.push(done.applied);
    }
    return { ...facts, original, next: edited.text, splices: edited.splices, parts };
  } catch (error) {
    return refusal(facts, error);
  }
}

/** A file that cannot be read as what it should be is left alone, with the reason. */
export function refusal(facts: Pick<FilePlan, "file" | "hosts" | "current">, error: unknown): FilePlan {
  if (!(error instanceof ConfigSyntaxError)) throw error;
  const refused = `cannot be read as ${facts.file.endsWith(".toml") ? "TOML" : "JSON"}: ${error.message}`;
  return { ...facts, original: facts.current, next: facts.current, splices: [], parts: [], refused };
}

/** Every file of the journal as it is and as it was, without those that other hosts still need. */
export function planUninstall(
  entries: readonly JournalEntry[],
  texts: ReadonlyMap<string, string | undefined>,
  hosts: readonly string[],
): FilePlan[] {
  return entries
    .filter((entry) => entry.hosts.some((host) => hosts.includes(host)))
    .map((entry) => {
      const left = entry.hosts.filter((host) => !hosts.includes(host));
      const facts = { file: entry.file, hosts: left, current: texts.get(entry.file) };
      const kept = { ...facts, original: facts.current, next: facts.current, splices: [], parts: [] };
      if (left.length > 0) return kept;
      try {
        const original = originalOf(facts.current, entry);
        return { ...kept, original, next: original };
      } catch (error) {
        return refusal(facts, error);
      }
    });
}
