import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { GitRepository, TreeEntry } from "../git-repository.js";
import { commitIdentity, readGit, tryGit } from "./run-git.js";

type ObjectWrites = Pick<GitRepository, "writeFileBlobs" | "writeBlob" | "writeTree" | "commit" | "configure">;

/** Only adds objects: nothing visible changes before a branch points to them. */
export function writeObjects(top: string, gitDir: string): ObjectWrites {
  // A sync writes the same tree several times, to compare it before it commits it.
  const trees = new Map<string, Promise<string>>();
  const writeTree = async (
    commit: string | undefined,
    changes: ReadonlyMap<string, TreeEntry | undefined>,
  ): Promise<string> => {
    if (commit !== undefined && changes.size === 0)
      return (await readGit(top, ["rev-parse", `${commit}^{tree}`])).trim();
    const index = join(gitDir, `throughline-index-${randomBytes(6).toString("hex")}`);
    try {
      await readGit(top, ["read-tree", commit ?? "--empty"], { index });
      await readGit(top, ["update-index", "-z", "--index-info"], { index, input: indexInfo(changes) });
      return (await readGit(top, ["write-tree"], { index })).trim();
    } finally {
      await Promise.all([rm(index, { force: true }), rm(`${index}.lock`, { force: true })]);
    }
  };

  return {
    async writeFileBlobs(paths) {
      if (paths.length === 0) return [];
      const input = `${paths.join("\n")}\n`;
      const out = await readGit(top, ["hash-object", "-w", "--no-filters", "--stdin-paths"], { input });
      return out.trim().split("\n");
    },

    writeBlob: async (text) => (await readGit(top, ["hash-object", "-w", "--stdin"], { input: text })).trim(),

    writeTree(commit, changes) {
      const key = `${commit} ${indexInfo(changes)}`;
      const known = trees.get(key);
      if (known) return known;
      const tree = writeTree(commit, changes);
      trees.set(key, tree);
      return tree;
    },

    async commit({ tree, parents, message }) {
      const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-F", "-"];
      const commit = await tryGit(top, args, { input: message });
      // A machine whose git has no user name can still commit its store.
      return (commit ?? (await readGit(top, args, { input: message, env: commitIdentity }))).trim();
    },

    configure: async (name, value) => {
      await readGit(top, ["config", "--local", name, value]);
    },
  };
}

const nullObjectId = "0".repeat(40);

/** Input of `update-index --index-info`: one line per path; mode 0 removes it. */
export const indexInfo = (changes: ReadonlyMap<string, TreeEntry | undefined>): string =>
  [...changes].map(([path, entry]) => `${entry?.mode ?? "0"} ${entry?.id ?? nullObjectId}\t${path}\0`).join("");
