import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PublicFile, RepositoryReader } from "./public-sample.js";

const clones = process.env.THROUGHLINE_BENCH_CLONES ?? "";

/** A clone in the folder that THROUGHLINE_BENCH_CLONES names; undefined if it is not there. */
export function openRepository(name: string): RepositoryReader | undefined {
  const candidates = [join(clones, name), join(clones, name.replace("/", "+"), "repo")];
  const folder = clones === "" ? undefined : candidates.find((path) => existsSync(path));
  if (folder === undefined) return undefined;
  const git = (words: readonly string[], input = "") =>
    execFileSync("git", ["-C", folder, ...words], { input, maxBuffer: 1024 ** 3, stdio: ["pipe", "pipe", "ignore"] });
  const paths = git(["ls-tree", "-r", "--name-only", "HEAD"]).toString("utf8").split("\n").filter(Boolean);
  return {
    files: (pattern) =>
      readObjects(
        git,
        paths.filter((path) => pattern.test(path)),
      ),
  };
}

/** All files by one process; blobs that the clone lacks are left out. */
function readObjects(git: (words: readonly string[], input: string) => Buffer, paths: readonly string[]): PublicFile[] {
  const output = git(["cat-file", "--batch"], paths.map((path) => `HEAD:${path}\n`).join(""));
  const files: PublicFile[] = [];
  let at = 0;
  for (const path of paths) {
    const lineEnd = output.indexOf(10, at);
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString("latin1", at, lineEnd))?.[1];
    at = lineEnd + 1;
    if (size === undefined) continue;
    files.push({ path, text: output.toString("utf8", at, at + Number(size)) });
    at += Number(size) + 1;
  }
  return files;
}
