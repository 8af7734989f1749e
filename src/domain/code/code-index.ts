import { isAbsolute, relative, sep } from "node:path";
import { AppError } from "../../base/errors.js";
import type { ChunkLocation, CodeFile } from "../../store/code/code-store.js";
import type { LeaseStore } from "../../store/lease-store.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { Call } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import { documentId, repositoryId } from "./code-documents.js";
import { findSymbol, type SymbolUse } from "./find-symbol.js";
import { withIndexLock } from "./index-lock.js";
import { type IndexDeps, indexRepository } from "./index-repository.js";
import { type CodeAnswer, type CodeQuery, searchCode } from "./search-code.js";
import type { WalkOptions } from "./walk-repository.js";

type Place = Pick<CodeQuery, "path" | "owner">;

/** Indexes the code of repositories for search by question or name. */
export type CodeIndex = ReturnType<typeof createCodeIndex>;

interface Deps extends IndexDeps {
  readonly identity: ProjectResolver;
  readonly leases: LeaseStore;
}

export function createCodeIndex(deps: Deps) {
  const { store, tree, identity, gitLocator } = deps;

  const resolvePlace = async ({ path, owner: ownerName }: Place) => {
    const owner = await identity.tenant(ownerName, path);
    const root = path.replace(/(?<=.)[\\/]+$/, "");
    // A link leads to the same repository. Indexes of older versions may be under the path of the link.
    return { owner, root: await gitLocator.realPath(root), givenRoot: root };
  };

  const findIndexed = async (call: Call, place: Place) => {
    const { owner, root, givenRoot } = await resolvePlace(place);
    // A folder inside an indexed repository is part of it.
    for (const folder of new Set([root, givenRoot, await identity.root(root)])) {
      const id = repositoryId(owner, folder);
      const repository = await store.repository(call.tenant, owner, id);
      if (repository) return { owner, id, root: folder, fileCount: repository.files };
    }
    return undefined;
  };

  /** What a path in a call may mean inside a repository: relative to its top, to the folder of the call, or absolute. */
  const pathsInside = async (root: string, folder: string, below: string): Promise<string[]> => {
    const plain = below.replace(/^(?:\.\/+)+|\/+$|^\.$/g, "");
    const relativeTo = (from: string, path: string) => relative(from, path).split(sep).join("/");
    if (!isAbsolute(plain)) {
      const above = relativeTo(root, await gitLocator.realPath(folder));
      return above === "" || above.startsWith("..") || plain === "" ? [plain] : [plain, `${above}/${plain}`];
    }
    const realPath = await gitLocator.realPath(plain);
    const inside = [relativeTo(root, plain), relativeTo(folder, plain), relativeTo(root, realPath)];
    return inside.filter((one) => !one.startsWith("..") && !isAbsolute(one));
  };

  const mustBeIndexed = async (call: Call, place: Place) => {
    const repository = await findIndexed(call, place);
    if (repository) return repository;
    const { owner, root } = await resolvePlace(place);
    const others = (await store.ownersOf(call.tenant, root)).filter((one) => one !== owner);
    if (others.length === 0) throw missing(root, "is not indexed", "Index it first with repository_index.");
    const whose = `${others.join(", ")}: another git user or tenant. Pass that tenant_id`;
    throw (await tree.kindOf(root)) === "missing"
      ? missing(root, "no longer exists", `It was indexed for ${whose} to search its files as they were.`)
      : missing(root, `is not indexed for ${owner}`, `It is indexed for ${whose}, or index it with repository_index.`);
  };

  return {
    async index(call: Call, { path, owner: ownerName, ...options }: Place & WalkOptions) {
      const { owner, root } = await resolvePlace({ path, owner: ownerName });
      requireFolder(root, await tree.kindOf(root));
      const target = { id: repositoryId(owner, root), owner, root };
      const lockName = `code.index/${call.tenant}/${target.id}`;
      return withIndexLock(deps, call, lockName, (lock) => indexRepository(deps, call, target, options, lock));
    },

    async search(call: Call, query: CodeQuery): Promise<CodeAnswer> {
      const { root, ...repository } = await mustBeIndexed(call, query);
      const [answer, kind] = [await searchCode(deps, call, repository, query), await tree.kindOf(root)];
      if (kind !== "missing") return answer;
      const deleted = `${root} no longer exists: these are its files as they were when it was indexed.`;
      return { ...answer, notice: [deleted, answer.notice].filter(Boolean).join(" ") };
    },

    /** Definitions, calls, imports and other uses of a name, definitions first. */
    async symbol(
      call: Call,
      { name, files, ...place }: Place & Pick<CodeQuery, "files"> & { readonly name: string },
    ): Promise<SymbolUse[]> {
      const { id, root } = await mustBeIndexed(call, place);
      if ((await tree.kindOf(root)) === "missing")
        throw new AppError("missing", `${root} no longer exists, and the uses of a name are read from its files.`, {
          hint: "Ask a question instead: the text that was indexed is still found.",
        });
      return findSymbol(deps, { name, root, paths: await store.paths(call.tenant, id), files });
    },

    async outline(
      call: Call,
      { below, limit, ...place }: Place & { below: string; limit: number },
    ): Promise<CodeFile[]> {
      const { id, root } = await mustBeIndexed(call, place);
      for (const inside of await pathsInside(root, place.path, below)) {
        const files = await store.filesBelow(call.tenant, id, inside, limit);
        if (files.length > 0) return files;
      }
      throw new AppError("missing", `Nothing is indexed under ${below || place.path}.`, {
        hint: "If it is new, index the repository again with repository_index.",
      });
    },

    /** The project under which the code of a folder is in the search index; undefined when it is not indexed. */
    projectOf: async (call: Call, folder: string) => (await findIndexed(call, { path: folder }))?.id,

    /** First and last line of chunks in the search index, by document id. */
    async linesOf(tenant: string, documents: readonly SearchDocument[]): Promise<ReadonlyMap<string, ChunkLocation>> {
      const lines = new Map<string, ChunkLocation>();
      for (const repository of new Set(documents.map(({ project }) => project))) {
        const own = documents.filter(({ project }) => project === repository);
        const paths = new Set(own.flatMap(({ files }) => files.slice(0, 1)));
        for (const { path, chunks } of await store.files(tenant, repository, [...paths]))
          for (const chunk of chunks) lines.set(documentId(repository, path, chunk.key), chunk);
      }
      return lines;
    },

    /** Everyone who has indexed a repository. */
    owners: (call: Call) => store.ownersOf(call.tenant),

    async status(call: Call, ownerName: string | undefined) {
      const owner = await identity.tenant(ownerName, call.folder);
      const all = await store.repositories(call.tenant, owner);
      return Promise.all(
        all.map(async (one) => ({
          ...one,
          bytes: (await store.totals(call.tenant, one.id)).bytes,
          /** True when its folder no longer exists. */
          isDeleted: (await tree.kindOf(one.path)) === "missing",
        })),
      );
    },
  };
}

const missing = (path: string, what: string, hint: string) =>
  new AppError("missing", `${path} ${what}.`, { hint, details: { path } });

function requireFolder(path: string, kind: "file" | "folder" | "missing" | "unreadable"): void {
  const details = { path };
  if (kind === "missing")
    throw new AppError("missing", `Folder not found: ${path}.`, { hint: "Pass the path of a repository.", details });
  if (kind === "file")
    throw new AppError("invalid", `${path} is a file, not a folder.`, { hint: "Pass its folder.", details });
  if (kind === "unreadable")
    throw new AppError("forbidden", `${path} cannot be read.`, { hint: "Check its owner and permissions.", details });
}
