import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { GitRepository, TreeEntry } from "../git-repository.js";
import { commitIdentity } from "./commit-identity.js";
import { askGit, runGit } from "./run-git.js";

type Writing = Pick<GitRepository, "writeFileBlobs" | "writeBlob" | "writeTree" | "commit" | "configure">;

/** Objects are only added: nothing a person sees changes before a branch points to them. */
export function writeObjects(top: string, gitDir: string): Writing {
  return {
    async writeFileBlobs(paths) {
      if (paths.length === 0) return [];
      const input = `${paths.join("\n")}\n`;
      const out = await askGit(top, ["hash-object", "-w", "--stdin-paths"], { input });
      return out.trim().split("\n");
    },

    writeBlob: async (text) => (await askGit(top, ["hash-object", "-w", "--stdin"], { input: text })).trim(),

    async writeTree(commit, changes) {
      const index = join(gitDir, `throughline-index-${randomBytes(6).toString("hex")}`);
      try {
        await askGit(top, ["read-tree", commit ?? "--empty"], { index });
        await askGit(top, ["update-index", "-z", "--index-info"], { index, input: indexInfo(changes) });
        return (await askGit(top, ["write-tree"], { index })).trim();
      } finally {
        await Promise.all([rm(index, { force: true }), rm(`${index}.lock`, { force: true })]);
      }
    },

    async commit({ tree, parents, message }) {
      const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-F", "-"];
      return (await askGit(top, args, { input: message, env: await identity(top) })).trim();
    },

    configure: async (name, value) => {
      await askGit(top, ["config", "--local", name, value]);
    },
  };
}

const absent = "0".repeat(40);

/** What `update-index --index-info` reads: one line a path, a mode of 0 takes it out. */
export const indexInfo = (changes: ReadonlyMap<string, TreeEntry | undefined>): string =>
  [...changes].map(([path, entry]) => `${entry?.mode ?? "0"} ${entry?.id ?? absent}\t${path}\0`).join("");

/** A machine whose git has no user name can still commit its store. */
async function identity(top: string): Promise<Readonly<Record<string, string>>> {
  const { code } = await runGit(top, ["var", "GIT_COMMITTER_IDENT"]);
  return code === 0 ? {} : commitIdentity;
}
