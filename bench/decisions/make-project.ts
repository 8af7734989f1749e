import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ClaudeTranscript } from "../../test/support/claude-transcript.js";
import type { Project } from "./tasks.js";

const main = join(import.meta.dirname, "..", "..", "dist", "main.js");

/** A project of a person who used Claude Code before Throughline was installed. */
export interface PlayedProject {
  readonly folder: string;
  /** Runs our command there and returns its output. */
  run(args: readonly string[], input?: string): string;
}

export function makeProject(root: string, project: Project): PlayedProject {
  const person = join(root, project.name, "home");
  const folder = join(root, project.name, "code", project.name);
  const env = { PATH: process.env.PATH, HOME: person, THROUGHLINE_HOME: join(person, "tl") };
  makeRepository(folder, project);
  writeTranscripts(join(person, ".claude", "projects", folder.replace(/[^a-zA-Z0-9]/g, "-")), folder, project);
  const run = (args: readonly string[], input = "") => {
    const options = { cwd: folder, env, input, encoding: "utf8", maxBuffer: 1 << 28 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], options);
    if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  run(["import", "sessions"]);
  return { folder, run };
}

function writeTranscripts(to: string, folder: string, { chats }: Project): void {
  mkdirSync(to, { recursive: true });
  for (const [i, { day, turns }] of chats.entries()) {
    const at = `${day}T09:00:00.000Z`;
    const transcript = new ClaudeTranscript(`${String(i).padStart(8, "0")}-0000-4000-8000-000000000000`, folder, at);
    for (const { person, agent } of turns) transcript.ask(person).say(agent);
    const path = join(to, `${transcript.session}.jsonl`);
    writeFileSync(path, `${transcript.lines.join("\n")}\n`);
    utimesSync(path, new Date(at), new Date(at));
  }
}

/** Every commit changes its files: by empty lines at their ends, which the last one removes. */
function makeRepository(folder: string, { files, commits }: Project): void {
  mkdirSync(folder, { recursive: true });
  const git = (args: readonly string[], at: string) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=Dev", "-c", "user.email=dev@example.org", ...args], {
      env: { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at },
      stdio: "ignore",
    });
  const put = (file: string, changesLeft: number) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${files[file] ?? "\n"}${"\n".repeat(changesLeft)}`);
  };
  const left = new Map(Object.keys(files).map((file) => [file, 0]));
  for (const file of commits.flatMap((commit) => commit.files)) left.set(file, (left.get(file) ?? 0) + 1);
  git(["init", "--quiet"], "");
  for (const [file, count] of left) put(file, count);
  git(["add", "-A"], "");
  git(["commit", "--quiet", "-m", "Start"], "2026-01-01T09:00:00Z");
  for (const { day, subject, body, files: changed } of commits) {
    for (const file of changed) {
      left.set(file, (left.get(file) ?? 0) - 1);
      put(file, left.get(file) ?? 0);
    }
    git(["commit", "--quiet", "-am", body === "" ? subject : `${subject}\n\n${body}`], `${day}T10:00:00Z`);
  }
}
