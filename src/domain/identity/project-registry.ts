import { basename, isAbsolute, resolve } from "node:path";
import { sha256 } from "../../base/sha256.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { IdentityStore, KnownProject } from "../../store/archive/identity-store.js";
import { nameInIdentifier, normalizeRemote } from "./normalize-remote.js";

/** A project as a folder leads to it. */
export interface IdentifiedProject extends KnownProject {
  /** The folder that paths of the project are relative to. */
  readonly root: string;
}

/** Which project a folder or a word means. A project is its remote and its first commit, not its folder's name. */
export interface ProjectRegistry {
  identify(tenant: string, folder: string): Promise<IdentifiedProject>;
  /** The project that a caller names by path, name, remote or id; undefined when none is known so. */
  lookUp(tenant: string, text: string, folder: string): Promise<KnownProject | undefined>;
  /** Every name under which a family may keep what belongs to the project that a caller names, the given one first. */
  namesOf(tenant: string, text: string, folder: string): Promise<string[]>;
  list(tenant: string): Promise<KnownProject[]>;
  /** All identifiers of the repository that a folder is in; none outside of any. */
  identifiers(tenant: string, folder: string): Promise<string[]>;
  nameOf(tenant: string, id: string): Promise<string>;
  /** What the project of a folder would be called; asks no database. */
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
      const place = `path:${repository?.commonDir ?? root}`;
      const name = `${tenant}\0${remote}\0${place}`;
      const identity = cache.get(name) ?? {
        ...(await settle(tenant, { root, remote, place, isRepository: repository !== undefined })),
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
      const here = await projectRegistry.identify(tenant, folder);
      if (sameName(here.name, query) || sameName(basename(here.root), query)) return here;
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
    const path = query.toLowerCase();
    for (const project of all) {
      const identifiers = await store.identifiers(tenant, project.id);
      if (identifiers.some((identifier) => identifier.toLowerCase().endsWith(`/${path}`))) return project;
    }
    return undefined;
  }

  async function settle(
    tenant: string,
    { root, remote, place, isRepository }: { root: string; remote: string; place: string; isRepository: boolean },
  ): Promise<KnownProject> {
    const owners = await store.owners(tenant, remote ? [remote, place] : [place]);
    const byRemote = remote && owners.get(remote);
    const byPlace = owners.get(place);
    if (byRemote) return register(tenant, byRemote, root, byPlace ? [] : [place]);
    if (byPlace && (await hasRemote(tenant, byPlace, remote)))
      return register(tenant, byPlace, root, remote ? [remote] : []);
    const commit = isRepository ? await gitLocator.rootCommit(root) : undefined;
    const first = commit ? `root:${commit}` : "";
    // The same repository in the same place: its remote was renamed, and its records stay.
    if (byPlace && (await hasRootCommit(tenant, byPlace, first))) return register(tenant, byPlace, root, [remote]);
    const byFirst = first ? (await store.owners(tenant, [first])).get(first) : undefined;
    const identifiers = [remote, place, first].filter(Boolean);
    if (byFirst && (await hasRemote(tenant, byFirst, remote))) return register(tenant, byFirst, root, identifiers);
    return register(tenant, idOf(identifiers[0] ?? place), root, identifiers);
  }

  async function hasRootCommit(tenant: string, project: string, first: string): Promise<boolean> {
    const commits = (await store.identifiers(tenant, project)).filter((identifier) => identifier.startsWith("root:"));
    return first !== "" && (commits.length === 0 || commits.includes(first));
  }

  /** A fork shares the first commit but not the remote: it is another project. */
  async function hasRemote(tenant: string, project: string, remote: string): Promise<boolean> {
    if (remote === "") return true;
    const remotes = (await store.identifiers(tenant, project)).filter((identifier) => identifier.startsWith("remote:"));
    return remotes.length === 0 || remotes.includes(remote);
  }

  async function register(
    tenant: string,
    id: string,
    root: string,
    identifiers: readonly string[],
  ): Promise<KnownProject> {
    const stored = await store.find(tenant, id);
    const remote = identifiers.find((identifier) => identifier.startsWith("remote:"));
    const project = stored ?? { id, name: (remote && nameInIdentifier(remote)) || basename(root) || "unknown" };
    if (!stored || identifiers.length > 0) await store.add(tenant, project, identifiers);
    return project;
  }
}

/** `remote:host/team/app` has the name `host/team/app`, `path:/w/app/.git` has `/w/app`; a first commit has none. */
const namesInIdentifier = (identifier: string): string[] => {
  const [, kind, name = ""] = /^(remote|path):(.+)$/s.exec(identifier) ?? [];
  return kind === undefined ? [] : [kind === "path" ? name.replace(/[\\/]\.git$/, "") : name];
};

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const idOf = (identifier: string): string => `p_${sha256(identifier).slice(0, 16)}`;
