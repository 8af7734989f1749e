/**
 * True if an entry that is about `paths` matters to work in `folder`, both from the project's root: it is about the whole
 * project, the folder, something inside it, or a folder around it.
 */
export function appliesTo(paths: readonly string[], folder: string): boolean {
  if (paths.length === 0 || folder === "") return true;
  return paths.map(withoutSlash).some((path) => isInside(folder, path) || isInside(path, folder));
}

/** True if an entry is about `folder` in particular, or about a folder around it. */
export const isAbout = (paths: readonly string[], folder: string): boolean =>
  folder !== "" && paths.map(withoutSlash).some((path) => path !== "" && path !== "." && isInside(folder, path));

const isInside = (path: string, folder: string): boolean =>
  folder === "" || path === folder || path.startsWith(`${folder}/`);

const withoutSlash = (path: string): string => path.replace(/^\.\//, "").replace(/\/+$/, "");
