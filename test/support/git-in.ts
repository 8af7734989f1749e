import { execFileSync } from "node:child_process";

const git = (folder: string, args: readonly string[]) =>
  execFileSync("git", ["-C", folder, "-c", "user.name=Dev", "-c", "user.email=dev@example.org", ...args], {
    stdio: "ignore",
  });

/** Makes a folder a repository with a first commit. */
export function initRepository(folder: string): void {
  git(folder, ["init", "--quiet"]);
  commitIn(folder, "Start");
}

export function commitIn(folder: string, subject: string, body = ""): void {
  git(folder, ["commit", "--quiet", "--allow-empty", "-m", body === "" ? subject : `${subject}\n\n${body}`]);
}
