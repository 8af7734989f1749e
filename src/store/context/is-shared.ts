import type { Files } from "../../engine/files.js";
import { inStore } from "./context-layout.js";
import { damagedMap, readScopes } from "./scopes.js";

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
  // Earlier versions listed private entries in these.
  /^(?:knowledge|conventions|skills)\/\.gitignore$/.test(path) ||
  /(?:^|\/)(?:\.scope\.json|[^/]*\.tmp|[^/]*~|\.DS_Store|[^/]*\.sw[a-p])$/.test(path) ||
  // Names that git's line-based commands cannot carry.
  /[\n\r\0]/.test(path);

/** Everything that could be shared if its scope were public. */
export const isShareable = (path: string): boolean => !staysLocal(path) && sharedKinds.some((kind) => kind.test(path));

/** Fails when a scope map is damaged, because private entries cannot be distinguished from public ones then. */
export async function readIsShared(files: Files, root: string): Promise<IsShared> {
  const scopes = await readScopes(files, root);
  const [damaged] = scopes.damagedMaps;
  if (damaged !== undefined) throw damagedMap(damaged);
  return (path) => isShareable(path) && scopes.of(path) === "public";
}
