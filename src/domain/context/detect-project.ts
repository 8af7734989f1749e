import signs from "../../../data/repository-signs.json" with { type: "json" };

/** Files at a project's root, and the language or build system that they indicate. */
const indicators: Readonly<Record<string, { readonly language?: string; readonly build?: string }>> =
  signs.projectFiles;

/** Languages and build systems by the names of the files at the root. */
export function detectProject(names: readonly string[]): { languages: string[]; build_systems: string[] } {
  const matches = names.flatMap((name) => (Object.hasOwn(indicators, name) ? [indicators[name]] : []));
  const uniqueSorted = (values: readonly (string | undefined)[]) =>
    [...new Set(values.filter((value) => value !== undefined))].sort();
  return {
    languages: uniqueSorted(matches.map((one) => one?.language)),
    build_systems: uniqueSorted(matches.map((one) => one?.build)),
  };
}
