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
const descriptions: Readonly<Record<string, string>> = {
  src: "Source code",
  lib: "Library code",
  app: "Application code",
  apps: "Applications",
  packages: "Packages of the workspace",
  crates: "Crates of the workspace",
  cmd: "Programs",
  bin: "Programs",
  pkg: "Packages",
  internal: "Internal packages",
  include: "Header files",
  api: "API",
  server: "Server",
  client: "Client",
  web: "Web front end",
  frontend: "Web front end",
  backend: "Back end",
  components: "Components",
  pages: "Pages",
  public: "Files served as they are",
  static: "Files served as they are",
  assets: "Images, fonts and other assets",
  test: "Tests",
  tests: "Tests",
  __tests__: "Tests",
  spec: "Tests",
  e2e: "End-to-end tests",
  bench: "Benchmarks",
  benchmarks: "Benchmarks",
  docs: "Documentation",
  doc: "Documentation",
  examples: "Examples",
  scripts: "Scripts",
  tools: "Tools for development",
  config: "Configuration",
  migrations: "Database migrations",
  db: "Database",
  models: "Models",
  proto: "Protocol definitions",
  deploy: "Deployment",
  k8s: "Kubernetes",
  terraform: "Infrastructure",
  infra: "Infrastructure",
  vendor: "Third-party code",
  third_party: "Third-party code",
  ".github": "GitHub workflows and templates",
  ".vscode": "Editor settings",
};

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
