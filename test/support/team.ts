import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fixedRuntime } from "../../src/base/runtime.js";
import { openProjectContext, type ProjectContext } from "../../src/domain/context/project-context.js";
import { pullContext, type Strategy } from "../../src/domain/context/sync/pull-context.js";
import { pushContext } from "../../src/domain/context/sync/push-context.js";
import type { SyncAnswer } from "../../src/domain/context/sync/sync-answer.js";
import { openGitRepository } from "../../src/engine/git-cli/open-git-repository.js";
import { nodeFiles } from "../../src/engine/node-files/node-files.js";
import { nodeHost } from "../../src/engine/node-host/node-host.js";
import { sqliteLock } from "../../src/engine/sqlite/sqlite-lock.js";

/** A person with a clone and its store. */
export interface Person {
  readonly folder: string;
  readonly project: ProjectContext;
  git(...args: string[]): string;
  read(path: string): string | undefined;
  write(path: string, text: string): void;
  /** Adds or replaces knowledge. */
  note(key: string, content: string, scope?: "public" | "private" | "ephemeral"): Promise<unknown>;
  push(message?: string): Promise<SyncAnswer>;
  pull(strategy?: Strategy): Promise<SyncAnswer>;
}

export interface Team {
  readonly folder: string;
  readonly remote: string;
  readonly ada: Person;
  readonly bob: Person;
  person(folder: string, name?: string): Person;
  remove(): Promise<void>;
}

/** A text that the team's redaction treats as a secret. */
export const plantedSecret = "planted-secret-1234";

const isolatedGitEnv = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
const runtime = fixedRuntime();

export function runGit(folder: string, ...args: string[]): string {
  const config = [
    "user.name=Ada",
    "user.email=ada@example.com",
    "gc.auto=0",
    "maintenance.auto=false",
    "protocol.file.allow=always",
  ];
  return execFileSync("git", [...config.flatMap((value) => ["-c", value]), ...args], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    env: { ...process.env, ...isolatedGitEnv },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

export function aPerson(folder: string, caller: string, { reviewBranch = "", runsHooks = false } = {}): Person {
  const redact = (text: string) => text.replaceAll(plantedSecret, "[REDACTED]");
  const engines = {
    files: nodeFiles,
    reviewBranch,
    runsHooks,
    redact,
    openRepository: openGitRepository,
    lock: sqliteLock(),
    host: nodeHost,
    runtime,
  };
  const project = openProjectContext(engines, folder, caller);
  return {
    folder,
    project,
    git: (...args) => runGit(folder, ...args),
    read: (path) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : undefined),
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    note: (key, content, scope) => project.change(() => project.knowledge.put({ key, content, scope, author: caller })),
    push: (message = "") => pushContext(project, message),
    pull: (strategy = "ours") => pullContext(project, strategy),
  };
}

/** In memory where the system has such a folder: these tests wait for git and the disk most of the time. */
export const fastFolder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

const newFolder = async () => await realpath(await mkdtemp(join(fastFolder, "throughline-team-")));

/** Made once: copying it takes a tenth of the time. */
let template: Promise<string> | undefined;

async function makeTemplate(): Promise<string> {
  const folder = await newFolder();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  runGit(folder, "init", "-q", "--bare", "-b", "main", "remote.git");
  runGit(join(folder, "remote.git"), "config", "receive.autogc", "false");
  runGit(folder, "clone", "-q", "remote.git", "ada");
  const ada = aPerson(join(folder, "ada"), "ada");
  ada.git("checkout", "-q", "-b", "main");
  ada.write("code.txt", "one\n");
  await ada.project.init({ name: "shop" });
  ada.git("add", "-A");
  ada.git("commit", "-q", "-m", "start");
  ada.git("push", "-q", "-u", "origin", "main");
  runGit(folder, "clone", "-q", "remote.git", "bob");
  return folder;
}

/** Two people with clones of one repository that has code and a store. */
export async function aTeam(): Promise<Team> {
  template ??= makeTemplate();
  const folder = await newFolder();
  await cp(await template, folder, { recursive: true, preserveTimestamps: true });
  const remote = join(folder, "remote.git");
  for (const name of ["ada", "bob"]) runGit(join(folder, name), "remote", "set-url", "origin", remote);
  return {
    folder,
    remote,
    ada: aPerson(join(folder, "ada"), "ada"),
    bob: aPerson(join(folder, "bob"), "bob"),
    person: (name, caller = name) => aPerson(join(folder, name), caller),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Commits code without the store. */
export function commitCode(person: Person, path: string, text: string): void {
  person.write(path, text);
  person.git("add", path);
  person.git("commit", "-q", "-m", `code ${path}`);
}

export const filesIn = (person: Person, commit: string): string[] =>
  person.git("ls-tree", "-r", "--name-only", commit).trim().split("\n");

export const store = (path: string): string => `.context-teleport/${path}`;
