import signs from "../../../../data/repository-signs.json" with { type: "json" };
import { countEach } from "../../../base/text/count-each.js";

export interface Directory {
  readonly name: string;
  readonly description: string;
  readonly fileCount: number;
  /** The folders inside, those with most files first. */
  readonly children: readonly { readonly name: string; readonly fileCount: number }[];
}

const maxDirectories = 40;
const maxChildren = 20;

/** Conventional purposes of folder names. */
const descriptions: Readonly<Record<string, string>> = signs.folders;

export function directoryOverview(files: readonly string[]): Directory[] {
  const counts = new Map<string, Map<string, number>>();
  for (const file of files) {
    const [top = "", second, ...deeper] = file.split("/");
    if (second === undefined) continue;
    const children = counts.get(top) ?? new Map<string, number>();
    const child = deeper.length > 0 ? second : "";
    children.set(child, (children.get(child) ?? 0) + 1);
    counts.set(top, children);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, maxDirectories)
    .map(([name, children]) => ({
      name,
      description: descriptions[name] ?? "",
      fileCount: [...children.values()].reduce((sum, count) => sum + count, 0),
      children: [...children]
        .filter(([child]) => child !== "")
        .map(([child, fileCount]) => ({ name: child, fileCount }))
        .sort((a, b) => b.fileCount - a.fileCount || (a.name < b.name ? -1 : 1))
        .slice(0, maxChildren),
    }));
}

/** Languages by file ending. */
const byEnding: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(signs.languages).flatMap(([language, endings]) =>
    endings.split(" ").map((ending) => [ending, language]),
  ),
);

/** Languages that do not characterize a repository. */
const isMinor = (language: string) => language === "Markdown";

export interface TreeStatistics {
  readonly files: number;
  readonly directories: number;
  /** Most used first. */
  readonly languages: readonly string[];
}

export function treeStatistics(files: readonly string[]): TreeStatistics {
  const folders = new Set<string>();
  for (const file of files)
    for (let at = file.indexOf("/"); at >= 0; at = file.indexOf("/", at + 1)) folders.add(file.slice(0, at));
  const languages = [...countEach(files.flatMap((file) => languageOf(file) ?? []))]
    .sort(([a, x], [b, y]) => Number(isMinor(a)) - Number(isMinor(b)) || y - x || (a < b ? -1 : 1))
    .map(([language]) => language);
  return { files: files.length, directories: folders.size, languages };
}

function languageOf(file: string): string | undefined {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? byEnding[name.slice(dot + 1).toLowerCase()] : undefined;
}
