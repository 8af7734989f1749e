import { directoryOverview, treeStatistics } from "./describe-tree.js";
import { type ManifestFacts, manifests } from "./manifests.js";

const maxRootFiles = 60;
const maxManifests = 40;
const maxTechnologies = 40;

type ReadFile = (file: string) => Promise<string | undefined>;

/** A description of a repository from its manifests and its tree, without an agent. */
export async function describeStructure(name: string, files: readonly string[], read: ReadFile) {
  const manifestFacts = await readManifests(files, read);
  const { languages } = treeStatistics(files);
  const technologies = [
    ...manifestFacts.flatMap((one) => one.technologies ?? []),
    ...infrastructureOf(files),
    ...languages,
  ];
  return {
    name,
    type: manifestFacts.find((one) => one.type)?.type ?? (languages[0] ? `${languages[0]} project` : "Folder of files"),
    rootFiles: files.filter((file) => !file.includes("/")).slice(0, maxRootFiles),
    directories: directoryOverview(files),
    technologies: [...new Set(technologies)].slice(0, maxTechnologies),
    entryPoint: manifestFacts.find((one) => one.entryPoint)?.entryPoint ?? null,
    scripts: Object.assign({}, ...manifestFacts.map((one) => one.scripts ?? {}).reverse()) as Record<string, string>,
  };
}

/** Manifests of the root decide; nested packages add only their technologies. */
async function readManifests(files: readonly string[], read: ReadFile) {
  const all = new Set(files);
  const matches = files
    .map((file) => ({ file, depth: file.split("/").length - 1, name: file.slice(file.lastIndexOf("/") + 1) }))
    .filter(({ depth }) => depth <= 2)
    .flatMap(({ file, depth, name }) =>
      manifests.flatMap((manifest, rank) => (manifest.file.test(name) ? [{ file, depth, rank, manifest }] : [])),
    )
    .sort((a, b) => a.depth - b.depth || a.rank - b.rank || (a.file < b.file ? -1 : 1))
    .slice(0, maxManifests);
  const readings = matches.map(async ({ file, depth, manifest }): Promise<ManifestFacts> => {
    const text = await read(file).catch(() => undefined);
    if (text === undefined) return {};
    const manifestFacts = manifest.read(text.slice(0, 1_000_000), all);
    return depth === 0 ? manifestFacts : { technologies: manifestFacts.technologies ?? [] };
  });
  return Promise.all(readings);
}

const infrastructureOf = (files: readonly string[]) => [
  ...(files.some((file) => file.startsWith(".github/workflows/")) ? ["GitHub Actions"] : []),
  ...(files.includes(".gitlab-ci.yml") ? ["GitLab CI"] : []),
  ...(files.some((file) => /(^|\/)k8s\/|(^|\/)Chart\.yaml$/.test(file)) ? ["Kubernetes"] : []),
];
