import type { Files } from "../../engine/files.js";
import { inStore } from "./context-layout.js";
import { ignoringFolderNames } from "./ignore-rules.js";
import { damagedMap, readScopeMap } from "./scope-map.js";

/** Tells by its path inside the store whether a file may go to others. */
export type IsShared = (path: string) => boolean;

/** Only what is named here is ever shared: a file of a kind we do not know stays where it is. */
const sharedKinds = [
  /^manifest\.json$/,
  /^\.git(?:ignore|attributes)$/,
  /^state\/roadmap\.json$/,
  /^preferences\/team\.json$/,
  /^history\/[^/]+\.ndjson$/,
  /^activity\/[^/]+\.json$/,
  /^knowledge\//,
  /^conventions\//,
  /^skills\/(?:\.meta\.json$|[^/]+\/)/,
];

/** True for files that belong to this machine, or that other programs left behind. */
export const staysLocal = (path: string): boolean =>
  [inStore.state, inStore.userPreferences, inStore.pending].some((one) => one === path) ||
  ignoringFolderNames.some((folder) => path === `${folder}/.gitignore`) ||
  /(?:^|\/)(?:\.scope\.json|[^/]*\.tmp|[^/]*~|\.DS_Store|[^/]*\.sw[a-p])$/.test(path) ||
  // Names that git's line-based commands cannot carry.
  /[\n\r\0]/.test(path);

/** Everything that could be shared if its scope were public. */
export const isShareable = (path: string): boolean => !staysLocal(path) && sharedKinds.some((kind) => kind.test(path));

/** Refuses when a scope map is damaged: then nobody can tell what is private. */
export async function readIsShared(files: Files, root: string): Promise<IsShared> {
  const areaNames = ["knowledge", "decisions", "conventions", "skills"] as const;
  const [knowledge, decisions, conventions, skills] = await Promise.all(
    areaNames.map((area) => readScopeMap(files, root, area)),
  );
  for (const [i, map] of [knowledge, decisions, conventions, skills].entries()) {
    const area = areaNames[i];
    if (area && !map?.isSound) throw damagedMap(inStore.scopes(area));
  }
  const isPublic = (path: string) => {
    const [first = "", second = "", ...rest] = path.split("/");
    if (first === "skills") return skills?.of(`${second}/SKILL.md`) === "public";
    if (first === "knowledge" && second === "decisions") return decisions?.of(rest.join("/")) === "public";
    if (first === "knowledge") return knowledge?.of([second, ...rest].join("/")) === "public";
    return first !== "conventions" || conventions?.of([second, ...rest].join("/")) === "public";
  };
  return (path) => isShareable(path) && isPublic(path);
}
