import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { CommitChange, GitLocator, GitMetadata } from "../git-locator.js";
import { locateAt, locateGit } from "../locate-git.js";
import { readLooseHead } from "./loose-refs.js";
import { tryGit, wordsOf } from "./run-git.js";

const timeoutMs = 1500;
/** For thousands of commits. */
const logTimeoutMs = 20_000;
/** A hook does without the history rather than waiting for it. */
const hookTimeoutMs = 1000;
/** Starting git takes longer than most tool calls, and people seldom change their name. */
const userNameCacheMs = 30_000;

export const gitCliLocator: GitLocator = {
  realPath,

  async locate(folder) {
    for (let ancestor = await realPath(folder); ; ancestor = dirname(ancestor)) {
      const metadata = await readMetadata(ancestor);
      if (metadata || dirname(ancestor) === ancestor) return metadata;
    }
  },

  discover: discoverRepositories,

  userName: cacheFor(userNameCacheMs, async (folder) => {
    return (await git(existingFolder(folder), ["config", "--get", "user.name"]))?.trim() || undefined;
  }),

  listedFiles: (folder) => listFiles(folder, ["-co", "--exclude-standard", "--deduplicate"]),
  trackedFiles: (folder) => listFiles(folder, []),

  async rootCommit(root) {
    const commits = await git(root, ["rev-list", "--max-parents=0", "HEAD"]);
    return commits?.trim().split("\n").at(-1);
  },

  async commits(folder, since, limit) {
    const head = await headOf(folder);
    if (!head) return undefined;
    if (head === since) return { head, commits: [] };
    const range = since === undefined ? head : `${since}..${head}`;
    const commits = await readLog(folder, ["--relative", "--name-only"], logTimeoutMs, limit, [range, "--", "."]);
    if (commits) return { head, commits: commits.map(({ subject, files }) => ({ subject, files })) };
    // A commit that was rewritten may be gone.
    return since === undefined ? undefined : gitCliLocator.commits(folder, undefined, limit);
  },

  messages: async (root, limit) => (await readLog(root, [], hookTimeoutMs, limit)) ?? [],
  changes: async (root, limit) => (await readLog(root, ["--name-only"], logTimeoutMs, limit)) ?? [],

  changedFiles: async (root) => wordsOf(await git(root, ["diff", "--name-only", "-z", "HEAD"], hookTimeoutMs)),

  async lastChange(root, file, line) {
    const commit =
      line === undefined
        ? undefined
        : (await git(root, ["blame", "-l", "-L", `${line},${line}`, "--", file]))?.match(/^\^?([0-9a-f]{8,40})/)?.[1];
    if (line !== undefined && (!commit || /^0+$/.test(commit))) return undefined;
    const output = await git(root, ["log", "-1", "--format=%H%x00%cI%x00%s", ...(commit ? [commit] : ["--", file])]);
    const [hash = "", at = "", subject = ""] = (output ?? "").trim().split("\0");
    return hash === "" ? undefined : { commit: hash, at: new Date(at).toISOString(), subject };
  },
};

async function readLog(
  root: string,
  options: readonly string[],
  limitMs: number,
  limit: number,
  what: readonly string[] = [],
): Promise<CommitChange[] | undefined> {
  if (!(await headOf(root))) return undefined;
  const format = ["--no-merges", "--no-renames", "-z", "--format=%x01%H%x02%cI%x02%s%x02%b%x02"];
  const out = await git(root, ["log", ...format, ...options, `--max-count=${limit}`, ...what], limitMs);
  const entries = out?.split("\x01").slice(1);
  return entries?.map((entry) => {
    const [hash = "", at = "", subject = "", body = "", names = ""] = entry.split("\x02");
    return { hash, at, subject, body: body.trim(), files: names.split(/[\0\n]+/).filter((name) => name !== "") };
  });
}

async function listFiles(folder: string, options: string[]): Promise<readonly string[] | undefined> {
  const files = await git(folder, ["ls-files", "-z", ...options], logTimeoutMs);
  // Of a folder that the repository around it ignores, git lists nothing.
  return files ? files.split("\0").slice(0, -1) : undefined;
}

/** From git's own files where they tell, because starting git takes longer. */
async function headOf(folder: string): Promise<string | undefined> {
  const location = await locateGit(readText, await realPath(folder));
  if (!location) return undefined;
  const loose = readLooseHead(location.gitDir, location.commonDir)?.commit;
  return loose ?? ((await git(folder, ["rev-parse", "--verify", "--quiet", "HEAD"]))?.trim() || undefined);
}

function cacheFor<T>(ms: number, load: (folder: string) => Promise<T>): (folder: string) => Promise<T> {
  const cache = new Map<string, { readonly until: number; readonly answer: Promise<T> }>();
  return (folder) => {
    const now = performance.now();
    const cached = cache.get(folder);
    if (cached && cached.until > now) return cached.answer;
    if (cache.size >= 100) cache.clear();
    const answer = load(folder);
    cache.set(folder, { until: now + ms, answer });
    return answer;
  };
}

const git = (root: string, args: string[], limitMs = timeoutMs): Promise<string | undefined> =>
  tryGit(root, args, { timeoutMs: limitMs }).catch(() => undefined);

/** Falls back to the given path, because the folder of a worktree may no longer exist. */
async function realPath(folder: string): Promise<string> {
  const absolutePath = resolve(folder);
  try {
    return realpathSync.native(absolutePath);
  } catch {
    return absolutePath;
  }
}

/** Git cannot start in a folder that was deleted, and the user of the folder above it is most likely the same. */
function existingFolder(folder: string): string {
  let ancestor = resolve(folder);
  while (!existsSync(ancestor) && dirname(ancestor) !== ancestor) ancestor = dirname(ancestor);
  return ancestor;
}

async function readMetadata(root: string): Promise<GitMetadata | undefined> {
  const location = await locateAt(readText, root);
  if (!location) return undefined;
  const commonDir = await realPath(location.commonDir);
  return { root, commonDir, remote: parseRemoteUrl((await readText(join(commonDir, "config"))) ?? "") };
}

/** Git's own files are short. */
const maxBytes = 1_000_000;

/** Synchronously, because asynchronous reads of many short files take longer than the call that needs them. */
async function readText(path: string): Promise<string | undefined> {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size <= maxBytes ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** The address of `origin`, else of the first remote. */
function parseRemoteUrl(config: string): string {
  const remotes = [...config.matchAll(/^\[remote "([^"]+)"\]([^[]*)/gm)].map(([, name = "", body = ""]) => ({
    name,
    url: /^\s*url\s*=\s*(.+)$/m.exec(body)?.[1]?.trim() ?? "",
  }));
  return (remotes.find(({ name }) => name === "origin") ?? remotes[0])?.url ?? "";
}

const maxRepositories = 1000;

/** Folders that are git repositories, down to `depth` below `folder`. Nested repositories are not listed. */
async function discoverRepositories(folder: string, depth: number): Promise<string[]> {
  const repositories: string[] = [];
  const queue = [{ path: folder, left: depth }];
  for (let next = queue.shift(); next && repositories.length < maxRepositories; next = queue.shift()) {
    const { path, left } = next;
    const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
    if (entries.some(({ name }) => name === ".git") && (await locateAt(readText, path))) {
      repositories.push(path);
      continue;
    }
    if (left === 0) continue;
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith(".") || entry.name === "node_modules") continue;
      queue.push({ path: join(path, entry.name), left: left - 1 });
    }
  }
  return repositories.sort();
}
