/** The language of a file by its extension, or by its name without one. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const ending = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
  return byName.get(name) ?? byEnding.get(ending) ?? "text";
}

// Maps, because a file may be named `constructor`.
const byName: ReadonlyMap<string, string> = new Map([
  ["dockerfile", "dockerfile"],
  ["makefile", "makefile"],
  ["rakefile", "ruby"],
  ["gemfile", "ruby"],
  [".bashrc", "bash"],
  [".zshrc", "bash"],
]);

const byEnding: ReadonlyMap<string, string> = new Map(
  Object.entries({
    astro: "astro",
    bash: "sh bash zsh",
    c: "c h",
    cpp: "cc cpp cxx c++ hh hpp hxx ipp cu ino",
    csharp: "cs",
    css: "css",
    go: "go",
    html: "html htm xhtml",
    ini: "ini cfg conf properties editorconfig",
    java: "java",
    javascript: "js mjs cjs jsx",
    json: "json jsonc json5",
    markdown: "md mdx markdown rst adoc",
    php: "php",
    powershell: "ps1 psm1",
    python: "py pyi",
    ruby: "rb rake gemspec",
    rust: "rs",
    sql: "sql",
    toml: "toml",
    svelte: "svelte",
    tsx: "tsx",
    typescript: "ts mts cts",
    vue: "vue",
    yaml: "yaml yml",
  }).flatMap(([language, endings]) => endings.split(" ").map((ending) => [ending, language] as const)),
);
