/** Languages by file ending. */
const byEnding: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    TypeScript: "ts tsx mts cts",
    JavaScript: "js jsx mjs cjs",
    Python: "py pyi",
    Go: "go",
    Rust: "rs",
    Java: "java",
    Kotlin: "kt kts",
    Scala: "scala",
    Groovy: "groovy",
    "C#": "cs",
    "F#": "fs",
    "Visual Basic": "vb",
    Ruby: "rb",
    PHP: "php",
    C: "c h",
    "C++": "cc cpp cxx hpp hh",
    Swift: "swift",
    "Objective-C": "m",
    Dart: "dart",
    Elixir: "ex exs",
    Erlang: "erl",
    Haskell: "hs",
    Clojure: "clj",
    Lua: "lua",
    Perl: "pl",
    R: "r",
    Julia: "jl",
    Zig: "zig",
    Shell: "sh bash",
    PowerShell: "ps1",
    SQL: "sql",
    HTML: "html",
    CSS: "css",
    SCSS: "scss",
    Vue: "vue",
    Svelte: "svelte",
    Astro: "astro",
    Terraform: "tf",
    "Protocol Buffers": "proto",
    GraphQL: "graphql",
    Markdown: "md",
  }).flatMap(([language, endings]) => endings.split(" ").map((ending) => [ending, language])),
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
  const counts = new Map<string, number>();
  for (const file of files) {
    for (let at = file.indexOf("/"); at >= 0; at = file.indexOf("/", at + 1)) folders.add(file.slice(0, at));
    const language = languageOf(file);
    if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const languages = [...counts]
    .sort(([a, x], [b, y]) => Number(isMinor(a)) - Number(isMinor(b)) || y - x || (a < b ? -1 : 1))
    .map(([language]) => language);
  return { files: files.length, directories: folders.size, languages };
}

export function languageOf(file: string): string | undefined {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? byEnding[name.slice(dot + 1).toLowerCase()] : undefined;
}
