import { type SpawnOptions, spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Self, SelfRun } from "../self.js";

const timeoutMs = 20_000;

/** Environment variables that every agent passes on, and those that Windows needs to start programs. */
const passedVariables =
  "HOME PATH TERM TMPDIR USERPROFILE Path PATHEXT SystemRoot ComSpec APPDATA LOCALAPPDATA TEMP TMP".split(" ");

export const nodeSelf: Self = {
  get command() {
    return [process.execPath, resolve(process.argv[1] ?? "throughline")];
  },
  start(args, input) {
    const [program = "", ...programArgs] = nodeSelf.command;
    return runChild(input, program, [...programArgs, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  },
  startAsAgent({ words: [program = "", ...args], input, folder, env, isShellLine }) {
    const inherited = passedVariables
      .map((name) => [name, process.env[name]])
      .filter(([, value]) => value !== undefined);
    const options = { cwd: folder, env: { ...Object.fromEntries(inherited), ...env }, windowsHide: true };
    return runChild(input, program, args, { ...options, stdio: ["pipe", "pipe", "ignore"], shell: isShellLine });
  },
};

function runChild(input: string, program: string, args: readonly string[], options: SpawnOptions): Promise<SelfRun> {
  const startedAt = performance.now();
  return new Promise((done) => {
    const fail = (error: unknown) => done({ exitCode: 1, output: String(error), ms: 0 });
    try {
      const child = spawn(program, args, { ...options, timeout: timeoutMs });
      let output = "";
      child.stdout?.on("data", (chunk) => (output += chunk));
      child.stdin?.on("error", () => {});
      child.on("error", fail);
      child.on("close", (code) => done({ exitCode: code ?? 1, output, ms: Math.round(performance.now() - startedAt) }));
      child.stdin?.end(input);
    } catch (error) {
      fail(error);
    }
  });
}
