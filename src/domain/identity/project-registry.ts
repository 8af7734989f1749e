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

/** Finds the project of a folder or a name. A project is identified by its remote and its first commit, not by its folder's name. */
export interface ProjectRegistry {
  identify(tenant: string, folder: string): Promise<IdentifiedProject>;
  /** The project that a caller names by path, name, remote or id; undefined if there is none. */
  lookUp(tenant: string, text: string, folder: string): Promise<KnownProject | undefined>;
  /** Every name under which records of the project may be stored; the caller's name first. */
  namesOf(tenant: string, text: string, folder: string): Promise<string[]>;
  list(tenant: string): Promise<KnownProject[]>;
  /** All identifiers of the repository that a folder is in; empty outside of repositories. */
  identifiers(tenant: string, folder: string): Promise<string[]>;
  /** Names of remotes that the project had before its remote was renamed; its records stay with it. */
  formerRemotes(tenant: string, folder: string): Promise<string[]>;
  nameOf(tenant: string, id: string): Promise<string>;
  /** The name of a folder's project, without a database query. */
  nameAt(folder: string): Promise<string>;
}

interface ProjectLocation {
  readonly root: string;
  readonly remote: string;
  readonly pathIdentifier: string;
  readonly isRepository: boolean;
}

interface Deps {
  readonly store: IdentityStore;
  readonly gitLocator: GitLocator;
  /** Replaces secrets: a folder may be named after one. */
  redact(text: string): string;
}

export function createProjectRegistry({ store, gitLocator, redact }: Deps): ProjectRegistry {
  const cache = new Map<string, IdentifiedProject>();

  /** A hash keeps identifiers apart that differ in the secret only. */
  const withoutSecret = (identifier: string) => {
    const clean = redact(identifier);
    return clean === identifier ? identifier : `${clean}#${sha256(identifier).slice(0, 12)}`;
  };

  const projectRegistry: ProjectRegistry = {
    async identify(tenant, folder) {
      const repository = folder === "" ? undefined : await gitLocator.locate(folder);
      const root = repository?.root ?? (folder === "" ? "" : await gitLocator.realPath(folder));
      const remote = repository ? withoutSecret(normalizeRemote(repository.remote)) : "";
      const pathIdentifier = withoutSecret(`path:${repository?.commonDir ?? root}`);
      const cacheKey = `${tenant}\0${remote}\0${pathIdentifier}`;
      const identity = cache.get(cacheKey) ?? {
        ...(await resolveProject(tenant, { root, remote, pathIdentifier, isRepository: repository !== undefined })),
        root,
      };
      cache.set(cacheKey, identity);
      return { ...identity, root };
    },

    async lookUp(tenant, text, folder) {
      const query = text.trim();
      if (query === "") return undefined;
      const byId = await store.find(tenant, query);
      if (byId) return byId;
      if (isAbsolute(query) || query.startsWith(".")) return projectRegistry.identify(tenant, resolve(folder, query));
      const here = await projectRegistry.identify(tenant, folder);
      if (isSameName(here.name, query) || isSameName(basename(here.root), query)) return here;
      const all = await store.list(tenant);
      return all.find(({ name }) => isSameName(name, query)) ?? (await byIdentifier(tenant, all, query));
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

    async formerRemotes(tenant, folder) {
      const identifiers = await projectRegistry.identifiers(tenant, folder);
      const current = normalizeRemote((await gitLocator.locate(folder))?.remote ?? "");
      if (current === "") return [];
      return identifiers
        .filter((identifier) => identifier.startsWith("remote:") && identifier !== current)
        .flatMap(namesInIdentifier);
    },

    async nameAt(folder) {
      const repository = await gitLocator.locate(folder);
      const remote = repository ? normalizeRemote(repository.remote) : "";
      return redact(nameInIdentifier(remote) || basename(repository?.root ?? folder));
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

  async function resolveProject(
    tenant: string,
    { root, remote, pathIdentifier, isRepository }: ProjectLocation,
  ): Promise<KnownProject> {
    const owners = await store.owners(tenant, remote ? [remote, pathIdentifier] : [pathIdentifier]);
    const byRemote = remote && owners.get(remote);
    const byPath = owners.get(pathIdentifier);
    if (byRemote) return register(tenant, byRemote, root, byPath ? [] : [pathIdentifier]);
    if (byPath && (await hasRemote(tenant, byPath, remote)))
      return register(tenant, byPath, root, remote ? [remote] : []);
    const commit = isRepository ? await gitLocator.rootCommit(root) : undefined;
    const rootCommit = commit ? `root:${commit}` : "";
    // The same repository in the same folder: its remote was renamed, and its records stay.
    if (byPath && (await hasRootCommit(tenant, byPath, rootCommit))) return register(tenant, byPath, root, [remote]);
    const byRootCommit = rootCommit ? (await store.owners(tenant, [rootCommit])).get(rootCommit) : undefined;
    const identifiers = [remote, pathIdentifier, rootCommit].filter(Boolean);
    if (byRootCommit && (await hasRemote(tenant, byRootCommit, remote)))
      return register(tenant, byRootCommit, root, identifiers);
    return register(tenant, idOf(identifiers[0] ?? pathIdentifier), root, identifiers);
  }

  async function hasRootCommit(tenant: string, project: string, rootCommit: string): Promise<boolean> {
    const commits = (await store.identifiers(tenant, project)).filter((identifier) => identifier.startsWith("root:"));
    return rootCommit !== "" && (commits.length === 0 || commits.includes(rootCommit));
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
    const project = stored ?? { id, name: (remote && nameInIdentifier(remote)) || redact(basename(root)) || "unknown" };
    if (!stored || identifiers.length > 0) await store.add(tenant, project, identifiers);
    return project;
  }
}

/** `remote:host/team/app` has the name `host/team/app`, `path:/w/app/.git` has `/w/app`; a first commit has none. */
const namesInIdentifier = (identifier: string): string[] => {
  const [, kind, name = ""] = /^(remote|path):(.+)$/s.exec(identifier) ?? [];
  return kind === undefined ? [] : [kind === "path" ? name.replace(/[\\/]\.git$/, "") : name];
};

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const idOf = (identifier: string): string => `p_${sha256(identifier).slice(0, 16)}`;
