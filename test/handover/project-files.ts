import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Turn } from "./story.js";

/** Files that a story names exist and change, so that nothing said about them is out of date. */
export function changeFiles(folder: string, { read, edit, write, output, old, new: replacement, text }: Turn): void {
  const path = join(folder, read ?? edit ?? write ?? "");
  if (path === folder) return;
  const before = existsSync(path) ? readFileSync(path, "utf8") : (output ?? old ?? "");
  const changed = before.includes(old ?? "")
    ? before.replace(old ?? "", () => replacement ?? "")
    : `${before}${replacement}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, edit === undefined ? (text ?? before) : changed);
}

/** What a session changed is committed at its end, at the time of the story. */
export function commit(folder: string, now: Date): void {
  const author = ["-c", "user.name=dev", "-c", "user.email=dev@example.org", "-c", "commit.gpgsign=false"];
  const env = { ...process.env, GIT_AUTHOR_DATE: now.toISOString(), GIT_COMMITTER_DATE: now.toISOString() };
  execFileSync("git", ["-C", folder, "add", "--all"], { env });
  execFileSync("git", ["-C", folder, ...author, "commit", "--quiet", "--allow-empty", "-m", "Work"], { env });
}
