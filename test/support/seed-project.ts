import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openRunStore } from "../../src/store/bridge/run-store.js";
import type { TestApp } from "./test-app.js";

/** Creates a git repository with one commit of the files. */
export function aGitRepository(
  folder: string,
  files: Readonly<Record<string, string>> = { "README.md": "# Api\n" },
): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args]);
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "start");
  return folder;
}

/** Adds the project `ecommerce` with the repository `api` and one run, which the bridge tools' examples use. */
export async function seedProject(app: TestApp): Promise<void> {
  rmSync(join(app.folder, ".git"), { recursive: true });
  aGitRepository(app.folder);
  await app.bridge.projects.create(app.call, { name: "ecommerce", description: "E-commerce platform" });
  await app.bridge.projects.addRepository(app.call, { name: "api", path: app.folder, description: "" });
  await openRunStore(app.sql).add("local", exampleRun(app.folder));
}

const exampleRun = (path: string) => ({
  id: "sa_example",
  kind: "query" as const,
  project: "ecommerce",
  repository: "api",
  path,
  request: "?",
  caller: "test",
  status: "done" as const,
  agent: "claude",
  agentVersion: "2.1.0",
  model: null,
  enforcement: "cli",
  head: null,
  branch: null,
  exitCode: 0,
  inputTokens: 1,
  outputTokens: 1,
  cost: 0,
  errorCode: null,
  error: null,
  answer: "{}",
  transcript: null,
  startedAt: "2026-01-02",
  seenAt: "2026-01-02",
  endedAt: "2026-01-02",
  durationMs: 1,
});
