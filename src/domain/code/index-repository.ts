import { createHash } from "node:crypto";
import { join } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import { countEach } from "../../base/text/count-each.js";
import type { FileTree } from "../../engine/file-tree.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { SyntaxParser } from "../../engine/syntax-parser.js";
import type { CodeStore, FileStamp, IndexedFile } from "../../store/code/code-store.js";
import type { Call } from "../call.js";
import type { Search } from "../search/search.js";
import { chunkFile, chunksVersion } from "./chunk-file.js";
import { codeDocuments } from "./code-documents.js";
import { inEmbeddingOrder } from "./embedding-order.js";
import { indexHistory, type Target } from "./index-history.js";
import type { IndexLock } from "./index-lock.js";
import { sourceText } from "./source-text.js";
import { type SkippedFile, type WalkedFile, type WalkOptions, walkRepository } from "./walk-repository.js";

export interface IndexDeps {
  readonly store: CodeStore;
  readonly search: Search;
  readonly tree: FileTree;
  readonly parser: SyntaxParser;
  readonly gitLocator: Pick<GitLocator, "commits" | "realPath" | "listedFiles" | "trackedFiles">;
  readonly runtime: Runtime;
}

/** Files per transaction: few enough that other processes do not wait. */
const batchSize = 40;

/** Reads what changed in a repository since it was indexed; says what was done. */
export async function indexRepository(
  deps: IndexDeps,
  call: Call,
  target: Target,
  options: WalkOptions,
  lock: IndexLock,
) {
  const { store, tree, gitLocator, parser, runtime } = deps;
  const { tenant } = call;
  const { id, owner, root } = target;
  const walk = await walkRepository(tree, root, options, gitLocator);
  const stamps = new Map((await store.fileStamps(tenant, id)).map((one) => [one.path, one]));
  const stampedFiles = walk.files.map((file) => ({ ...file, stamp: `${chunksVersion}/${file.stamp}` }));
  const isUnchanged = ({ path, stamp }: WalkedFile) => stamps.get(path)?.stamp === stamp;
  const changedFiles = stampedFiles.filter((file) => !isUnchanged(file));
  const ordered = [...stampedFiles.filter(isUnchanged), ...(await inEmbeddingOrder(deps, root, changedFiles))];
  const read = await readFiles(deps, call, target, ordered, stamps, lock);
  const removedPaths = [...stamps.keys()].filter((one) => !read.indexedPaths.has(one));
  for (let i = 0; i < removedPaths.length; i += batchSize)
    await store.removeFiles(tenant, id, removedPaths.slice(i, i + batchSize));
  const since = (await store.repository(tenant, owner, id))?.options.history;
  const history = await indexHistory(deps, tenant, target, {
    paths: read.indexedPaths,
    newPaths: [...read.indexedPaths].filter((path) => !stamps.has(path)),
    since: typeof since === "string" ? since : undefined,
  });
  const { files, chunks } = await store.totals(tenant, id);
  const indexedAt = runtime.now().toISOString();
  await store.putRepository(tenant, owner, {
    id,
    path: root,
    options: { ...options, history },
    files,
    chunks,
    indexedAt,
  });
  const skipped = [...walk.skipped, ...read.skipped];
  return {
    path: root,
    /** Files in the index afterwards. */
    files,
    chunks,
    added: read.added,
    unchanged: read.unchanged,
    removed: removedPaths.length,
    /** How many files were left out, by reason. */
    skipped: Object.fromEntries(countEach(skipped.map(({ reason }) => reason))),
    /** Files that a person may miss: not those that ignore files and patterns leave out. */
    skippedFiles: skipped.filter(({ reason }) => reason !== "ignored" && reason !== "not_included"),
    excluded: walk.excluded,
    /** Problems that left the index incomplete. */
    problems: parser.problems(),
    /** Whether another process was indexing the repository: then it has read most files. */
    hasWaited: lock.hasWaited,
  };
}

async function readFiles(
  deps: IndexDeps,
  call: Call,
  target: Target,
  files: readonly WalkedFile[],
  stamps: ReadonlyMap<string, FileStamp>,
  lock: IndexLock,
) {
  const { store } = deps;
  const skipped: SkippedFile[] = [];
  const indexedPaths = new Set<string>();
  let added = 0;
  for (let i = 0; i < files.length; i += batchSize) {
    if (call.signal.aborted) throw stopped(i, files.length);
    const [changed, restamped]: [IndexedFile[], FileStamp[]] = [[], []];
    for (const file of files.slice(i, i + batchSize)) {
      const stored = stamps.get(file.path);
      const { skip, restamp, put } =
        stored?.stamp === file.stamp ? {} : await readFile(deps, target, file, stored?.digest);
      if (skip === undefined) indexedPaths.add(file.path);
      else skipped.push({ path: file.path, reason: skip });
      if (restamp) restamped.push(restamp);
      if (put) changed.push(put);
    }
    if (restamped.length > 0) await store.restamp(call.tenant, target.id, restamped);
    if (changed.length > 0) await store.putFiles(call.tenant, target.id, changed);
    added += changed.length;
    if (changed.length > 0) await lock.renew();
    call.progress(Math.min(i + batchSize, files.length), files.length, "Reading files");
  }
  return { added, unchanged: indexedPaths.size - added, skipped, indexedPaths };
}

interface FileReading {
  /** Why it is left out. */
  readonly skip?: string;
  /** What is stored: all of it, or only its stamp where it has the same content as before. */
  readonly put?: IndexedFile;
  readonly restamp?: FileStamp;
}

async function readFile(
  { tree, parser }: IndexDeps,
  { id, owner, root }: Target,
  file: WalkedFile,
  storedDigest: string | undefined,
): Promise<FileReading> {
  const { path, stamp } = file;
  const bytes = await tree.read(join(root, path));
  if (!bytes) return { skip: "unreadable" };
  const digest = createHash("sha1").update(chunksVersion).update(bytes).digest("base64url");
  if (storedDigest === digest) return { restamp: { path, stamp, digest } };
  const source = sourceText(path, bytes);
  if ("skip" in source) return source;
  const chunked = await chunkFile(parser, path, source.text);
  const chunks = chunked.chunks.map(({ text: _, ...chunk }) => chunk);
  const documents = codeDocuments(owner, id, path, chunked);
  return { put: { ...file, ...chunked, digest, chunks, documents } };
}

const stopped = (done: number, of: number) =>
  new AppError("unavailable", `Indexing was stopped after ${done} of ${of} files. They stay indexed.`, {
    hint: "Index again to continue.",
  });
