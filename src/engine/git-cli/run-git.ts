import { type ChildProcess, spawn } from "node:child_process";
import { AppError } from "../../base/errors.js";

export interface GitResult {
  readonly code: number;
  /** True if it printed more than allowed. */
  readonly isCut: boolean;
  readonly out: Buffer;
  readonly error: string;
}

export interface GitOptions {
  readonly input?: string | Uint8Array;
  /** Another index than the person's. */
  readonly index?: string;
  readonly timeoutMs?: number;
  /** Stops a git that prints more. */
  readonly maxOutputBytes?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs the repository's own hooks. */
  readonly hooks?: boolean;
}

const defaultTimeoutMs = 60_000;

/** Turns off the programs that a repository's configuration can make git run: it may come from someone else. */
const isolation = [
  "core.quotePath=false",
  "core.fsmonitor=false",
  "core.askPass=",
  "core.alternateRefsCommand=true",
  "log.showSignature=false",
  "protocol.ext.allow=never",
].flatMap((setting) => ["-c", setting]);
const withoutHooks = ["-c", "core.hooksPath=/dev/null"];

/** The one place that starts git: without a shell, without prompts, and with messages in English. */
export function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const { timeoutMs = defaultTimeoutMs, maxOutputBytes = Number.POSITIVE_INFINITY } = options;
  return new Promise((resolve, reject) => {
    if ([folder, ...args].some((word) => word.includes("\0")))
      throw new AppError("invalid", "A name, path or commit cannot contain a NUL character.");
    const child = spawn("git", ["-C", folder, ...isolation, ...(options.hooks ? [] : withoutHooks), ...args], {
      env: environment(options),
      // A separate process group, so that child processes of git (ssh, a hook) end with it.
      detached: process.platform !== "win32",
    });
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => killGroup(child), timeoutMs);
    child.stdout.on("data", (chunk) => {
      out.push(chunk);
      bytes += chunk.length;
      if (bytes > maxOutputBytes) killGroup(child);
    });
    child.stderr.on("data", (chunk) => errors.push(chunk));
    // git may stop reading early; its exit code tells why.
    child.stdin.on("error", () => {});
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(toStartError(error));
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      const isCut = bytes > maxOutputBytes;
      const reason = isCut ? "printed too much" : "took too long";
      const stopMessage = signal === "SIGKILL" ? `git ${reason} and was stopped.\n` : "";
      const error = stopMessage + Buffer.concat(errors).toString();
      resolve({ code: code ?? 1, isCut, out: isCut ? Buffer.of() : Buffer.concat(out), error });
    });
    child.stdin.end(options.input ?? "");
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === "win32") return void child.kill("SIGKILL");
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has just ended with all its children.
  }
}

/** The output of a git that must succeed. */
export const readGit = async (folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> =>
  (await readGitBytes(folder, args, options)).toString();

export async function readGitBytes(folder: string, args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const { code, out, error } = await runGit(folder, args, options);
  if (code !== 0) throw gitFailed(args, error);
  return out;
}

/** The output of git; undefined when it fails. */
export async function tryGit(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string | undefined> {
  const { code, out } = await runGit(folder, args, options);
  return code === 0 ? out.toString() : undefined;
}

/** The words of an output with `-z`. */
export const wordsOf = (out = ""): string[] => out.split("\0").filter((word) => word !== "");

/** Author of commits that no person wrote, or on a machine whose git has no user name. */
export const commitIdentity = {
  GIT_AUTHOR_NAME: "Throughline",
  GIT_AUTHOR_EMAIL: "throughline@localhost",
  GIT_COMMITTER_NAME: "Throughline",
  GIT_COMMITTER_EMAIL: "throughline@localhost",
};

export const gitFailed = (args: readonly string[], error: string) =>
  new AppError("unavailable", `git ${args[0]}: ${gitMessage(error)}`);

/** Git's error message on one line, without the password of a URL. */
export function gitMessage(error: string): string {
  const lines = error
    .split("\n")
    .map((line) => line.replace(/^(?:fatal|error|remote): */, "").trim())
    .filter((line) => line !== "" && !line.startsWith("hint:"));
  return lines.join(" ").replace(/(\w+:\/\/)[^@/\s]+@/g, "$1") || "no reason given";
}

/**
 * Set by git for a hook or an alias that starts us; they would direct every command to that repository. These are the
 * variables that `git rev-parse --local-env-vars` lists, except configuration.
 */
const repositoryVariables =
  /^GIT_(DIR|COMMON_DIR|(IMPLICIT_)?WORK_TREE|INDEX_FILE|PREFIX|NAMESPACE|((ALTERNATE_)?OBJECT_DIRECTOR(Y|IES))|GRAFT_FILE|SHALLOW_FILE|NO_REPLACE_OBJECTS|REPLACE_REF_BASE)$/;

function environment({ index, env }: GitOptions): NodeJS.ProcessEnv {
  const ownEnvironment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !repositoryVariables.test(name)),
  );
  return {
    ...ownEnvironment,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    // Set, though empty: then core.gitProxy is not read.
    GIT_PROXY_COMMAND: process.env.GIT_PROXY_COMMAND ?? "",
    GIT_SSH_COMMAND: process.env.GIT_SSH_COMMAND ?? "ssh -oBatchMode=yes",
    ...(index ? { GIT_INDEX_FILE: index } : {}),
    ...env,
  };
}

const toStartError = (cause: Error) =>
  "code" in cause && cause.code === "ENOENT"
    ? new AppError("unavailable", "Cannot start git.", { hint: "Install git and make sure it is on the PATH.", cause })
    : cause;
