import { createHash } from "node:crypto";
import { join } from "node:path";
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
import { createIndexLocks, type IndexLock } from "./index-lock.js";
import { type CodeAnswer, type CodeQuery, searchCode } from "./search-code.js";
import { sourceText } from "./source-text.js";
import { type FoundFile, type WalkOptions, walkRepository } from "./walk-repository.js";

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
  readonly excluded: readonly string[];
  /** Problems that left the index incomplete. */
  readonly problems: readonly string[];
  /** Whether another process was indexing the repository: then it has read most files. */
  readonly hasWaited: boolean;
}

export interface CodeStatus extends CodeRepository {
  readonly bytes: number;
}

/** Indexes the code of repositories for search by question or name. */
export interface CodeIndex {
  index(call: Call, request: IndexRequest): Promise<IndexReport>;
  search(call: Call, query: CodeQuery): Promise<CodeAnswer>;
  outline(
    call: Call,
    request: { path: string; owner?: string | undefined; below: string; limit: number },
  ): Promise<CodeFile[]>;
  status(call: Call, owner: string | undefined): Promise<CodeStatus[]>;
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
  readonly gitLocator: Pick<GitLocator, "excludes">;
  readonly leases: LeaseStore;
  readonly runtime: Runtime;
}

/** Files per transaction: few enough that other processes do not wait. */
const batch = 40;

export function createCodeIndex(parts: Deps): CodeIndex {
  const { store, search, tree, parser, identity, gitLocator, leases, runtime } = parts;
  const locks = createIndexLocks(leases, runtime);

  const placeOf = async (given: string, named: string | undefined) => {
    const owner = await identity.tenant(named, given);
    return { owner, root: given.replace(/(?<=.)[\\/]+$/, "") };
  };

  const findIndexed = async (call: Call, given: string, named: string | undefined) => {
    const { owner, root } = await placeOf(given, named);
    // A folder inside an indexed repository is part of it.
    for (const path of new Set([root, await identity.root(root)])) {
      const id = repositoryId(owner, path);
      if (await store.repository(call.tenant, owner, id)) return { owner, id, root: path };
    }
    return undefined;
  };

  const mustBeIndexed = async (call: Call, given: string, named: string | undefined) => {
    const repository = await findIndexed(call, given, named);
    if (repository) return repository;
    const { root } = await placeOf(given, named);
    throw new AppError("missing", `${root} is not indexed.`, {
      hint: "Index it first with repository_index.",
      details: { path: root },
    });
  };

  const readFiles = async (call: Call, place: Place, files: readonly FoundFile[], known: Known, lock: IndexLock) => {
    const { id } = place;
    const report = { added: 0, unchanged: 0, skipped: {} as Record<string, number> };
    const kept = new Set<string>();
    for (let i = 0; i < files.length; i += batch) {
      if (call.signal.aborted) throw stopped(i, files.length);
      const [changed, restamped]: [IndexedFile[], FileStamp[]] = [[], []];
      for (const file of files.slice(i, i + batch)) {
        const mark = known.get(file.path);
        const read = mark?.stamp === file.stamp ? "same" : await readFile(place, file, mark);
        if (read === "same" || read === "restamped" || typeof read === "object") kept.add(file.path);
        if (read === "restamped" && mark) restamped.push({ ...mark, stamp: file.stamp });
        if (typeof read === "object") changed.push(read);
        else if (read === "same" || read === "restamped") report.unchanged++;
        else report.skipped[read] = (report.skipped[read] ?? 0) + 1;
      }
      if (restamped.length > 0) await store.restamp(call.tenant, id, restamped);
      if (changed.length > 0) await store.putFiles(call.tenant, id, changed);
      report.added += changed.length;
      if (changed.length > 0) await lock.renew();
      call.progress(Math.min(i + batch, files.length), files.length, "Reading files");
    }
    return { ...report, kept };
  };

  const readFile = async ({ id, owner, root }: Place, file: FoundFile, mark: FileStamp | undefined) => {
    const bytes = await tree.read(join(root, file.path));
    if (!bytes) return "unreadable";
    const digest = createHash("sha1").update(chunksVersion).update(bytes).digest("base64url");
    if (mark?.digest === digest) return "restamped";
    const source = sourceText(file.path, bytes);
    if ("skip" in source) return source.skip;
    const chunked = await chunkFile(parser, file.path, source.text);
    return {
      ...{ path: file.path, stamp: file.stamp, digest, language: chunked.language, bytes: file.bytes },
      chunks: chunked.chunks.map(({ text: _, ...place }) => place),
      symbols: chunked.symbols,
      documents: codeDocuments(owner, id, file.path, chunked),
    };
  };

  const indexNow = async (call: Call, place: Place, options: WalkOptions, lock: IndexLock): Promise<IndexReport> => {
    const { id, owner, root } = place;
    const walk = await walkRepository(tree, root, options, await gitLocator.excludes(root));
    const known: Known = new Map((await store.fileStamps(call.tenant, id)).map((mark) => [mark.path, mark]));
    const stamped = walk.files.map((file) => ({ ...file, stamp: `${chunksVersion}/${file.stamp}` }));
    const read = await readFiles(call, place, stamped, known, lock);
    const gone = [...known.keys()].filter((one) => !read.kept.has(one));
    for (let i = 0; i < gone.length; i += batch) await store.removeFiles(call.tenant, id, gone.slice(i, i + batch));
    const { files, chunks } = await store.totals(call.tenant, id);
    const indexedAt = runtime.now().toISOString();
    const facts = { id, path: root, options: { ...options }, files, chunks, indexedAt };
    await store.putRepository(call.tenant, owner, facts);
    return {
      ...{ path: root, files, chunks, added: read.added, unchanged: read.unchanged, removed: gone.length },
      ...{ skipped: { ...walk.skipped, ...read.skipped }, excluded: walk.excluded },
      ...{ problems: parser.problems(), hasWaited: lock.hasWaited },
    };
  };

  return {
    async index(call, { path, owner: named, ...options }) {
      const { owner, root } = await placeOf(path, named);
      requireFolder(root, await tree.kindOf(root));
      const place = { id: repositoryId(owner, root), owner, root };
      return locks.take(call, `code.index/${call.tenant}/${place.id}`, (lock) => indexNow(call, place, options, lock));
    },

    async search(call, query) {
      const { owner, id } = await mustBeIndexed(call, query.path, query.owner);
      return searchCode({ store, search }, call, { id, owner }, query);
    },

    async outline(call, { path, owner: named, below, limit }) {
      const { id } = await mustBeIndexed(call, path, named);
      const found = await store.filesBelow(call.tenant, id, below.replace(/^\.?\/+|\/+$/g, ""), limit);
      if (found.length > 0) return found;
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

    async status(call, named) {
      const owner = await identity.tenant(named, call.folder);
      const all = await store.repositories(call.tenant, owner);
      return Promise.all(all.map(async (one) => ({ ...one, bytes: (await store.totals(call.tenant, one.id)).bytes })));
    },
  };
}

type Known = ReadonlyMap<string, FileStamp>;

interface Place {
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
