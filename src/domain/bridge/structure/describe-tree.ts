import signs from "../../../../data/repository-signs.json" with { type: "json" };
import { countEach } from "../../../base/text/count-each.js";

const maxDirectories = 40;
const maxChildren = 20;

/** Conventional purposes of folder names. */
const descriptions: Readonly<Record<string, string>> = signs.folders;

/** The folders at the top, each with the folders inside, those with most files first. */
export function directoryOverview(files: readonly string[]) {
  const tops = new Set(files.filter((file) => file.includes("/")).map((file) => file.slice(0, file.indexOf("/"))));
  return [...tops]
    .sort()
    .slice(0, maxDirectories)
    .map((name) => {
      const inside = files.filter((file) => file.startsWith(`${name}/`)).map((file) => file.split("/").slice(1));
      const counts = countEach(inside.filter((path) => path.length > 1).map(([child = ""]) => child));
      const children = Array.from(counts, ([child, fileCount]) => ({ name: child, fileCount }))
        .sort((a, b) => b.fileCount - a.fileCount || (a.name < b.name ? -1 : 1))
        .slice(0, maxChildren);
      return { name, description: descriptions[name] ?? "", fileCount: inside.length, children };
    });
}

/** Languages by file ending. */
const byEnding: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(signs.languages).flatMap(([language, endings]) =>
    endings.split(" ").map((ending) => [ending, language]),
  ),
);

/** Languages that do not characterize a repository. */
const isMinor = (language: string) => language === "Markdown";

/** Counts, and the languages, most used first. */
export function treeStatistics(files: readonly string[]) {
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
