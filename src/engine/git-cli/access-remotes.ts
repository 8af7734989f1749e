import { setTimeout as sleep } from "node:timers/promises";
import type { GitRepository, RemoteBranch } from "../git-repository.js";
import { askGit, type GitAnswer, gitMessage, runGit } from "./run-git.js";

type Remotes = Pick<GitRepository, "upstreamOf" | "remotes" | "defaultBranch" | "fetch" | "push" | "updateTrackingRef">;

const networkTimeoutMs = 120_000;

const trackingRef = ({ remote, branch }: RemoteBranch) => `refs/remotes/${remote}/${branch}`;

/** Talking to remotes. Their refusals are values: the caller decides what they mean. */
export function accessRemotes(top: string): Remotes {
  const outputOf = async (args: readonly string[]) => {
    const { code, out } = await runGit(top, args);
    return code === 0 ? out.toString().trim() : "";
  };

  return {
    async upstreamOf(branch) {
      const [remote, merge] = await Promise.all([
        outputOf(["config", "--get", `branch.${branch}.remote`]),
        outputOf(["config", "--get", `branch.${branch}.merge`]),
      ]);
      if (remote === "" || remote === "." || !merge.startsWith("refs/heads/")) return undefined;
      return { remote, branch: merge.slice("refs/heads/".length) };
    },

    remotes: async () => (await askGit(top, ["remote"])).split("\n").filter(Boolean),

    async defaultBranch(remote) {
      const known = await outputOf(["symbolic-ref", "--quiet", `refs/remotes/${remote}/HEAD`]);
      if (known !== "") return known.slice(`refs/remotes/${remote}/`.length);
      const out = await outputOf(["ls-remote", "--symref", remote, "HEAD"]);
      return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(out)?.[1];
    },

    async fetch(from) {
      const refspec = `+refs/heads/${from.branch}:${trackingRef(from)}`;
      const args = [
        "fetch",
        "--quiet",
        "--no-tags",
        "--no-write-fetch-head",
        "--no-recurse-submodules",
        from.remote,
        refspec,
      ];
      const { code, error } = await unlessRaced(() => runGit(top, args, { timeoutMs: networkTimeoutMs }));
      if (code !== 0 && /couldn't find remote ref/.test(error)) return { kind: "no-branch" };
      if (code !== 0) return { kind: "failed", reason: gitMessage(error) };
      return { kind: "fetched", commit: await outputOf(["rev-parse", "--verify", `${trackingRef(from)}^{commit}`]) };
    },

    async push(commit, to) {
      const args = [
        "push",
        "--porcelain",
        "--no-follow-tags",
        "--recurse-submodules=no",
        to.remote,
        `${commit}:refs/heads/${to.branch}`,
      ];
      const { code, out, error } = await runGit(top, args, { timeoutMs: networkTimeoutMs });
      if (code === 0) return { kind: "pushed" };
      if (/^!.*\((?:fetch first|non-fast-forward|stale info)\)/m.test(out.toString()) || isRace(error))
        return { kind: "behind" };
      const refusal = /^!\t\S+\t(.*)$/m.exec(out.toString())?.[1] ?? hookRefusal(error);
      return { kind: "failed", reason: [refusal, gitMessage(error)].filter(Boolean).join(": ") };
    },

    updateTrackingRef: async (at, commit) => {
      await askGit(top, ["update-ref", trackingRef(at), commit]);
    },
  };
}

/** A push that ends before the remote answers was stopped by the repository's own hook. */
const hookRefusal = (error: string): string =>
  /failed to push some refs/.test(error) ? "the repository's pre-push hook refused it" : "";

/** An editor that fetches by itself may be updating the same branch: then once more, a moment later. */
async function unlessRaced(fetch: () => Promise<GitAnswer>): Promise<GitAnswer> {
  for (let left = 5; left > 0; left--) {
    const answer = await fetch();
    if (answer.code === 0 || !isRace(answer.error)) return answer;
    await sleep(20 + Math.random() * 80);
  }
  return fetch();
}

/** Two at the very same moment: git says that the branch is locked, or not where it was. */
const isRace = (error: string) => /cannot lock ref|failed to update ref|incorrect old value/i.test(error);
