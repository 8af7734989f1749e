import nodes from "../../../data/syntax-nodes.json" with { type: "json" };

/** The language of a file by its extension, or by its name without one. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const ending = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
  return byName.get(name) ?? byEnding.get(ending) ?? "text";
}

// Maps, because a file may be named `constructor`.
const byName: ReadonlyMap<string, string> = new Map(Object.entries(nodes.languagesByName));

const byEnding: ReadonlyMap<string, string> = new Map(
  Object.entries(nodes.languagesByEnding).flatMap(([language, endings]) =>
    endings.split(" ").map((ending) => [ending, language] as const),
  ),
);
