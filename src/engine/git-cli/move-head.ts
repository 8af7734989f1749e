import { constants } from "node:fs";
import { copyFile, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../base/errors.js";
import type { GitRepository } from "../git-repository.js";
import { readGit } from "./run-git.js";
import { indexInfo } from "./write-objects.js";

type HeadMoves = Pick<GitRepository, "moveHead" | "untrack">;

const maxAttempts = 40;
const pauseMs = 75;

/**
 * Changes the person's index the way git does: a new index is prepared under git's own lock file and renamed into
 * place. Only the given entries change; everything else that is staged stays staged.
 */
export function moveHead(top: string, gitDir: string): HeadMoves {
  const index = join(gitDir, "index");
  const lock = `${index}.lock`;

  async function withNewIndex(indexInput: string, body: () => Promise<void>): Promise<void> {
    await acquireLock(lock);
    const draft = join(gitDir, "throughline-index-draft");
    try {
      await rm(draft, { force: true });
      await copyFile(index, draft, constants.COPYFILE_FICLONE).catch(ignoreMissing);
      await readGit(top, ["update-index", "-z", "--index-info"], { index: draft, input: indexInput });
      await body();
      await rename(draft, index);
    } finally {
      await Promise.all([rm(draft, { force: true }), rm(lock, { force: true })]);
    }
    // Fresh file times, so that `git status` need not read every file again. It fails while another git holds the lock.
    await readGit(top, ["update-index", "-q", "--refresh"]).catch(() => "");
  }

  return {
    moveHead: ({ from, to, entries, reason, apply }) =>
      withNewIndex(indexInfo(entries), async () => {
        await apply();
        await readGit(top, ["update-ref", "-m", reason, "HEAD", to, from ?? ""]);
      }),
    untrack: (paths) => withNewIndex(indexInfo(new Map(paths.map((path) => [path, undefined]))), async () => {}),
  };
}

async function acquireLock(lock: string): Promise<void> {
  for (let attemptsLeft = maxAttempts; attemptsLeft > 0; attemptsLeft--) {
    try {
      return await (await open(lock, "wx")).close();
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      await sleep(pauseMs);
    }
  }
  throw new AppError("unavailable", `Another git process is running: ${lock} exists. Nothing was changed.`, {
    hint: "Try again when it has finished. If none is running, remove that file.",
  });
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
}
