import { basename, isAbsolute, resolve } from "node:path";
import { sha256 } from "../../base/sha256.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { IdentityStore, KnownProject } from "../../store/archive/identity-store.js";
import { nameInIdentifier, normalizeRemote } from "./normalize-remote.js";

/** The project of a folder. */
export interface IdentifiedProject extends KnownProject {
  /** The folder that paths of the project are relative to. */
  readonly root: string;
}

/** Resolves folders and names to projects. A project is identified by its remote and its root commit, not by its folder's name. */
export interface ProjectRegistry {
  identify(tenant: string, folder: string): Promise<IdentifiedProject>;
  /** Finds a project by path, name, remote or id. */
  lookUp(tenant: string, text: string, folder: string): Promise<KnownProject | undefined>;
  /** Every name under which records of the project may be stored, the given one first. */
  namesOf(tenant: string, text: string, folder: string): Promise<string[]>;
  list(tenant: string): Promise<KnownProject[]>;
  /** All identifiers of the repository that contains a folder; empty outside a repository. */
  identifiers(tenant: string, folder: string): Promise<string[]>;
  nameOf(tenant: string, id: string): Promise<string>;
  /** The name of a folder's project, without a database query. */
  nameAt(folder: string): Promise<string>;
}

export function createProjectRegistry({
  store,
  gitLocator,
}: {
  store: IdentityStore;
  gitLocator: GitLocator;
}): ProjectRegistry {
  const cache = new Map<string, IdentifiedProject>();

  const projectRegistry: ProjectRegistry = {
    async identify(tenant, folder) {
      const repository = folder === "" ? undefined : await gitLocator.locate(folder);
      const root = repository?.root ?? (folder === "" ? "" : await gitLocator.realPath(folder));
      const remote = repository ? normalizeRemote(repository.remote) : "";
      const pathIdentifier = `path:${repository?.commonDir ?? root}`;
      const name = `${tenant}\0${remote}\0${pathIdentifier}`;
      const identity = cache.get(name) ?? {
        ...(await resolveProject(tenant, { root, remote, pathIdentifier, isRepository: repository !== undefined })),
        root,
      };
      cache.set(name, identity);
      return { ...identity, root };
    },

    async lookUp(tenant, text, folder) {
      const query = text.trim();
      if (query === "") return undefined;
      const byId = await store.find(tenant, query);
      if (byId) return byId;
      if (isAbsolute(query) || query.startsWith(".")) return projectRegistry.identify(tenant, resolve(folder, query));
      const current = await projectRegistry.identify(tenant, folder);
      if (sameName(current.name, query) || sameName(basename(current.root), query)) return current;
      const all = await store.list(tenant);
      return all.find(({ name }) => sameName(name, query)) ?? (await byIdentifier(tenant, all, query));
    },

    async namesOf(tenant, text, folder) {
      const project = await projectRegistry.lookUp(tenant, text, folder);
      if (!project) return [text.trim()];
      const identifiers = await store.identifiers(tenant, project.id);
      return [...new Set([text.trim(), project.id, project.name, ...identifiers.flatMap(namesInIdentifier)])];
    },

    list: (tenant) => store.list(tenant),

    async identifiers(tenant, folder) {
      if (!(await gitLocator.locate(folder))) return [];
      const { id } = await projectRegistry.identify(tenant, folder);
      return store.identifiers(tenant, id);
    },

    async nameAt(folder) {
      const repository = await gitLocator.locate(folder);
      const remote = repository ? normalizeRemote(repository.remote) : "";
      return nameInIdentifier(remote) || basename(repository?.root ?? folder);
    },
    nameOf: async (tenant, id) => (await store.find(tenant, id))?.name ?? id,
  };
  return projectRegistry;

  async function byIdentifier(
    tenant: string,
    all: readonly KnownProject[],
    query: string,
  ): Promise<KnownProject | undefined> {
    const suffix = query.toLowerCase();
    for (const project of all) {
      const identifiers = await store.identifiers(tenant, project.id);
      if (identifiers.some((identifier) => identifier.toLowerCase().endsWith(`/${suffix}`))) return project;
    }
    return undefined;
  }

  async function resolveProject(
    tenant: string,
    {
      root,
      remote,
      pathIdentifier,
      isRepository,
    }: { root: string; remote: string; pathIdentifier: string; isRepository: boolean },
  ): Promise<KnownProject> {
    const owners = await store.owners(tenant, remote ? [remote, pathIdentifier] : [pathIdentifier]);
    const byRemote = remote && owners.get(remote);
    const byPath = owners.get(pathIdentifier);
    if (byRemote) return saveProject(tenant, byRemote, root, byPath ? [] : [pathIdentifier]);
    if (byPath && (await hasSameRemote(tenant, byPath, remote)))
      return saveProject(tenant, byPath, root, remote ? [remote] : []);
    const commit = isRepository ? await gitLocator.rootCommit(root) : undefined;
    const rootIdentifier = commit ? `root:${commit}` : "";
    const byRootCommit = rootIdentifier
      ? (await store.owners(tenant, [rootIdentifier])).get(rootIdentifier)
      : undefined;
    const identifiers = [remote, pathIdentifier, rootIdentifier].filter(Boolean);
    if (byRootCommit && (await hasSameRemote(tenant, byRootCommit, remote)))
      return saveProject(tenant, byRootCommit, root, identifiers);
    return saveProject(tenant, idOf(identifiers[0] ?? pathIdentifier), root, identifiers);
  }

  /** A fork shares the root commit but not the remote: it is another project. */
  async function hasSameRemote(tenant: string, project: string, remote: string): Promise<boolean> {
    if (remote === "") return true;
    const remotes = (await store.identifiers(tenant, project)).filter((identifier) => identifier.startsWith("remote:"));
    return remotes.length === 0 || remotes.includes(remote);
  }

  async function saveProject(
    tenant: string,
    id: string,
    root: string,
    identifiers: readonly string[],
  ): Promise<KnownProject> {
    const existing = await store.find(tenant, id);
    const remote = identifiers.find((identifier) => identifier.startsWith("remote:"));
    const project = existing ?? { id, name: (remote && nameInIdentifier(remote)) || basename(root) || "unknown" };
    if (!existing || identifiers.length > 0) await store.add(tenant, project, identifiers);
    return project;
  }
}

/** `remote:host/team/app` is named `host/team/app`, `path:/w/app/.git` is named `/w/app`; a root commit is not a name. */
const namesInIdentifier = (identifier: string): string[] => {
  const [, kind, name = ""] = /^(remote|path):(.+)$/s.exec(identifier) ?? [];
  return kind === undefined ? [] : [kind === "path" ? name.replace(/[\\/]\.git$/, "") : name];
};

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const idOf = (identifier: string): string => `p_${sha256(identifier).slice(0, 16)}`;
