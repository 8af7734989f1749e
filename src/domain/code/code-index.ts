import { createHash } from "node:crypto";
import { isAbsolute, join, relative, sep } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { FileTree } from "../../engine/file-tree.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { SyntaxParser } from "../../engine/syntax-parser.js";
import type {
  ChunkLocation,
  CodeFile,
  CodeRepository,
  CodeStore,
  FileStamp,
  IndexedFile,
} from "../../store/code/code-store.js";
import type { LeaseStore } from "../../store/lease-store.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { Call } from "../call.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import type { Search } from "../search/search.js";
import { chunkFile, chunksVersion } from "./chunk-file.js";
import { codeDocuments, documentId, repositoryId } from "./code-documents.js";
import { inEmbeddingOrder } from "./embedding-order.js";
import { findSymbol, type SymbolUse } from "./find-symbol.js";
import { indexHistory } from "./index-history.js";
import { createIndexLocks, type IndexLock } from "./index-lock.js";
import { type CodeAnswer, type CodeQuery, searchCode } from "./search-code.js";
import { sourceText } from "./source-text.js";
import { type SkippedFile, type WalkedFile, type WalkOptions, walkRepository } from "./walk-repository.js";

export interface IndexRequest extends WalkOptions {
  readonly path: string;
  readonly owner?: string | undefined;
}

export interface IndexReport {
  readonly path: string;
  /** Files in the index afterwards. */
  readonly files: number;
  readonly chunks: number;
  readonly added: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly skippedFiles: readonly SkippedFile[];
  readonly excluded: readonly string[];
  /** Problems that left the index incomplete. */
  readonly problems: readonly string[];
  /** Whether another process was indexing the repository: then it has read most files. */
  readonly hasWaited: boolean;
}

export interface CodeStatus extends CodeRepository {
  readonly bytes: number;
  /** True when its folder no longer exists. */
  readonly isDeleted: boolean;
}

/** Indexes the code of repositories for search by question or name. */
export interface CodeIndex {
  index(call: Call, request: IndexRequest): Promise<IndexReport>;
  search(call: Call, query: CodeQuery): Promise<CodeAnswer>;
  /** Definitions, calls, imports and other uses of a name, definitions first. */
  symbol(
    call: Call,
    request: Pick<CodeQuery, "path" | "owner" | "files"> & { readonly name: string },
  ): Promise<SymbolUse[]>;
  outline(
    call: Call,
    request: { path: string; owner?: string | undefined; below: string; limit: number },
  ): Promise<CodeFile[]>;
  status(call: Call, owner: string | undefined): Promise<CodeStatus[]>;
  /** Everyone who has indexed a repository. */
  owners(call: Call): Promise<string[]>;
  /** The project under which the code of a folder is in the search index; undefined when it is not indexed. */
  projectOf(call: Call, folder: string): Promise<string | undefined>;
  /** First and last line of chunks in the search index, by document id. */
  linesOf(tenant: string, documents: readonly SearchDocument[]): Promise<ReadonlyMap<string, ChunkLocation>>;
}

interface Deps {
  readonly store: CodeStore;
  readonly search: Search;
  readonly tree: FileTree;
  readonly parser: SyntaxParser;
  readonly identity: ProjectResolver;
  readonly gitLocator: Pick<GitLocator, "commits" | "realPath" | "listedFiles" | "trackedFiles">;
  readonly leases: LeaseStore;
  readonly runtime: Runtime;
}

/** Files per transaction: few enough that other processes do not wait. */
const batchSize = 40;

export function createCodeIndex(deps: Deps): CodeIndex {
  const { store, search, tree, parser, identity, gitLocator, leases, runtime } = deps;
  const locks = createIndexLocks(leases, runtime);

  const resolveOwner = async (path: string, ownerName: string | undefined) => {
    const owner = await identity.tenant(ownerName, path);
    const root = path.replace(/(?<=.)[\\/]+$/, "");
    // A link leads to the same repository. Indexes of older versions may be under the path of the link.
    return { owner, root: await gitLocator.realPath(root), givenRoot: root };
  };

  const findIndexed = async (call: Call, path: string, ownerName: string | undefined) => {
    const { owner, root, givenRoot } = await resolveOwner(path, ownerName);
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
    if (!isAbsolute(plain)) {
      const above = relative(root, await gitLocator.realPath(folder))
        .split(sep)
        .join("/");
      return above === "" || above.startsWith("..") || plain === "" ? [plain] : [plain, `${above}/${plain}`];
    }
    const inside = [relative(root, plain), relative(folder, plain), relative(root, await gitLocator.realPath(plain))];
    return inside.filter((one) => !one.startsWith("..") && !isAbsolute(one)).map((one) => one.split(sep).join("/"));
  };

  const mustBeIndexed = async (call: Call, path: string, ownerName: string | undefined) => {
    const repository = await findIndexed(call, path, ownerName);
    if (repository) return repository;
    const { owner, root } = await resolveOwner(path, ownerName);
    const others = (await store.ownersOf(call.tenant, root)).filter((one) => one !== owner);
    const details = { path: root };
    if (others.length === 0)
      throw new AppError("missing", `${root} is not indexed.`, {
        hint: "Index it first with repository_index.",
        details,
      });
    const isDeleted = (await tree.kindOf(root)) === "missing";
    const whose = `${others.join(", ")}: another git user or tenant. Pass that tenant_id`;
    throw new AppError("missing", `${root} ${isDeleted ? "no longer exists" : `is not indexed for ${owner}`}.`, {
      hint: isDeleted
        ? `It was indexed for ${whose} to search its files as they were.`
        : `It is indexed for ${whose}, or index it with repository_index.`,
      details,
    });
  };

  const readFiles = async (
    call: Call,
    target: Target,
    files: readonly WalkedFile[],
    stamps: FileStamps,
    lock: IndexLock,
  ) => {
    const { id } = target;
    const report = { added: 0, unchanged: 0, skipped: {} as Record<string, number>, skippedFiles: [] as SkippedFile[] };
    const indexedPaths = new Set<string>();
    for (let i = 0; i < files.length; i += batchSize) {
      if (call.signal.aborted) throw stopped(i, files.length);
      const [changed, restamped]: [IndexedFile[], FileStamp[]] = [[], []];
      for (const file of files.slice(i, i + batchSize)) {
        const stored = stamps.get(file.path);
        const read = stored?.stamp === file.stamp ? "same" : await readFile(target, file, stored);
        if (read === "same" || read === "restamped" || typeof read === "object") indexedPaths.add(file.path);
        if (read === "restamped" && stored) restamped.push({ ...stored, stamp: file.stamp });
        if (typeof read === "object") changed.push(read);
        else if (read === "same" || read === "restamped") report.unchanged++;
        else {
          report.skipped[read] = (report.skipped[read] ?? 0) + 1;
          report.skippedFiles.push({ path: file.path, reason: read });
        }
      }
      if (restamped.length > 0) await store.restamp(call.tenant, id, restamped);
      if (changed.length > 0) await store.putFiles(call.tenant, id, changed);
      report.added += changed.length;
      if (changed.length > 0) await lock.renew();
      call.progress(Math.min(i + batchSize, files.length), files.length, "Reading files");
    }
    return { ...report, indexedPaths };
  };

  const readFile = async ({ id, owner, root }: Target, file: WalkedFile, stored: FileStamp | undefined) => {
    const bytes = await tree.read(join(root, file.path));
    if (!bytes) return "unreadable";
    const digest = createHash("sha1").update(chunksVersion).update(bytes).digest("base64url");
    if (stored?.digest === digest) return "restamped";
    const source = sourceText(file.path, bytes);
    if ("skip" in source) return source.skip;
    const chunked = await chunkFile(parser, file.path, source.text);
    return {
      path: file.path,
      stamp: file.stamp,
      digest,
      language: chunked.language,
      bytes: file.bytes,
      chunks: chunked.chunks.map(({ text: _, ...chunk }) => chunk),
      symbols: chunked.symbols,
      documents: codeDocuments(owner, id, file.path, chunked),
    };
  };

  /** The commit up to which the history is indexed. */
  const indexedCommit = async (call: Call, owner: string, id: string): Promise<string | undefined> => {
    const { history } = (await store.repository(call.tenant, owner, id))?.options ?? {};
    return typeof history === "string" ? history : undefined;
  };

  const indexNow = async (call: Call, target: Target, options: WalkOptions, lock: IndexLock): Promise<IndexReport> => {
    const { id, owner, root } = target;
    const walk = await walkRepository(tree, root, options, gitLocator);
    const stamps: FileStamps = new Map((await store.fileStamps(call.tenant, id)).map((one) => [one.path, one]));
    const stampedFiles = walk.files.map((file) => ({ ...file, stamp: `${chunksVersion}/${file.stamp}` }));
    const isUnchanged = ({ path, stamp }: WalkedFile) => stamps.get(path)?.stamp === stamp;
    const changedFiles = stampedFiles.filter((file) => !isUnchanged(file));
    const ordered = [
      ...stampedFiles.filter(isUnchanged),
      ...(await inEmbeddingOrder({ tree, gitLocator }, root, changedFiles)),
    ];
    const read = await readFiles(call, target, ordered, stamps, lock);
    const removedPaths = [...stamps.keys()].filter((one) => !read.indexedPaths.has(one));
    for (let i = 0; i < removedPaths.length; i += batchSize)
      await store.removeFiles(call.tenant, id, removedPaths.slice(i, i + batchSize));
    const history = await indexHistory(
      { store, index: search.index, gitLocator },
      {
        tenant: call.tenant,
        owner,
        repository: id,
        root,
        paths: read.indexedPaths,
        newPaths: [...read.indexedPaths].filter((path) => !stamps.has(path)),
        since: await indexedCommit(call, owner, id),
      },
    );
    const { files, chunks } = await store.totals(call.tenant, id);
    const indexedAt = runtime.now().toISOString();
    const repository = {
      id,
      path: root,
      options: { ...options, ...(history ? { history } : {}) },
      files,
      chunks,
      indexedAt,
    };
    await store.putRepository(call.tenant, owner, repository);
    return {
      path: root,
      files,
      chunks,
      added: read.added,
      unchanged: read.unchanged,
      removed: removedPaths.length,
      skipped: { ...walk.skipped, ...read.skipped },
      excluded: walk.excluded,
      skippedFiles: [...walk.skippedFiles, ...read.skippedFiles],
      problems: parser.problems(),
      hasWaited: lock.hasWaited,
    };
  };

  return {
    async index(call, { path, owner: ownerName, ...options }) {
      const { owner, root } = await resolveOwner(path, ownerName);
      requireFolder(root, await tree.kindOf(root));
      const target = { id: repositoryId(owner, root), owner, root };
      return locks.take(call, `code.index/${call.tenant}/${target.id}`, (lock) =>
        indexNow(call, target, options, lock),
      );
    },

    async search(call, query) {
      const { root, ...repository } = await mustBeIndexed(call, query.path, query.owner);
      const [answer, kind] = [await searchCode({ store, search }, call, repository, query), await tree.kindOf(root)];
      if (kind !== "missing") return answer;
      const deleted = `${root} no longer exists: these are its files as they were when it was indexed.`;
      return { ...answer, notice: [deleted, answer.notice].filter(Boolean).join(" ") };
    },

    async symbol(call, { path, owner: ownerName, name, files }) {
      const { id, root } = await mustBeIndexed(call, path, ownerName);
      if ((await tree.kindOf(root)) === "missing")
        throw new AppError("missing", `${root} no longer exists, and the uses of a name are read from its files.`, {
          hint: "Ask a question instead: the text that was indexed is still found.",
        });
      return findSymbol({ tree, parser }, { name, root, paths: await store.paths(call.tenant, id), files });
    },

    async outline(call, { path, owner: ownerName, below, limit }) {
      const { id, root } = await mustBeIndexed(call, path, ownerName);
      for (const inside of await pathsInside(root, path, below)) {
        const files = await store.filesBelow(call.tenant, id, inside, limit);
        if (files.length > 0) return files;
      }
      throw new AppError("missing", `Nothing is indexed under ${below || path}.`, {
        hint: "If it is new, index the repository again with repository_index.",
      });
    },

    projectOf: async (call, folder) => (await findIndexed(call, folder, undefined))?.id,

    async linesOf(tenant, documents) {
      const lines = new Map<string, ChunkLocation>();
      for (const repository of new Set(documents.map(({ project }) => project))) {
        const own = documents.filter(({ project }) => project === repository);
        const paths = new Set(own.flatMap(({ files }) => files.slice(0, 1)));
        for (const { path, chunks } of await store.files(tenant, repository, [...paths]))
          for (const chunk of chunks) lines.set(documentId(repository, path, chunk.key), chunk);
      }
      return lines;
    },

    owners: (call) => store.ownersOf(call.tenant),

    async status(call, ownerName) {
      const owner = await identity.tenant(ownerName, call.folder);
      const all = await store.repositories(call.tenant, owner);
      return Promise.all(
        all.map(async (one) => ({
          ...one,
          bytes: (await store.totals(call.tenant, one.id)).bytes,
          isDeleted: (await tree.kindOf(one.path)) === "missing",
        })),
      );
    },
  };
}

type FileStamps = ReadonlyMap<string, FileStamp>;

interface Target {
  readonly id: string;
  readonly owner: string;
  readonly root: string;
}

function requireFolder(path: string, kind: "file" | "folder" | "missing" | "unreadable"): void {
  const details = { path };
  if (kind === "missing")
    throw new AppError("missing", `Folder not found: ${path}.`, { hint: "Pass the path of a repository.", details });
  if (kind === "file")
    throw new AppError("invalid", `${path} is a file, not a folder.`, { hint: "Pass its folder.", details });
  if (kind === "unreadable")
    throw new AppError("forbidden", `${path} cannot be read.`, { hint: "Check its owner and permissions.", details });
}

const stopped = (done: number, of: number) =>
  new AppError("unavailable", `Indexing was stopped after ${done} of ${of} files. They stay indexed.`, {
    hint: "Index again to continue.",
  });
