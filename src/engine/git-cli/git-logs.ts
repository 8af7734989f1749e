import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type MachineLogs, segmentName } from "../machine-logs.js";
import { parseBatch } from "./read-repository.js";
import { commitIdentity, readGit, readGitBytes } from "./run-git.js";

const networkTimeoutMs = 300_000;

/** A URL, `host:path`, or a repository on this machine. */
export const isGitRemote = (remote: string): boolean =>
  /^[a-z+]+:\/\/|^[^/\\:]{2,}:/i.test(remote) ||
  existsSync(join(remote, ".git")) ||
  existsSync(join(remote, "objects"));

/** Logs as branches of a git remote, one per machine: no push can meet that of another machine. */
export async function openGitLogs(remote: string, space: string, cache: string): Promise<MachineLogs> {
  if (!existsSync(join(cache, "HEAD"))) {
    await mkdir(cache, { recursive: true, mode: 0o700 });
    await readGit(cache, ["init", "--quiet", "--bare", "--template="]);
  }
  const git = (args: readonly string[], input: string | Uint8Array = "") =>
    readGit(cache, args, { input, env: commitIdentity, timeoutMs: networkTimeoutMs }).then((out) => out.trim());
  const branches = "refs/heads/throughline";
  const known = "refs/machines";
  const refs = async (below: string) =>
    (await git(["for-each-ref", "--format=%(refname)", below])).split("\n").filter(Boolean);
  const ownRef = (machine: string) => `${known}/${space}/${machine}`;
  const commitOf = async (machine: string) =>
    (await git(["for-each-ref", "--format=%(objectname)", ownRef(machine)])) || undefined;
  const filesOf = async (ref: string) => {
    const lines = (await git(["ls-tree", ref])).split("\n").filter(Boolean);
    return new Map(lines.map((line) => [line.slice(line.indexOf("\t") + 1), line]));
  };

  return {
    async list() {
      const quiet = ["--quiet", "--prune", "--no-tags", "--no-write-fetch-head", "--upload-pack=git-upload-pack"];
      await git(["fetch", ...quiet, remote, `+${branches}/*:${known}/*`]);
      const logs = new Map<string, string[]>();
      for (const ref of await refs(`${known}/${space}`)) {
        const names = [...(await filesOf(ref)).keys()].filter((name) => segmentName.test(name));
        logs.set(ref.slice(ref.lastIndexOf("/") + 1), names);
      }
      return logs;
    },

    async read(machine, names) {
      if (names.length === 0) return [];
      const input = names.map((name) => `${ownRef(machine)}:${name}\n`).join("");
      return parseBatch(await readGitBytes(cache, ["cat-file", "--batch"], { input }), names.length);
    },

    async change(machine, added, removed) {
      const before = await commitOf(machine);
      const files = before ? await filesOf(before) : new Map<string, string>();
      for (const name of removed) files.delete(name);
      for (const [name, bytes] of added)
        files.set(name, `100644 blob ${await git(["hash-object", "-w", "--stdin"], bytes)}\t${name}`);
      const tree = await git(["mktree"], [...files.values()].map((line) => `${line}\n`).join(""));
      // Without its history, so that the remote has nothing of a removed segment after its next collection of garbage.
      const parents = before && removed.length === 0 ? ["-p", before] : [];
      const commit = await git(["commit-tree", tree, ...parents, "-m", "Sync"]);
      const branch = `${branches}/${space}/${machine}`;
      const lease = `--force-with-lease=${branch}:${before ?? ""}`;
      const push = ["push", "--quiet", "--receive-pack=git-receive-pack", lease];
      await git([...push, remote, `${commit}:${branch}`]);
      await git(["update-ref", ownRef(machine), commit]);
    },

    hasOtherKeys: async () => (await refs(known)).some((ref) => !ref.startsWith(`${known}/${space}/`)),

    async removeAll() {
      const own = await refs(`${known}/${space}`);
      const deletions = own.map((ref) => `:${branches}${ref.slice(known.length)}`);
      if (own.length > 0) await git(["push", "--quiet", "--receive-pack=git-receive-pack", remote, ...deletions]);
      for (const ref of own) await git(["update-ref", "-d", ref]);
    },

    eraseRemoved: async () => {
      await git(["gc", "--quiet", "--prune=now"]);
    },
  };
}
