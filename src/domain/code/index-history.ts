import type { GitLocator } from "../../engine/git-locator.js";
import { type CodeStore, codeKind, historySource } from "../../store/code/code-store.js";
import type { SearchIndex } from "../../store/search/search-index.js";
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
  readonly store: Pick<CodeStore, "putHistory">;
  readonly index: Pick<SearchIndex, "bySource">;
  readonly gitLocator: Pick<GitLocator, "commits">;
}

interface HistoryRequest {
  readonly tenant: string;
  readonly owner: string;
  readonly repository: string;
  readonly root: string;
  readonly paths: ReadonlySet<string>;
  /** Files that were not in the index before. */
  readonly newPaths: readonly string[];
  /** The commit up to which subject lines are indexed. */
  readonly since: string | undefined;
}

/** Indexes the subject lines of new commits per source file; returns the commit up to which that is done. */
export async function indexHistory(deps: Deps, request: HistoryRequest): Promise<string | undefined> {
  const { gitLocator } = deps;
  const { root, paths, newPaths, since } = request;
  const isIndexed = (path: string) => paths.has(path) && fileRoleOf(path) === "source";
  const log = await gitLocator.commits(root, since, maxCommits);
  if (!log) return since;
  const subjects = subjectsByFile(log.commits, isIndexed);
  // A file that is new to the index but not to git, as after another `include`, has older commits too.
  const isComplete = since === undefined || newPaths.every((path) => !isIndexed(path) || subjects.has(path));
  const all = isComplete ? log : await gitLocator.commits(root, undefined, maxCommits);
  await putSubjects(deps, request, isComplete ? subjects : subjectsByFile(all?.commits ?? [], isIndexed));
  return log.head;
}

type Commits = readonly { readonly subject: string; readonly files: readonly string[] }[];

function subjectsByFile(commits: Commits, isIndexed: (path: string) => boolean): Map<string, string[]> {
  const byFile = new Map<string, string[]>();
  for (const { subject, files } of commits) {
    if (files.length > maxFilesOfCommit) continue;
    for (const file of files.filter(isIndexed)) {
      const own = byFile.get(file);
      if (own) own.push(subject);
      else byFile.set(file, [subject]);
    }
  }
  return byFile;
}

async function putSubjects(
  { store, index }: Deps,
  { tenant, owner, repository, since }: HistoryRequest,
  subjects: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const all = [...subjects];
  for (let i = 0; i < all.length; i += batchSize) {
    const some = all.slice(i, i + batchSize);
    const sources = some.map(([path]) => historySource(repository, path));
    const stored = since === undefined ? [] : await index.bySource(tenant, codeKind, sources, batchSize);
    const older = new Map(stored.map(({ source, body }) => [source, body.split("\n")]));
    const documents = some.map(([path, newer]) => {
      const lines = [...newer, ...(older.get(historySource(repository, path)) ?? [])];
      return historyDocument(owner, repository, path, [...new Set(lines)].slice(0, maxSubjects));
    });
    await store.putHistory(tenant, documents);
  }
}
