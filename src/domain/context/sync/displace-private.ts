import { areas, storePath } from "../../../store/context/context-layout.js";
import { withNumber } from "../../../store/context/decision-markdown.js";
import { isShareable, readIsShared } from "../../../store/context/is-shared.js";
import { areaOfPath } from "../../../store/context/scope-map.js";
import { copyPrivate, unitOf } from "../../../store/context/scope-store.js";
import { freePrivateName } from "../private-names.js";
import type { ProjectContext } from "../project-context.js";
import type { StoreTree } from "./store-repository.js";

export interface Displacement {
  readonly from: string;
  readonly to: string;
}

/** Renames private entries whose names incoming shared entries have: neither is lost, and neither is shared by mistake. */
export async function displacePrivate(project: ProjectContext, incoming: StoreTree): Promise<Displacement[]> {
  const { files, root } = project;
  const isShared = await readIsShared(files, root);
  const local = (await files.tree(storePath(root))).filter((path) => isShareable(path) && !isShared(path));
  const displacements: Displacement[] = [];
  for (const path of local) {
    const to = freePrivateName(path, new Set(incoming.keys()), [...local, ...incoming.keys()]);
    if (to === undefined || displacements.some(({ from }) => path.startsWith(`${from}/`))) continue;
    displacements.push(await move(project, path, to));
  }
  // Private in another worktree alone, which renames its own when it notices.
  for (const path of incoming.keys())
    if (!isShared(path) && !local.includes(path) && unitOf(path) === path)
      await project.scopes.set(areaOfPath(path), {
        file: path.slice(areas[areaOfPath(path)].length + 1),
        scope: "public",
      });
  return displacements;
}

/** The new name is registered as private before the file is renamed. */
async function move({ files, root, scopes }: ProjectContext, path: string, to: string): Promise<Displacement> {
  const area = areaOfPath(path);
  const skill = area === "skills" ? /^skills\/([^/]+)/.exec(path)?.[0] : undefined;
  const from = skill ?? path;
  const fileOf = (one: string) =>
    skill ? `${one.slice("skills/".length)}/SKILL.md` : one.slice(areas[area].length + 1);
  const scope = (await scopes.read(area)).of(fileOf(from));
  await scopes.set(area, { file: fileOf(to), scope });
  await files.rename(storePath(root, from), storePath(root, to));
  if (area === "decisions") {
    const text = (await files.readPlain(storePath(root, to))) ?? "";
    await files.write(storePath(root, to), withNumber(text, Number.parseInt(fileOf(to), 10)));
  }
  await copyPrivate(files, root, skill ? `${to}/SKILL.md` : to);
  await scopes.set(area, { file: fileOf(from), scope: "public" });
  return { from, to };
}
