import { type ChildProcess, spawn } from "node:child_process";
import { AppError } from "../../base/errors.js";

export interface GitAnswer {
  readonly code: number;
  readonly out: Buffer;
  readonly error: string;
}

export interface GitOptions {
  readonly input?: string | Uint8Array;
  /** Another index than the person's. */
  readonly index?: string;
  readonly timeoutMs?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const usualTimeoutMs = 60_000;

/** Runs git without a shell, without questions, and with messages we can read. */
export function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", ["-c", "core.quotePath=false", ...args], {
      cwd: folder,
      env: environment(options),
      // A group of its own, so that what git starts (ssh, a hook) ends with it.
      detached: process.platform !== "win32",
    });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    const timer = setTimeout(() => killGroup(child), options.timeoutMs ?? usualTimeoutMs);
    child.stdout.on("data", (chunk) => out.push(chunk));
    child.stderr.on("data", (chunk) => errors.push(chunk));
    // git may stop reading early; how it ended tells why.
    child.stdin.on("error", () => {});
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(explainStart(error));
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const late = signal === "SIGKILL" ? `git ${args[0]} took too long and was stopped.\n` : "";
      resolve({ code: code ?? 1, out: Buffer.concat(out), error: late + Buffer.concat(errors).toString() });
    });
    child.stdin.end(options.input ?? "");
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === "win32") child.kill("SIGKILL");
  else process.kill(-child.pid, "SIGKILL");
}

/** The output of a git that must succeed. */
export async function askGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  return (await askGitBytes(folder, args, options)).toString();
}

export async function askGitBytes(folder: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const { code, out, error } = await runGit(folder, args, options);
  if (code !== 0) throw gitFailed(args, error);
  return out;
}

export const gitFailed = (args: readonly string[], error: string) =>
  new AppError("unavailable", `git ${args[0]}: ${gitMessage(error)}`);

/** What git said, in one line and without the password of an address. */
export function gitMessage(error: string): string {
  const lines = error
    .split("\n")
    .map((line) => line.replace(/^(?:fatal|error|remote): */, "").trim())
    .filter((line) => line !== "" && !line.startsWith("hint:"));
  return lines.join(" ").replace(/(\w+:\/\/)[^@/\s]+@/g, "$1") || "no reason given";
}

/** A git that started us (a hook, an alias) must not bend what we ask of git. */
const inherited = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"];

function environment({ index, env }: GitOptions): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.includes(name)));
  return {
    ...kept,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_SSH_COMMAND: process.env.GIT_SSH_COMMAND ?? "ssh -oBatchMode=yes",
    ...(index ? { GIT_INDEX_FILE: index } : {}),
    ...env,
  };
}

const explainStart = (cause: Error) =>
  "code" in cause && cause.code === "ENOENT"
    ? new AppError("unavailable", "Cannot start git.", {
        hint: "Install git and make sure it is on the PATH.",
        cause,
      })
    : cause;
