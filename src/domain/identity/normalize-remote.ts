/** One name for a repository however it is fetched: `git@host:team/app.git` and `https://host/team/app` are the same. */
export function normalizeRemote(url: string): string {
  const bare = url
    .trim()
    .replace(/^[a-z+]+:\/\//i, "")
    .replace(/^[^@/]+@/, "")
    .replace(/^([^/:]+):(?:\d+\/)?(?=[^\\])/, "$1/")
    .replace(/\.git\/?$/, "")
    .replace(/\/+/g, "/")
    .replace(/\/$/, "");
  return bare === "" ? "" : `remote:${bare.toLowerCase()}`;
}

/** The last part of a remote's path. */
export const nameInIdentifier = (identifier: string): string => identifier.split("/").at(-1) ?? "";
