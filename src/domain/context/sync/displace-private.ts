import { type Area, areas, storePath } from "../../../store/context/context-layout.js";
import { withNumber } from "../../../store/context/decision-markdown.js";
import { decisionFiles, nextNumber } from "../../../store/context/decision-store.js";
import { isShareable, readIsShared } from "../../../store/context/is-shared.js";
import { readScopeMap } from "../../../store/context/scope-map.js";
import { setScope } from "../../../store/context/set-scope.js";
import type { ProjectContext } from "../project-context.js";
import { decisionNames, numberedName } from "./renumber-decisions.js";
import type { StoreTree } from "./store-repository.js";

export interface Displaced {
  readonly from: string;
  readonly to: string;
}

/** A private entry that stands where a shared one arrives gets another name: neither is lost, and neither is shared by mistake. */
export async function displacePrivate(project: ProjectContext, arriving: StoreTree): Promise<Displaced[]> {
  const { files, root } = project;
  const isShared = await readIsShared(files, root);
  const local = (await files.tree(storePath(root))).filter((path) => isShareable(path) && !isShared(path));
  const moved: Displaced[] = [];
  for (const path of local) {
    const to = newName(path, arriving, [...local, ...arriving.keys()]);
    if (to === undefined || moved.some(({ from }) => path.startsWith(`${from}/`))) continue;
    moved.push(await move(project, path, to));
  }
  return moved;
}

function newName(path: string, arriving: StoreTree, taken: readonly string[]): string | undefined {
  const decision = path.startsWith(`${areas.decisions}/`) ? path.slice(areas.decisions.length + 1) : undefined;
  if (decision !== undefined) return newDecisionName(decision, arriving, taken);
  const skill = /^skills\/([^/]+)\//.exec(path)?.[1];
  if (skill !== undefined) {
    const arrives = [...arriving.keys()].some((one) => one.startsWith(`skills/${skill}/`));
    return arrives ? freeName((suffix) => `skills/${skill}${suffix}`, taken) : undefined;
  }
  return arriving.has(path) ? freeName((suffix) => path.replace(/(\.[^./]*)?$/, `${suffix}$1`), taken) : undefined;
}

function newDecisionName(file: string, arriving: StoreTree, taken: readonly string[]): string | undefined {
  const [own] = decisionFiles([file]);
  if (!own || !decisionFiles(decisionNames(arriving.keys())).some(({ id }) => id === own.id)) return undefined;
  return `${areas.decisions}/${numberedName(file, nextNumber(decisionFiles(decisionNames(taken))))}`;
}

function freeName(named: (suffix: string) => string, taken: readonly string[]): string {
  for (let i = 1; ; i++) {
    const name = named(i === 1 ? "-private" : `-private-${i}`);
    if (!taken.some((one) => one === name || one.startsWith(`${name}/`))) return name;
  }
}

/** The new name is private before the file has it. */
async function move({ files, root }: ProjectContext, path: string, to: string): Promise<Displaced> {
  const area = areaOf(path);
  const skill = area === "skills" ? /^skills\/([^/]+)/.exec(path)?.[0] : undefined;
  const from = skill ?? path;
  const fileOf = (one: string) =>
    skill ? `${one.slice("skills/".length)}/SKILL.md` : one.slice(areas[area].length + 1);
  const scope = (await readScopeMap(files, root, area)).of(fileOf(from));
  await setScope(files, root, area, { file: fileOf(to), scope });
  await files.rename(storePath(root, from), storePath(root, to));
  if (area === "decisions") {
    const text = (await files.readPlain(storePath(root, to))) ?? "";
    await files.write(storePath(root, to), withNumber(text, Number.parseInt(fileOf(to), 10)));
  }
  await setScope(files, root, area, { file: fileOf(from), scope: "public" });
  return { from, to };
}

const areaOf = (path: string): Area =>
  path.startsWith(`${areas.decisions}/`)
    ? "decisions"
    : path.startsWith("skills/")
      ? "skills"
      : path.startsWith("conventions/")
        ? "conventions"
        : "knowledge";
