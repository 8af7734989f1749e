import { constants } from "node:fs";
import { copyFile, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError, systemCode } from "../../base/errors.js";
import type { GitRepository } from "../git-repository.js";
import { withoutPrograms } from "./own-programs.js";
import { readGit } from "./run-git.js";
import { indexInfo } from "./write-objects.js";

type HeadMoves = Pick<GitRepository, "moveHead" | "untrack">;
type IndexEntries = Parameters<GitRepository["moveHead"]>[0]["entries"];

const maxAttempts = 40;
const pauseMs = 75;

/** An argument cannot be as long as a message. */
const maxReason = 200;

/**
 * Changes the person's index the way git does: a new index is prepared under git's own lock file and renamed into
 * place. Only the given entries change; everything else that is staged stays staged.
 */
export function moveHead(top: string, gitDir: string): HeadMoves {
  const index = join(gitDir, "index");
  const lock = `${index}.lock`;

  async function withNewIndex(entries: IndexEntries, body: () => Promise<void>): Promise<void> {
    const env = await withoutPrograms(top);
    await acquireLock(lock);
    const draft = join(gitDir, "throughline-index-draft");
    try {
      await rm(draft, { force: true });
      await copyFile(index, draft, constants.COPYFILE_FICLONE).catch((error) => {
        if (systemCode(error) !== "ENOENT") throw error;
      });
      await readGit(top, ["update-index", "-z", "--index-info"], { index: draft, input: indexInfo(entries), env });
      await body();
      await rename(draft, index);
    } finally {
      await Promise.all([rm(draft, { force: true }), rm(lock, { force: true })]);
    }
    // Fresh file times, so that `git status` need not read the files again. It fails while another git holds the lock.
    const input = [...entries].flatMap(([path, entry]) => (entry ? [`:(top,literal)${path}`] : [])).join("\0");
    const args = ["add", "--refresh", "--pathspec-from-file=-", "--pathspec-file-nul"];
    if (input !== "") await readGit(top, args, { input, env }).catch(() => "");
  }

  return {
    moveHead: ({ from, to, entries, reason, apply }) =>
      withNewIndex(entries, async () => {
        await apply();
        await readGit(top, ["update-ref", "-m", reason.slice(0, maxReason), "HEAD", to, from ?? ""]);
      }),
    untrack: (paths) => withNewIndex(new Map(paths.map((path) => [path, undefined])), async () => {}),
  };
}

async function acquireLock(lock: string): Promise<void> {
  for (let attemptsLeft = maxAttempts; attemptsLeft > 0; attemptsLeft--) {
    try {
      return await (await open(lock, "wx")).close();
    } catch (error) {
      if (systemCode(error) !== "EEXIST") throw error;
      await sleep(pauseMs);
    }
  }
  throw new AppError("unavailable", `Another git process is running: ${lock} exists. Nothing was changed.`, {
    hint: "Try again when it has finished. If none is running, remove that file.",
  });
}
