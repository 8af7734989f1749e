import { type Directory, directoryOverview } from "./directories.js";
import { treeStatistics } from "./languages.js";
import { type Finding, manifests } from "./manifests.js";

/** What a repository is, without asking anybody: from its manifests and its tree. */
export interface RepositoryStructure {
  readonly name: string;
  readonly type: string;
  readonly rootFiles: readonly string[];
  readonly directories: readonly Directory[];
  readonly technologies: readonly string[];
  readonly entryPoint: string | null;
  readonly scripts: Readonly<Record<string, string>>;
}

const maxRootFiles = 60;
const maxManifests = 40;
const maxTechnologies = 40;

export async function describeStructure(
  name: string,
  files: readonly string[],
  read: (file: string) => Promise<string | undefined>,
): Promise<RepositoryStructure> {
  const found = await readManifests(files, read);
  const { languages } = treeStatistics(files);
  const technologies = [...found.flatMap((one) => one.technologies ?? []), ...extras(files), ...languages];
  return {
    name,
    type: found.find((one) => one.type)?.type ?? (languages[0] ? `${languages[0]} project` : "Folder of files"),
    rootFiles: files.filter((file) => !file.includes("/")).slice(0, maxRootFiles),
    directories: directoryOverview(files),
    technologies: [...new Set(technologies)].slice(0, maxTechnologies),
    entryPoint: found.find((one) => one.entryPoint)?.entryPoint ?? null,
    scripts: Object.assign({}, ...found.map((one) => one.scripts ?? {}).reverse()) as Record<string, string>,
  };
}

/** Those of the root decide; of packages further down only the technologies count. */
async function readManifests(
  files: readonly string[],
  read: (file: string) => Promise<string | undefined>,
): Promise<Finding[]> {
  const all = new Set(files);
  const near = files
    .map((file) => ({ file, depth: file.split("/").length - 1, name: file.slice(file.lastIndexOf("/") + 1) }))
    .filter(({ depth }) => depth <= 2)
    .flatMap(({ file, depth, name }) =>
      manifests.flatMap((manifest, rank) => (manifest.file.test(name) ? [{ file, depth, rank, manifest }] : [])),
    )
    .sort((a, b) => a.depth - b.depth || a.rank - b.rank || (a.file < b.file ? -1 : 1))
    .slice(0, maxManifests);
  const readings = near.map(async ({ file, depth, manifest }): Promise<Finding> => {
    const text = await read(file).catch(() => undefined);
    if (text === undefined) return {};
    const found = manifest.read(text.slice(0, 1_000_000), all);
    return depth === 0 ? found : { technologies: found.technologies ?? [] };
  });
  return Promise.all(readings);
}

const extras = (files: readonly string[]) => [
  ...(files.some((file) => file.startsWith(".github/workflows/")) ? ["GitHub Actions"] : []),
  ...(files.includes(".gitlab-ci.yml") ? ["GitLab CI"] : []),
  ...(files.some((file) => /(^|\/)k8s\/|(^|\/)Chart\.yaml$/.test(file)) ? ["Kubernetes"] : []),
];
