import { execFile } from "node:child_process";
import { AppError } from "../../base/errors.js";

export interface GitOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** A repository may name programs that git runs by itself: hooks and monitors stay out of our look at it. */
const safely = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=false"];

const maxBytes = 256 * 1024 * 1024;

/** What git prints, or undefined when it refuses. */
export async function askGit(path: string, args: readonly string[], options?: GitOptions): Promise<string | undefined> {
  const { code, stdout } = await execute(path, args, options);
  return code === 0 ? stdout : undefined;
}

/** What git prints; a refusal is an error with git's own words. */
export async function runGit(path: string, args: readonly string[], options?: GitOptions): Promise<string> {
  const { code, stdout, stderr } = await execute(path, args, options);
  if (code === 0) return stdout;
  throw explain(path, args, stderr.trim());
}

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function execute(path: string, args: readonly string[], { env = {}, input }: GitOptions = {}): Promise<Answer> {
  const options = { env: { ...environment(), ...env }, maxBuffer: maxBytes, timeout: 120_000 };
  return new Promise((answered) => {
    const child = execFile("git", ["-C", path, ...safely, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 127;
      answered({ code, stdout, stderr: stderr || (error?.message ?? "") });
    });
    child.stdin?.on("error", () => {});
    child.stdin?.end(input ?? "");
  });
}

/** Without GIT_DIR and its like: inside a git hook they would turn every question to another repository. */
function environment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && (!name.startsWith("GIT_") || name.startsWith("GIT_CONFIG_")),
  ) as [string, string][];
  const quiet = { GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  return { ...Object.fromEntries(kept), ...quiet };
}

function explain(path: string, args: readonly string[], said: string): AppError {
  const command = args.find((one) => !one.startsWith("-")) ?? "";
  if (/dubious ownership|Permission denied/i.test(said)) {
    return new AppError("forbidden", `git may not work in ${path}: ${firstLine(said)}`, {
      code: "PERMISSION_DENIED",
      hint: "Check the owner and permissions of the folder, or add it to git's safe.directory.",
    });
  }
  return new AppError("unavailable", `git ${command} failed in ${path}: ${firstLine(said)}`, {
    code: "PATH_INVALID",
    hint: "Run the same command there to see the full error.",
  });
}

const firstLine = (text: string) => text.split("\n")[0]?.slice(0, 300) ?? "";
