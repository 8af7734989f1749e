import { basename, isAbsolute, resolve } from "node:path";
import { sha256 } from "../../base/sha256.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { IdentityStore, KnownProject } from "../../store/archive/identity-store.js";

/** The project of a folder, and the folder that its paths are relative to. */
export type IdentifiedProject = KnownProject & { readonly root: string };

interface Deps {
  readonly store: IdentityStore;
  readonly gitLocator: GitLocator;
  /** Replaces secrets: a folder may be named after one. */
  redact(text: string): string;
}

/** Finds the project of a folder or a name. A project is identified by its remote and its first commit, not by its folder's name. */
export type ProjectRegistry = ReturnType<typeof createProjectRegistry>;

export function createProjectRegistry({ store, gitLocator, redact }: Deps) {
  const cache = new Map<string, KnownProject>();

  /** A hash keeps identifiers apart that differ in the secret only. */
  const withoutSecret = (identifier: string) => {
    const clean = redact(identifier);
    return clean === identifier ? identifier : `${clean}#${sha256(identifier).slice(0, 12)}`;
  };

  async function identify(tenant: string, folder: string): Promise<IdentifiedProject> {
    const repository = folder === "" ? undefined : await gitLocator.locate(folder);
    const root = repository?.root ?? (folder === "" ? "" : await gitLocator.realPath(folder));
    const remote = withoutSecret(normalizeRemote(repository?.remote ?? ""));
    const path = withoutSecret(`path:${repository?.commonDir ?? root}`);
    const key = `${tenant}\0${remote}\0${path}`;
    const project =
      cache.get(key) ?? (await resolveProject(tenant, root, { remote, path, isRepository: Boolean(repository) }));
    cache.set(key, project);
    return { ...project, root };
  }

  /** The project that a caller names by path, name, remote or id; undefined if there is none. */
  async function lookUp(tenant: string, text: string, folder: string): Promise<KnownProject | undefined> {
    const query = text.trim();
    if (query === "") return undefined;
    const byId = await store.find(tenant, query);
    if (byId) return byId;
    if (isAbsolute(query) || query.startsWith(".")) return identify(tenant, resolve(folder, query));
    const here = await identify(tenant, folder);
    if (isSameName(here.name, query) || isSameName(basename(here.root), query)) return here;
    const all = await store.list(tenant);
    const named = all.find(({ name }) => isSameName(name, query));
    if (named) return named;
    const isOfPath = (identifier: string) => identifier.toLowerCase().endsWith(`/${query.toLowerCase()}`);
    for (const project of all) if ((await store.identifiers(tenant, project.id)).some(isOfPath)) return project;
    return undefined;
  }

  /** All identifiers of the repository that a folder is in; empty outside of repositories. */
  async function identifiers(tenant: string, folder: string): Promise<string[]> {
    if (!(await gitLocator.locate(folder))) return [];
    return store.identifiers(tenant, (await identify(tenant, folder)).id);
  }

  return {
    identify,
    lookUp,
    identifiers,
    list: store.list,

    /** Every name under which records of the project may be stored; the caller's name first. */
    async namesOf(tenant: string, text: string, folder: string): Promise<string[]> {
      const project = await lookUp(tenant, text, folder);
      if (!project) return [text.trim()];
      const names = (await store.identifiers(tenant, project.id)).flatMap(namesInIdentifier);
      return [...new Set([text.trim(), project.id, project.name, ...names])];
    },

    /** Names of remotes that the project had before its remote was renamed; its records stay with it. */
    async formerRemotes(tenant: string, folder: string): Promise<string[]> {
      const all = await identifiers(tenant, folder);
      const current = normalizeRemote((await gitLocator.locate(folder))?.remote ?? "");
      if (current === "") return [];
      return all.filter((one) => one.startsWith("remote:") && one !== current).flatMap(namesInIdentifier);
    },

    /** The name of a folder's project, without a database query. */
    async nameAt(folder: string): Promise<string> {
      const repository = await gitLocator.locate(folder);
      const remote = normalizeRemote(repository?.remote ?? "");
      return redact(nameInIdentifier(remote) || basename(repository?.root ?? folder));
    },

    nameOf: async (tenant: string, id: string): Promise<string> => (await store.find(tenant, id))?.name ?? id,
  };

  async function resolveProject(
    tenant: string,
    root: string,
    { remote, path, isRepository }: { remote: string; path: string; isRepository: boolean },
  ): Promise<KnownProject> {
    const owners = await store.owners(tenant, remote ? [remote, path] : [path]);
    const byRemote = remote && owners.get(remote);
    const byPath = owners.get(path);
    if (byRemote) return register(tenant, byRemote, root, byPath ? [] : [path]);
    if (byPath && (await isFreeFor(tenant, byPath, remote)))
      return register(tenant, byPath, root, remote ? [remote] : []);
    const commit = isRepository ? await gitLocator.rootCommit(root) : undefined;
    const rootCommit = commit ? `root:${commit}` : "";
    // The same repository in the same folder: its remote was renamed, and its records stay.
    if (byPath && rootCommit && (await isFreeFor(tenant, byPath, rootCommit)))
      return register(tenant, byPath, root, [remote]);
    const byRootCommit = rootCommit ? (await store.owners(tenant, [rootCommit])).get(rootCommit) : undefined;
    const all = [remote, path, rootCommit].filter(Boolean);
    // A fork shares the first commit but not the remote: it is another project.
    if (byRootCommit && (await isFreeFor(tenant, byRootCommit, remote)))
      return register(tenant, byRootCommit, root, all);
    return register(tenant, `p_${sha256(all[0] ?? path).slice(0, 16)}`, root, all);
  }

  /** Whether a project has this identifier already, or none of its kind. */
  async function isFreeFor(tenant: string, project: string, identifier: string): Promise<boolean> {
    const kind = identifier.slice(0, identifier.indexOf(":") + 1);
    const own = (await store.identifiers(tenant, project)).filter((one) => one.startsWith(kind));
    return identifier === "" || own.length === 0 || own.includes(identifier);
  }

  async function register(tenant: string, id: string, root: string, all: readonly string[]): Promise<KnownProject> {
    const stored = await store.find(tenant, id);
    const remote = all.find((identifier) => identifier.startsWith("remote:"));
    const project = stored ?? { id, name: (remote && nameInIdentifier(remote)) || redact(basename(root)) || "unknown" };
    if (!stored || all.length > 0) await store.add(tenant, project, all);
    return project;
  }
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

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
const nameInIdentifier = (identifier: string): string => identifier.split("/").at(-1) ?? "";

/** `remote:host/team/app` has the name `host/team/app`, `path:/w/app/.git` has `/w/app`; a first commit has none. */
export function namesInIdentifier(identifier: string): string[] {
  const [, kind, name = ""] = /^(remote|path):(.+)$/s.exec(identifier) ?? [];
  return kind === undefined ? [] : [kind === "path" ? name.replace(/[\\/]\.git$/, "") : name];
}
