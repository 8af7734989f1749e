import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Self, SelfRun, Start } from "../self.js";

const timeoutMs = 20_000;

/** What even the most careful agent passes on, and what Windows needs to start anything. */
const passedOn = [
  ...["HOME", "PATH", "TERM", "TMPDIR"],
  ...["USERPROFILE", "Path", "PATHEXT", "SystemRoot", "ComSpec", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP"],
];

export const nodeSelf: Self = {
  get command() {
    return [process.execPath, resolve(process.argv[1] ?? "throughline")];
  },

  start(args, input) {
    const [program = "", ...words] = nodeSelf.command;
    return answerOf(
      () => spawn(program, [...words, ...args], { stdio: ["pipe", "pipe", "inherit"], timeout: timeoutMs }),
      input,
    );
  },

  startAsAgent({ words: [program = "", ...args], input, folder, env, isShellLine }: Start) {
    const passed = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
    const options = { cwd: folder, env: { ...Object.fromEntries(passed), ...env }, timeout: timeoutMs };
    return answerOf(
      () =>
        spawn(program, args, { ...options, stdio: ["pipe", "pipe", "ignore"], shell: isShellLine, windowsHide: true }),
      input,
    );
  },
};

type Child = ReturnType<typeof spawn>;

function answerOf(start: () => Child, input: string): Promise<SelfRun> {
  const began = performance.now();
  return new Promise((done) => {
    const fail = (error: unknown) => done({ exitCode: 1, output: String(error), ms: 0 });
    try {
      const child = start();
      let output = "";
      child.stdout?.on("data", (chunk) => (output += chunk));
      child.stdin?.on("error", () => {});
      child.on("error", fail);
      child.on("close", (code) => done({ exitCode: code ?? 1, output, ms: Math.round(performance.now() - began) }));
      child.stdin?.end(input);
    } catch (error) {
      fail(error);
    }
  });
}
