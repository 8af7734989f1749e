import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Self, SelfRun, StartRequest } from "../self.js";

const timeoutMs = 20_000;

/** Environment variables that every agent passes on, and those that Windows needs to start programs. */
const passedVariables = [
  "HOME",
  "PATH",
  "TERM",
  "TMPDIR",
  "USERPROFILE",
  "Path",
  "PATHEXT",
  "SystemRoot",
  "ComSpec",
  "APPDATA",
  "LOCALAPPDATA",
  "TEMP",
  "TMP",
];

export const nodeSelf: Self = {
  get command() {
    return [process.execPath, resolve(process.argv[1] ?? "throughline")];
  },
  start(args, input) {
    const [program = "", ...programArgs] = nodeSelf.command;
    return runChild(
      () => spawn(program, [...programArgs, ...args], { stdio: ["pipe", "pipe", "inherit"], timeout: timeoutMs }),
      input,
    );
  },
  startAsAgent({ words: [program = "", ...args], input, folder, env, isShellLine }: StartRequest) {
    const inherited = passedVariables.flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    );
    const options = { cwd: folder, env: { ...Object.fromEntries(inherited), ...env }, timeout: timeoutMs };
    return runChild(
      () =>
        spawn(program, args, { ...options, stdio: ["pipe", "pipe", "ignore"], shell: isShellLine, windowsHide: true }),
      input,
    );
  },
};

type Child = ReturnType<typeof spawn>;

function runChild(start: () => Child, input: string): Promise<SelfRun> {
  const startedAt = performance.now();
  return new Promise((done) => {
    const fail = (error: unknown) => done({ exitCode: 1, output: String(error), ms: 0 });
    try {
      const child = start();
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
