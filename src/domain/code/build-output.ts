/** What tells that a folder was built or installed: a name alone does not, because sources may be in `build` too. */
interface Evidence {
  /** Names of folders; empty for any. */
  readonly names: string;
  /** A file beside the folder. */
  readonly beside?: RegExp;
  /** A file in it. */
  readonly inside?: RegExp;
}

const evidence: readonly Evidence[] = [
  // Virtual environments of Python have any name; caches have a tag (bford.info/cachedir).
  { names: "", inside: /^(?:pyvenv\.cfg|CACHEDIR\.TAG)$/ },
  { names: ".cache .parcel-cache .turbo" },
  { names: "target", beside: /^(?:Cargo\.toml|pom\.xml|build\.sbt)$/ },
  { names: "build", beside: /^build\.gradle(?:\.kts)?$/ },
  { names: "build out", inside: /^CMakeCache\.txt$/ },
  { names: "dist", beside: /^(?:package\.json|pyproject\.toml|setup\.py)$/ },
  { names: ".next .nuxt .svelte-kit .output coverage", beside: /^package\.json$/ },
  { names: "Pods", beside: /^Podfile$/ },
  { names: "bin obj", beside: /\.(?:cs|fs|vb)proj$/ },
  { names: "vendor", beside: /^go\.mod$/, inside: /^modules\.txt$/ },
  { names: "vendor", beside: /^composer\.json$/, inside: /^autoload\.php$/ },
];

/** Whether a folder has the signs of build output or installed packages, by the names beside it and in it. */
export const looksBuilt = (name: string, beside: readonly string[], inside: readonly string[]): boolean =>
  evidence.some(
    (one) =>
      (one.names === "" || one.names.split(" ").includes(name)) &&
      (one.beside === undefined || beside.some((file) => one.beside?.test(file))) &&
      (one.inside === undefined || inside.some((file) => one.inside?.test(file))),
  );

/** Files by their paths, and the folders that have some. */
export type FileSet = ReturnType<typeof fileSetOf>;

export function fileSetOf(paths: readonly string[]) {
  const files = new Set(paths);
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return { has: (path: string) => files.has(path), hasBelow: (folder: string) => folders.has(folder) };
}
