/**
 * Words for well-known file names, which the files themselves seldom contain: a part of a path, without its
 * extension and in lower case, and the words that it matches.
 */
const wordsByName: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    "compose docker-compose compose.override": "docker compose containers services started together",
    "dockerfile containerfile": "container image build",
    "makefile justfile taskfile rakefile": "commands to run build tasks",
    "package pyproject cargo go.mod gemfile composer pom build.gradle requirements": "dependencies packages manifest",
    "readme index": "overview introduction",
    "changelog changes history news": "release notes versions",
    "contributing development": "how to contribute develop",
    "license copying": "license terms",
    "seed seeds seeder fixtures fixture factories": "sample test data initial records",
    "migrations migration migrate": "database schema changes",
    schema: "database tables structure",
    "workflows .gitlab-ci jenkinsfile .circleci azure-pipelines": "continuous integration pipeline ci",
    "k8s kubernetes helm charts manifests": "kubernetes cluster deployment",
    "terraform infra infrastructure": "cloud infrastructure",
    "i18n locales locale translations lang": "translations languages internationalization",
    "middleware middlewares": "request handling before handlers",
    "conftest setup-tests": "test setup shared fixtures",
    "eslint .eslintrc biome .prettierrc .editorconfig": "lint format style rules",
    "tsconfig jsconfig": "typescript compiler options",
    ".env": "environment variables settings",
  }).flatMap(([names, words]) => names.split(" ").map((name) => [name, words])),
);

/** Words for the names in a path; empty for most files. */
export function fileWords(path: string): string[] {
  const parts = path.toLowerCase().split("/");
  const file = parts.at(-1) ?? "";
  const names = [...parts.slice(0, -1), file, file.replace(/\.[^.]*$/, ""), file.replace(/\..*$/, "")];
  const phrases = names.flatMap((name) => (Object.hasOwn(wordsByName, name) ? [wordsByName[name] ?? ""] : []));
  return [...new Set(phrases)];
}
