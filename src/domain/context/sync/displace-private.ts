import { areas, storePath } from "../../../store/context/context-layout.js";
import { withNumber } from "../../../store/context/decision-markdown.js";
import { isShareable, readIsShared } from "../../../store/context/is-shared.js";
import { areaOfPath } from "../../../store/context/scope-map.js";
import { copyPrivate } from "../../../store/context/scope-store.js";
import { freePrivateName } from "../private-names.js";
import type { ProjectContext } from "../project-context.js";
import type { StoreTree } from "./store-repository.js";

export interface Displaced {
  readonly from: string;
  readonly to: string;
}

/** A private entry whose name an arriving shared entry has gets another name: neither is lost, and neither is shared by mistake. */
export async function displacePrivate(project: ProjectContext, arriving: StoreTree): Promise<Displaced[]> {
  const { files, root } = project;
  const isShared = await readIsShared(files, root);
  const local = (await files.tree(storePath(root))).filter((path) => isShareable(path) && !isShared(path));
  const moved: Displaced[] = [];
  for (const path of local) {
    const to = freePrivateName(path, new Set(arriving.keys()), [...local, ...arriving.keys()]);
    if (to === undefined || moved.some(({ from }) => path.startsWith(`${from}/`))) continue;
    moved.push(await move(project, path, to));
  }
  return moved;
}

/** The new name is private before the file has it. */
async function move({ files, root, scopes }: ProjectContext, path: string, to: string): Promise<Displaced> {
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
