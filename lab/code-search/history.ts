import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileRoleOf } from "../../src/domain/code/file-role.js";
import type { QueryLine } from "../../bench/support/read-set.js";

/** Commits back from the newest one at which the repository is indexed. */
const depth = 600;
const maxQuestions = 200;
const maxFiles = 8;
const trailers = /^(?:co-authored-by|signed-off-by|reviewed-by|change-id|fixes-by|cherry.picked)\b.*$/gim;

const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-C", folder, ...args], { encoding: "utf8", maxBuffer: 256_000_000 });

/**
 * Checks out an older commit in a clone, so that neither the tree nor the history has what the later commits did.
 * Those are the questions: the message is the query, the source files it changed that exist already are relevant.
 */
export function checkOutBefore(repository: string, to: string): QueryLine[] {
  execFileSync("git", ["clone", "-q", "--shared", "--no-checkout", repository, to], { stdio: "ignore" });
  const newest = git(to, "rev-parse", "HEAD").trim();
  const base = git(to, "rev-list", "--first-parent", "--max-count=1", `--skip=${depth}`, newest).trim();
  // The history must end there even where a mirror lacks its largest files, which fails the checkout of those alone.
  git(to, "update-ref", "--no-deref", "HEAD", base);
  spawnSync("git", ["-C", to, "checkout", "-q", "HEAD", "--", "."], { stdio: "ignore" });
  return questionsIn(to, `${base}..${newest}`);
}

function questionsIn(folder: string, range: string): QueryLine[] {
  const log = git(
    folder,
    "log",
    "--no-merges",
    "--no-renames",
    "--reverse",
    "--format=%x01%H%x01%B%x01",
    "--name-only",
    range,
  );
  const parts = log.split("\x01").slice(1);
  return Array.from({ length: Math.floor(parts.length / 3) }, (_, i) => parts.slice(3 * i, 3 * i + 3))
    .map(([id = "", message = "", names = ""]) => {
      const files = names.split("\n").filter((file) => file !== "" && fileRoleOf(file) === "source");
      const relevant = files.filter((file) => existsSync(join(folder, file)));
      return { id, query: message.replace(trailers, "").trim(), relevant };
    })
    .filter(({ relevant }) => relevant.length >= 1 && relevant.length <= maxFiles)
    .slice(0, maxQuestions);
}
