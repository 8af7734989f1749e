import type { Files } from "../../engine/files.js";
import { areaNames, inStore } from "./context-layout.js";
import { ignoringFolderNames } from "./ignore-rules.js";
import { damagedMap, readScopeMaps } from "./scope-map.js";

/** Whether a file may be shared, by its path inside the store. */
export type IsShared = (path: string) => boolean;

/** Only these files are ever shared; unknown kinds of files are not. */
const sharedKinds = [
  /^manifest\.json$/,
  /^\.git(?:ignore|attributes)$/,
  /^state\/roadmap\.json$/,
  /^preferences\/team\.json$/,
  /^history\/[^/]+\.ndjson$/,
  /^activity\/[^/]+\.json$/,
  /^templates\/[^/]+\.md$/,
  /^knowledge\//,
  /^conventions\//,
  /^skills\/(?:\.meta\.json$|[^/]+\/)/,
];

/** True for files that belong to this machine, or that other programs left behind. */
export const staysLocal = (path: string): boolean =>
  [inStore.state, inStore.userPreferences, inStore.pending].some((localPath) => localPath === path) ||
  ignoringFolderNames.some((folder) => path === `${folder}/.gitignore`) ||
  /(?:^|\/)(?:\.scope\.json|[^/]*\.tmp|[^/]*~|\.DS_Store|[^/]*\.sw[a-p])$/.test(path) ||
  // Names that git's line-based commands cannot carry.
  /[\n\r\0]/.test(path);

/** Everything that could be shared if its scope were public. */
export const isShareable = (path: string): boolean => !staysLocal(path) && sharedKinds.some((kind) => kind.test(path));

/** Fails when a scope map is damaged, because private entries cannot be distinguished from public ones then. */
export async function readIsShared(files: Files, root: string): Promise<IsShared> {
  const maps = await readScopeMaps(files, root);
  const damaged = areaNames.find((area) => !maps[area].isSound);
  if (damaged) throw damagedMap(inStore.scopes(damaged));
  const { knowledge, decisions, conventions, skills } = maps;
  const isPublic = (path: string) => {
    const [first = "", second = "", ...rest] = path.split("/");
    if (first === "skills") return skills.of(`${second}/SKILL.md`) === "public";
    if (first === "knowledge" && second === "decisions") return decisions.of(rest.join("/")) === "public";
    if (first === "knowledge") return knowledge.of([second, ...rest].join("/")) === "public";
    return first !== "conventions" || conventions.of([second, ...rest].join("/")) === "public";
  };
  return (path) => isShareable(path) && isPublic(path);
}
