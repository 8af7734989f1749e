import { formatCount } from "../../base/text/plural.js";
import { maxTextBytes } from "../../engine/files.js";
import { areaNames, inStore, storePath } from "../../store/context/context-layout.js";
import { readJsonFile } from "../../store/context/json-file.js";
import { readLog } from "../../store/context/ndjson-file.js";
import type { ProjectContext } from "./project-context.js";

export interface StoreProblem {
  readonly file: string;
  readonly problem: string;
}

/** Files of the store that are damaged. The rest of the store works without them. */
export async function checkStore(project: ProjectContext): Promise<StoreProblem[]> {
  const { files, root } = project;
  const jsonFiles = [
    inStore.manifest,
    inStore.state,
    inStore.teamPreferences,
    inStore.userPreferences,
    ...areaNames.map(inStore.authors),
  ];
  const [json, scopes, skills, logs, decisions] = await Promise.all([
    Promise.all(jsonFiles.map(async (file) => ({ file, read: await readJsonFile(files, storePath(root, file)) }))),
    project.scopes.read(),
    project.skills.list(),
    readLog(files, storePath(root, inStore.sessions)),
    project.decisions.list(),
  ]);
  const large = await findLarge(project);
  const seen = new Map<number, string>();
  return [
    ...json.filter(({ read }) => read.kind === "damaged").map(({ file }) => ({ file, problem: "Not a JSON object." })),
    ...scopes.damagedMaps.map((file) => ({
      file,
      problem: "Not a JSON object, so every entry next to it is treated as private.",
    })),
    ...large.map((file) => ({ file, problem: "Larger than 64 MB, so it is not read. Shorten it, or move it away." })),
    ...skills.flatMap(({ name, problem }) => (problem ? [{ file: inStore.skill(name), problem }] : [])),
    ...(logs.damaged > 0 ? [{ file: inStore.sessions, problem: `${formatCount(logs.damaged, "damaged line")}.` }] : []),
    ...decisions.flatMap(({ id, file }) => {
      const first = seen.get(id);
      seen.set(id, first ?? file);
      return first ? [{ file: inStore.entry("decisions", file), problem: `Has the same number as ${first}.` }] : [];
    }),
  ];
}

async function findLarge({ files, root }: ProjectContext): Promise<string[]> {
  const paths = await files.tree(storePath(root));
  const sizes = await Promise.all(paths.map((path) => files.size(storePath(root, path))));
  return paths.filter((_, i) => (sizes[i] ?? 0) > maxTextBytes);
}
