/** Files at a project's root, and the language or build system that they indicate. */
const indicators: Readonly<Record<string, { readonly language?: string; readonly build?: string }>> = {
  "pyproject.toml": { language: "Python", build: "pyproject.toml" },
  "setup.py": { language: "Python", build: "setuptools" },
  "setup.cfg": { language: "Python", build: "setuptools" },
  "Cargo.toml": { language: "Rust", build: "Cargo" },
  "go.mod": { language: "Go", build: "Go modules" },
  "package.json": { language: "JavaScript", build: "npm" },
  "tsconfig.json": { language: "TypeScript" },
  "CMakeLists.txt": { language: "C/C++", build: "CMake" },
  Makefile: { build: "Make" },
  "config.mk": { build: "Make" },
  "build.gradle": { language: "Java", build: "Gradle" },
  "build.gradle.kts": { language: "Kotlin", build: "Gradle" },
  "pom.xml": { language: "Java", build: "Maven" },
  Gemfile: { language: "Ruby", build: "Bundler" },
  "mix.exs": { language: "Elixir", build: "Mix" },
  "dune-project": { language: "OCaml", build: "Dune" },
  "stack.yaml": { language: "Haskell", build: "Stack" },
  "flake.nix": { build: "Nix" },
  "docker-compose.yml": { build: "Docker Compose" },
  "docker-compose.yaml": { build: "Docker Compose" },
  Dockerfile: { build: "Docker" },
};

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
