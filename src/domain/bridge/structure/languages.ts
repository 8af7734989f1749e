/** Languages by file ending. */
const byEnding: Readonly<Record<string, string>> = {
  ts: "TypeScript",
  tsx: "TypeScript",
  mts: "TypeScript",
  cts: "TypeScript",
  js: "JavaScript",
  jsx: "JavaScript",
  mjs: "JavaScript",
  cjs: "JavaScript",
  py: "Python",
  pyi: "Python",
  go: "Go",
  rs: "Rust",
  java: "Java",
  kt: "Kotlin",
  kts: "Kotlin",
  scala: "Scala",
  groovy: "Groovy",
  cs: "C#",
  fs: "F#",
  vb: "Visual Basic",
  rb: "Ruby",
  php: "PHP",
  c: "C",
  h: "C",
  cc: "C++",
  cpp: "C++",
  cxx: "C++",
  hpp: "C++",
  hh: "C++",
  swift: "Swift",
  m: "Objective-C",
  dart: "Dart",
  ex: "Elixir",
  exs: "Elixir",
  erl: "Erlang",
  hs: "Haskell",
  clj: "Clojure",
  lua: "Lua",
  pl: "Perl",
  r: "R",
  jl: "Julia",
  zig: "Zig",
  sh: "Shell",
  bash: "Shell",
  ps1: "PowerShell",
  sql: "SQL",
  html: "HTML",
  css: "CSS",
  scss: "SCSS",
  vue: "Vue",
  svelte: "Svelte",
  astro: "Astro",
  tf: "Terraform",
  proto: "Protocol Buffers",
  graphql: "GraphQL",
  md: "Markdown",
};

/** Languages that say what a repository is made of; the others only go with it. */
const isMinor = (language: string) => language === "Markdown";

export interface TreeStatistics {
  readonly files: number;
  readonly directories: number;
  /** The most used first. */
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
