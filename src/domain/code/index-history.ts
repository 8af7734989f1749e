import type { CommitSummary, GitLocator } from "../../engine/git-locator.js";
import { type CodeStore, codeKind, historySource } from "../../store/code/code-store.js";
import type { Search } from "../search/search.js";
import { historyDocument } from "./code-documents.js";
import { fileRoleOf } from "./file-role.js";

/** Read the first time; later only new commits are. */
const maxCommits = 5000;
/** A commit that changes more files says little about each of them. */
const maxFilesOfCommit = 30;
/** The newest subject lines of a file. */
const maxSubjects = 40;
const batchSize = 200;

interface Deps {
  readonly store: CodeStore;
  readonly search: Search;
  readonly gitLocator: Pick<GitLocator, "commits">;
}

/** A repository, and whose index of it. */
export interface Target {
  readonly id: string;
  readonly owner: string;
  readonly root: string;
}

interface HistoryRequest {
  readonly paths: ReadonlySet<string>;
  /** Files that were not in the index before. */
  readonly newPaths: readonly string[];
  /** The commit up to which subject lines are indexed. */
  readonly since: string | undefined;
}

/** Indexes the subject lines of new commits per source file; returns the commit up to which that is done. */
export async function indexHistory(deps: Deps, tenant: string, target: Target, request: HistoryRequest) {
  const { paths, newPaths, since } = request;
  const readLog = (from: string | undefined) => deps.gitLocator.commits(target.root, from, maxCommits);
  const isIndexed = (path: string) => paths.has(path) && fileRoleOf(path) === "source";
  const log = await readLog(since);
  if (!log) return since;
  const subjects = subjectsByFile(log.commits, isIndexed);
  // A file that is new to the index but not to git, as after another `include`, has older commits too.
  const isComplete = since === undefined || newPaths.every((path) => !isIndexed(path) || subjects.has(path));
  const all = isComplete ? subjects : subjectsByFile((await readLog(undefined))?.commits ?? [], isIndexed);
  await putSubjects(deps, tenant, target, all, since !== undefined);
  return log.head;
}

function subjectsByFile(commits: readonly CommitSummary[], isIndexed: (path: string) => boolean) {
  const byFile = new Map<string, string[]>();
  for (const { subject, files } of commits.filter(({ files }) => files.length <= maxFilesOfCommit))
    for (const file of files.filter(isIndexed)) {
      const own = byFile.get(file);
      if (own) own.push(subject);
      else byFile.set(file, [subject]);
    }
  return byFile;
}

async function putSubjects(
  { store, search }: Deps,
  tenant: string,
  { owner, id }: Target,
  subjects: ReadonlyMap<string, readonly string[]>,
  hasOlder: boolean,
): Promise<void> {
  const all = [...subjects];
  for (let i = 0; i < all.length; i += batchSize) {
    const some = all.slice(i, i + batchSize);
    const sources = some.map(([path]) => historySource(id, path));
    const stored = hasOlder ? await search.index.bySource(tenant, codeKind, sources, batchSize) : [];
    const older = new Map(stored.map(({ source, body }) => [source, body.split("\n")]));
    const documents = some.map(([path, newer]) => {
      const lines = [...newer, ...(older.get(historySource(id, path)) ?? [])];
      return historyDocument(owner, id, path, [...new Set(lines)].slice(0, maxSubjects));
    });
    await store.putHistory(tenant, documents);
  }
}
