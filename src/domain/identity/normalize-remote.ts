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

/** `remote:host/team/app` has the name `host/team/app`, `path:/w/app/.git` has `/w/app`; a first commit has none. */
export function namesInIdentifier(identifier: string): string[] {
  const [, kind, name = ""] = /^(remote|path):(.+)$/s.exec(identifier) ?? [];
  return kind === undefined ? [] : [kind === "path" ? name.replace(/[\\/]\.git$/, "") : name];
}
