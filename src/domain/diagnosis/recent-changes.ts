import type { GitRepository, LogEntry, OpenGitRepository } from "../../engine/git-repository.js";

/** The place of a failure in the working tree, and the commits that last changed the lines around it. */
export interface RecentChanges {
  readonly path: string;
  readonly line: number;
  readonly commits: readonly LogEntry[];
}

/** Undefined when the place is not in a repository. */
export type ReadRecentChanges = (folder: string, place: string) => Promise<RecentChanges | undefined>;

const maxCommits = 2;
/** Lines before and after the failing one: about the size of a short function. */
const linesAround = 5;

export const readRecentChanges =
  (openRepository: OpenGitRepository): ReadRecentChanges =>
  async (folder, place) => {
    const [, file = "", line = ""] = /^(.+):(\d+)$/.exec(place) ?? [];
    const repository = await openRepository(folder);
    const path = repository && (await trackedPath(repository, file));
    if (!path) return undefined;
    const around = { from: Math.max(1, Number(line) - linesAround), to: Number(line) + linesAround };
    return { path, line: Number(line), commits: await repository.logLines(path, around, maxCommits) };
  };

/** A trace may come from another machine or a container, so the longest end of its path that is tracked counts. */
async function trackedPath(repository: GitRepository, file: string): Promise<string | undefined> {
  const parts = file.replaceAll("\\", "/").split("/").filter(Boolean);
  const ends = parts.map((_, i) => parts.slice(i).join("/"));
  const tracked = new Set(await repository.tracked(ends));
  return ends.find((end) => tracked.has(end));
}

/** Evidence for every hypothesis: what was changed where it fails. */
export const describeChanges = ({ path, commits }: RecentChanges): string[] =>
  commits.map(
    ({ commit, date, subject }) => `${path} was changed there on ${date.slice(0, 10)} (${commit}): ${subject}`,
  );
