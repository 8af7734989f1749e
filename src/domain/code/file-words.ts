import signs from "../../../data/repository-signs.json" with { type: "json" };

/**
 * Words for well-known file names, which the files themselves seldom contain: a part of a path, without its
 * extension and in lower case, and the words that it matches.
 */
const wordsByName: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(signs.fileNames).flatMap(([names, words]) => names.split(" ").map((name) => [name, words])),
);

/** Words for the names in a path; empty for most files. */
export function fileWords(path: string): string[] {
  const parts = path.toLowerCase().split("/");
  const file = parts.at(-1) ?? "";
  const names = [...parts.slice(0, -1), file, file.replace(/\.[^.]*$/, ""), file.replace(/\..*$/, "")];
  const phrases = names.flatMap((name) => (Object.hasOwn(wordsByName, name) ? [wordsByName[name] ?? ""] : []));
  return [...new Set(phrases)];
}
