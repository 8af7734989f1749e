import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { GitRepository, RemoteBranch } from "../git-repository.js";
import { readLooseRef } from "./loose-refs.js";
import { hookFolders, withoutPrograms } from "./own-programs.js";
import { type GitResult, gitMessage, readGit, runGit, tryGit } from "./run-git.js";

const networkTimeoutMs = 120_000;

const trackingRef = ({ remote, branch }: RemoteBranch) => `refs/remotes/${remote}/${branch}`;

/** Access to remotes. A refusal is a return value, not an error: the caller decides what it means. */
export function accessRemotes(top: string, commonDir: string) {
  const outputOf = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    (await tryGit(top, args, { env }))?.trim() ?? "";

  /** The configuration of branches and remotes by name, read once. */
  let configuration: Promise<ReadonlyMap<string, string>> | undefined;
  const readConfiguration = () => {
    configuration ??= outputOf(["config", "-z", "--get-regexp", "^(branch|remote)\\."]).then(parseConfiguration);
    return configuration;
  };

  return {
    async upstreamOf(branch) {
      const values = await readConfiguration();
      const [remote = "", merge = ""] = ["remote", "merge"].map((name) => values.get(`branch.${branch}.${name}`));
      if (remote === "" || remote === "." || !merge.startsWith("refs/heads/")) return undefined;
      return { remote, branch: merge.slice("refs/heads/".length) };
    },

    async remotes() {
      const names = [...(await readConfiguration()).keys()].map((key) => /^remote\.(.+)\.[^.]+$/s.exec(key)?.[1]);
      return [...new Set(names.filter((name) => name !== undefined))].sort();
    },

    async defaultBranch(remote) {
      const remoteHead = await outputOf(["symbolic-ref", "--quiet", `refs/remotes/${remote}/HEAD`]);
      if (remoteHead !== "") return remoteHead.slice(`refs/remotes/${remote}/`.length);
      const args = ["ls-remote", "--upload-pack=git-upload-pack", "--symref", remote, "HEAD"];
      const out = await outputOf(args, await withoutPrograms(top));
      return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(out)?.[1];
    },

    async fetch(source) {
      const refspec = `+refs/heads/${source.branch}:${trackingRef(source)}`;
      // Tidying up is for the person's own commands.
      const settings = ["-c", "maintenance.auto=false", "-c", "gc.auto=0"];
      const quiet = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"];
      const args = [...settings, "fetch", ...quiet, "--upload-pack=git-upload-pack", source.remote, refspec];
      const env = await withoutPrograms(top);
      const { code, error } = await retryOnRace(() => runGit(top, args, { timeoutMs: networkTimeoutMs, env }));
      if (code !== 0 && /couldn't find remote ref/.test(error)) return { kind: "no-branch" };
      if (code !== 0) return { kind: "failed", reason: gitMessage(error) };
      const ref = trackingRef(source);
      const commit = readLooseRef(commonDir, ref) ?? (await outputOf(["rev-parse", "--verify", `${ref}^{commit}`]));
      return { kind: "fetched", commit };
    },

    async push(commit, target, runsHooks) {
      const hooks = await hookFolders(top);
      // Hooks that the person configured for all repositories are theirs.
      const settings = runsHooks ? [] : ["-c", `core.hooksPath=${hooks.own ?? "/dev/null"}`];
      const only = ["--no-signed", "--porcelain", "--no-follow-tags", "--recurse-submodules=no"];
      const refspec = `${commit}:refs/heads/${target.branch}`;
      const args = [...settings, "push", ...only, "--receive-pack=git-receive-pack", target.remote, refspec];
      const options = { timeoutMs: networkTimeoutMs, hooks: true, env: await withoutPrograms(top) };
      const { code, out, error } = await runGit(top, args, options);
      const folder = hooks.repository ?? (hooks.own === undefined ? join(commonDir, "hooks") : undefined);
      const skippedHook = !runsHooks && folder !== undefined && existsSync(resolve(top, folder, "pre-push"));
      if (code === 0) {
        await readGit(top, ["update-ref", trackingRef(target), commit]);
        return { kind: "pushed", skippedHook };
      }
      if (/^!.*\((?:fetch first|non-fast-forward|stale info)\)/m.test(out.toString()) || isRace(error))
        return { kind: "behind" };
      const refusal = /^!\t\S+\t(.*)$/m.exec(out.toString())?.[1] ?? hookRefusal(error);
      return { kind: "failed", reason: [refusal, gitMessage(error)].filter(Boolean).join(": ") };
    },
  } satisfies Partial<GitRepository>;
}

/** Parses repeated `<name>\n<value>\0`; of several values of a name, the last counts. */
const parseConfiguration = (out: string): ReadonlyMap<string, string> =>
  new Map(
    out.split("\0").map((entry) => {
      const [name = "", ...lines] = entry.split("\n");
      return [name, lines.join("\n")] as const;
    }),
  );

/** A push that ends before the remote answers was stopped by the repository's own hook. */
const hookRefusal = (error: string): string =>
  /failed to push some refs/.test(error) ? "the repository's pre-push hook refused it" : "";

/** Retries when another process, such as an editor that fetches in the background, is updating the same branch. */
async function retryOnRace(fetch: () => Promise<GitResult>): Promise<GitResult> {
  for (let retriesLeft = 5; retriesLeft > 0; retriesLeft--) {
    const result = await fetch();
    if (result.code === 0 || !isRace(result.error)) return result;
    await sleep(20 + Math.random() * 80);
  }
  return fetch();
}

/** Concurrent updates: git reports that the branch is locked or has moved. */
const isRace = (error: string) => /cannot lock ref|failed to update ref|incorrect old value/i.test(error);
