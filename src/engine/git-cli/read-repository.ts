import type { GitRepository, LogEntry, TreeEntry, TreeFiles } from "../git-repository.js";
import { askGit, askGitBytes, gitFailed, runGit } from "./run-git.js";

type Reading = Pick<
  GitRepository,
  | "head"
  | "mergeBase"
  | "isAncestor"
  | "differOutside"
  | "touchOutside"
  | "touchedPaths"
  | "versionsOf"
  | "countCommits"
  | "newestTrailer"
  | "log"
  | "lastChanges"
  | "diff"
  | "listTree"
  | "readBlobs"
  | "shorten"
  | "isIgnored"
  | "unmerged"
  | "tracked"
  | "sparseFiles"
>;

/** What can be asked of a repository without changing it. */
export function readRepository(top: string): Reading {
  const lineOf = async (args: readonly string[]): Promise<string | undefined> => {
    const { code, out } = await runGit(top, args);
    return code === 0 ? out.toString().trim() || undefined : undefined;
  };
  const holds = async (args: readonly string[]): Promise<boolean> => {
    const { code, error } = await runGit(top, args);
    if (code > 1) throw gitFailed(args, error);
    return code === 0;
  };

  return {
    async head() {
      const [commit, branch] = await Promise.all([
        lineOf(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]),
        lineOf(["symbolic-ref", "--quiet", "--short", "HEAD"]),
      ]);
      return { commit, branch };
    },

    mergeBase: (a, b) => lineOf(["merge-base", a, b]),
    isAncestor: (ancestor, of) => holds(["merge-base", "--is-ancestor", ancestor, of]),
    differOutside: async (a, b, folder) =>
      !(await holds(["diff", "--quiet", "--no-ext-diff", a, b, "--", ...outside(folder)])),

    async touchOutside(from, of, folder) {
      const range = from ? [`${from}..${of}`] : [of];
      return (await askGit(top, ["rev-list", "-n", "1", "--full-history", ...range, "--", ...outside(folder)])) !== "";
    },

    async touchedPaths(from, of, folder) {
      const range = from ? [`${from}..${of}`] : [of];
      const args = ["log", "--format=", "--name-only", "--no-renames", "-z", "-m", "--full-history", ...range];
      const out = await askGit(top, [...args, "--", `:(top,literal)${folder}`]);
      return [...new Set(out.split("\0").filter(Boolean))];
    },

    async versionsOf(path) {
      const args = ["log", "--all", "--format=", "--raw", "--no-abbrev", "--no-renames", "-m"];
      const { code, out } = await runGit(top, [...args, "--", `:(top,literal)${path}`]);
      const ids = [...out.toString().matchAll(/^:\S+ \S+ \S+ ([0-9a-f]+) /gm)].map(([, id = ""]) => id);
      return code === 0 ? [...new Set(ids)].filter((id) => !/^0+$/.test(id)) : [];
    },

    countCommits: async (from, to) => Number(await askGit(top, ["rev-list", "--count", `${from}..${to}`])),

    newestTrailer(name, from, of) {
      const range = from ? [`${from}..${of}`] : [of];
      const format = `--format=%(trailers:key=${name},valueonly,separator=%x20)`;
      return lineOf(["log", "-1", `--grep=^${name}: `, format, ...range]);
    },

    async log(folder, count) {
      const { code, out } = await runGit(top, ["log", `-n${count}`, "--format=%h%x00%an%x00%aI%x00%s", "--", folder]);
      return code === 0 ? out.toString().split("\n").filter(Boolean).map(readLogLine) : [];
    },

    async lastChanges(folder) {
      const args = [
        "log",
        "-n3000",
        "--no-renames",
        "--name-only",
        "--format=%x01%h%x00%an%x00%aI%x00%s",
        "--",
        folder,
      ];
      const { code, out } = await runGit(top, args);
      const changes = new Map<string, LogEntry>();
      for (const commit of code === 0 ? out.toString().split("\x01").slice(1) : []) {
        const [first = "", ...paths] = commit.split("\n").filter(Boolean);
        for (const path of paths) if (!changes.has(path)) changes.set(path, readLogLine(first));
      }
      return changes;
    },

    diff: (folder, against) => askGit(top, ["diff", "--no-ext-diff", "--no-color", against, "--", folder]),

    listTree: async (commit, folder) =>
      parseTree(await askGit(top, ["ls-tree", "-r", "-z", commit, "--", `${folder}/`])),

    async readBlobs(ids) {
      if (ids.length === 0) return [];
      const out = await askGitBytes(top, ["cat-file", "--batch"], { input: `${ids.join("\n")}\n` });
      return parseBatch(out, ids.length);
    },

    shorten: (commit) => askGit(top, ["rev-parse", "--short", commit]).then((text) => text.trim()),
    isIgnored: (path) => holds(["check-ignore", "--quiet", "--", path]),

    async unmerged(folder) {
      const args = ["diff", "--name-only", "--diff-filter=U", "-z", "--", `:(top,literal)${folder}`];
      return (await askGit(top, args)).split("\0").filter(Boolean);
    },

    async tracked(paths) {
      if (paths.length === 0) return [];
      const out = await askGit(top, ["ls-files", "-z", "--", ...paths.map((path) => `:(top,literal)${path}`)]);
      return out.split("\0").filter(Boolean);
    },

    async sparseFiles(folder) {
      const out = await askGit(top, ["ls-files", "-z", "-t", "--stage", "--", `:(top,literal)${folder}`]);
      const found = out.split("\0").map((line) => /^S (\d+) (\w+) \d\t(.*)$/s.exec(line));
      return new Map(found.flatMap((one) => (one ? [[one[3] ?? "", { mode: one[1] ?? "", id: one[2] ?? "" }]] : [])));
    },
  };
}

const outside = (folder: string) => [":(top)", `:(top,exclude,literal)${folder}`];

function readLogLine(line: string): LogEntry {
  const [commit = "", author = "", date = "", subject = ""] = line.split("\0");
  return { commit, author, date, subject };
}

function parseTree(out: string): TreeFiles {
  const files = new Map<string, TreeEntry>();
  for (const line of out.split("\0")) {
    const found = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line);
    if (found) files.set(found[3] ?? "", { mode: found[1] ?? "", id: found[2] ?? "" });
  }
  return files;
}

/** `<id> blob <size>\n<content>\n`, over and over. */
function parseBatch(out: Buffer, count: number): Buffer[] {
  const contents: Buffer[] = [];
  for (let at = 0; contents.length < count; ) {
    const end = out.indexOf(10, at);
    const size = Number(out.subarray(at, end).toString().split(" ")[2]);
    if (end < 0 || !Number.isInteger(size)) throw gitFailed(["cat-file"], out.subarray(at, at + 200).toString());
    contents.push(out.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return contents;
}
