import { AppError } from "../../base/errors.js";
import type { CommitContent, GitRepository, LogEntry, TreeEntry, TreeFiles } from "../git-repository.js";
import { isObjectId, readLooseHead } from "./loose-refs.js";
import { withoutPrograms } from "./own-programs.js";
import { gitFailed, readGit, runGit, tryGit, wordsOf } from "./run-git.js";

/** Read-only access to a repository. */
export function readRepository(top: string, gitDir: string, commonDir: string) {
  // A sync asks for the same few trees many times, and an object never changes.
  const trees = new Map<string, Promise<TreeFiles>>();
  const lineOf = async (args: readonly string[]): Promise<string | undefined> =>
    (await tryGit(top, args))?.trim() || undefined;
  const readLog = async (args: readonly string[]): Promise<LogEntry[]> =>
    ((await tryGit(top, ["log", `--format=${logFormat}`, ...args])) ?? "").split("\n").filter(Boolean).map(readLogLine);
  const succeeds = async (args: readonly string[]): Promise<boolean> => {
    const { code, error } = await runGit(top, args);
    if (code > 1) throw gitFailed(args, error);
    return code === 0;
  };

  const readObjects = async (ids: readonly string[]): Promise<{ id: string; content: Buffer }[]> => {
    if (ids.length === 0) return [];
    const args = ["cat-file", "--batch"];
    const { code, out, error, isCut } = await runGit(top, args, {
      input: `${ids.join("\n")}\n`,
      maxOutputBytes: maxReadBytes,
    });
    const half = ids.length >> 1;
    if (isCut && half > 0) return [...(await readObjects(ids.slice(0, half))), ...(await readObjects(ids.slice(half)))];
    if (isCut) throw tooLarge(ids[0] ?? "");
    if (code !== 0) throw gitFailed(args, error);
    const contents = parseBatch(out, ids.length);
    return ids.map((id, i) => ({ id, content: contents[i] ?? Buffer.of() }));
  };

  return {
    async head() {
      const head = readLooseHead(gitDir, commonDir);
      if (head) return head;
      const lines = await lineOf(["rev-parse", "--quiet", "HEAD^{commit}", "--symbolic-full-name", "HEAD"]);
      const [commit, ref] = lines?.split("\n") ?? [];
      if (commit === undefined) return { commit, branch: await lineOf(["symbolic-ref", "--quiet", "--short", "HEAD"]) };
      return { commit, branch: ref?.startsWith("refs/heads/") ? ref.slice("refs/heads/".length) : undefined };
    },

    // A push right after a pull compares a commit with itself in each of these.
    mergeBase: async (a, b) => (a === b ? a : lineOf(["merge-base", a, b])),
    isAncestor: async (ancestor, commit) =>
      ancestor === commit || succeeds(["merge-base", "--is-ancestor", ancestor, commit]),
    differOutside: async (a, b, folder) =>
      a !== b && !(await succeeds(["diff", "--quiet", "--no-ext-diff", a, b, "--", ...outside(folder)])),

    async touchOutside(base, commit, folder) {
      if (base === commit) return false;
      const range = base ? [`${base}..${commit}`] : [commit];
      return (await readGit(top, ["rev-list", "-n", "1", "--full-history", ...range, "--", ...outside(folder)])) !== "";
    },

    async newCommits(commit, from, folder) {
      if (from === commit) return [];
      const paths = folder === undefined ? [] : ["--full-history", "--", literal(folder)];
      const ids = await readGit(top, ["rev-list", "--topo-order", commit, "--not", from ?? "--remotes", ...paths]);
      if (ids === "") return [];
      const options = ["--stdin", "-r", "-m", "--root", "-z", "--no-renames", "--no-abbrev"];
      const changes = parseChanges(await readGit(top, ["diff-tree", ...options, ...paths.slice(1)], { input: ids }));
      const commits = await readObjects(ids.trim().split("\n"));
      return commits.map(({ id, content }) => toCommitContent(id, content.toString(), changes.get(id)));
    },

    async versionsOf(paths) {
      const args = ["log", "--all", "--format=", "--raw", "-z", "--no-abbrev", "--no-renames", "-m"];
      const out = await tryGit(top, [...args, "--", ...paths.map(literal)]);
      const versions = new Map<string, Set<string>>(paths.map((path) => [path, new Set()]));
      const changes = (out ?? "").matchAll(/:\S+ \S+ \S+ ([0-9a-f]+) \w+\0([^\0]*)\0/g);
      for (const [, id = "", path = ""] of changes) if (!/^0+$/.test(id)) versions.get(path)?.add(id);
      return versions;
    },

    countCommits: async (from, to) => Number(await readGit(top, ["rev-list", "--count", `${from}..${to}`])),

    async newestTrailer(name, base, commit) {
      if (base === commit) return undefined;
      const range = base ? [`${base}..${commit}`] : [commit];
      const format = `--format=%(trailers:key=${name},valueonly,separator=%x20)`;
      return lineOf(["log", "-1", `--grep=^${name}: `, format, ...range]);
    },

    log: (folder, count) => readLog([`-n${count}`, "--", folder]),

    async logLines(path, { from, to }, count) {
      const total = ((await tryGit(top, ["show", `HEAD:${path}`])) ?? "").split("\n").length;
      return readLog(["-s", `-n${count}`, `-L${Math.min(from, total)},${Math.min(to, total)}:${path}`]);
    },

    async lastChanges(folder) {
      const out = await tryGit(top, [
        "log",
        "-n3000",
        "--no-renames",
        "--name-only",
        `--format=%x01${logFormat}`,
        "--",
        folder,
      ]);
      const changes = new Map<string, LogEntry>();
      for (const commit of out?.split("\x01").slice(1) ?? []) {
        const [header = "", ...paths] = commit.split("\n").filter(Boolean);
        for (const path of paths) if (!changes.has(path)) changes.set(path, readLogLine(header));
      }
      return changes;
    },

    async diff(folder, against) {
      const args = ["diff", "--no-ext-diff", "--no-textconv", "--no-color", against, "--", folder];
      return readGit(top, args, { env: await withoutPrograms(top) });
    },

    listTree(commit, folder) {
      const key = `${commit} ${folder}`;
      const known = trees.get(key);
      if (known) return known;
      const files = readGit(top, ["ls-tree", "-r", "-z", commit, "--", `${folder}/`]).then((out) =>
        parseTree(out, /^(\d+) \w+ (\w+)\t(.*)$/s),
      );
      if (isObjectId(commit)) trees.set(key, files);
      return files;
    },

    readBlobs: async (ids) => (await readObjects(ids)).map(({ content }) => content),

    shorten: (commit) => readGit(top, ["rev-parse", "--short", commit]).then((text) => text.trim()),
    isIgnored: (path) => succeeds(["check-ignore", "--quiet", "--", path]),

    async unmerged(folder) {
      const lines = wordsOf(await readGit(top, ["ls-files", "--unmerged", "-z", "--", literal(folder)]));
      return [...new Set(lines.map((line) => line.slice(line.indexOf("\t") + 1)))];
    },

    async filtered(paths) {
      if (paths.length === 0) return [];
      const input = paths.map((path) => `${path}\0`).join("");
      const words = (await readGit(top, ["check-attr", "--stdin", "-z", "filter"], { input })).split("\0");
      return paths.filter((_, i) => !/^(?:unspecified|unset)?$/.test(words[3 * i + 2] ?? ""));
    },

    async tracked(paths) {
      if (paths.length === 0) return [];
      return wordsOf(await readGit(top, ["ls-files", "-z", "--", ...paths.map(literal)]));
    },

    async trackedNamed(names) {
      if (names.length === 0) return [];
      // All of them: git needs twenty times as long to match forty names in a large repository.
      const paths = wordsOf(await readGit(top, ["ls-files", "-z"]));
      const wanted = new Set(names);
      return paths.filter((path) => wanted.has(path.slice(path.lastIndexOf("/") + 1)));
    },

    sparseFiles: async (folder) =>
      parseTree(
        await readGit(top, ["ls-files", "-z", "-t", "--stage", "--", literal(folder)]),
        /^S (\d+) (\w+) \d\t(.*)$/s,
      ),
  } satisfies Partial<GitRepository>;
}

/** Caps memory: a file of the store is a text that agents read. */
const maxReadBytes = 64 * 2 ** 20;

const tooLarge = (id: string) =>
  new AppError("invalid", `A file of the store is larger than 64 MB in git: object ${id}. Nothing was changed.`, {
    hint: `Find it with \`git log --all --find-object=${id}\`, and replace it with a smaller one.`,
  });

const literal = (path: string) => `:(top,literal)${path}`;
const outside = (folder: string) => [":(top)", `:(top,exclude,literal)${folder}`];

const logFormat = "%h%x00%an%x00%aI%x00%s";

function readLogLine(line: string): LogEntry {
  const [commit = "", author = "", date = "", subject = ""] = line.split("\0");
  return { commit, author, date, subject };
}

/** Parses the id of each commit, then `:<modes> <ids> <status>` and the path of each of its changes, all ended by NUL. */
function parseChanges(out: string): ReadonlyMap<string, CommitContent["files"]> {
  const changes = new Map<string, { path: string; id: string }[]>();
  const words = out.split("\0");
  for (let i = 0, files: { path: string; id: string }[] = []; i < words.length; i++) {
    const [, mode, id] = /^:\S+ (\d+) \S+ ([0-9a-f]+) \w$/.exec(words[i] ?? "") ?? [];
    if (id === undefined) {
      files = changes.get(words[i] ?? "") ?? [];
      changes.set(words[i] ?? "", files);
      continue;
    }
    const path = words[++i] ?? "";
    // The commit of a submodule is an object of another repository.
    if (!/^0+$/.test(id) && mode !== "160000") files.push({ path, id });
  }
  return changes;
}

function toCommitContent(id: string, text: string, files: CommitContent["files"] = []): CommitContent {
  const end = text.indexOf("\n\n");
  const parents = [...text.slice(0, end).matchAll(/^parent (\S+)$/gm)].map(([, parent = ""]) => parent);
  const people = [...text.slice(0, end).matchAll(/^(?:author|committer) (.*>)/gm)]
    .map(([, name = ""]) => name)
    .join("\n");
  return { id, parents, people, message: text.slice(end + 2), files };
}

/** `line` matches the mode, the id and the path of a file. */
function parseTree(out: string, line: RegExp): TreeFiles {
  const files = new Map<string, TreeEntry>();
  for (const word of wordsOf(out)) {
    const [, mode = "", id = "", path] = line.exec(word) ?? [];
    if (path !== undefined) files.set(path, { mode, id });
  }
  return files;
}

/** Parses repeated `<id> blob <size>\n<content>\n`. */
export function parseBatch(out: Buffer, count: number): Buffer[] {
  const contents: Buffer[] = [];
  for (let offset = 0; contents.length < count; ) {
    const end = out.indexOf(10, offset);
    const size = Number(out.subarray(offset, end).toString().split(" ")[2]);
    if (end < 0 || !Number.isInteger(size))
      throw gitFailed(["cat-file"], out.subarray(offset, offset + 200).toString());
    contents.push(out.subarray(end + 1, end + 1 + size));
    offset = end + 1 + size + 1;
  }
  return contents;
}
