import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Self } from "../self.js";

const patienceMs = 20_000;

export const nodeSelf: Self = {
  get command() {
    return [process.execPath, resolve(process.argv[1] ?? "throughline")];
  },

  start(args, input) {
    const [program = "", ...words] = nodeSelf.command;
    const began = performance.now();
    return new Promise((done) => {
      const child = spawn(program, [...words, ...args], { stdio: ["pipe", "pipe", "inherit"], timeout: patienceMs });
      let output = "";
      child.stdout.on("data", (chunk) => (output += chunk));
      child.stdin.on("error", () => {});
      child.on("error", (error) => done({ exitCode: 1, output: String(error), ms: 0 }));
      child.on("close", (code) => done({ exitCode: code ?? 1, output, ms: Math.round(performance.now() - began) }));
      child.stdin.end(input);
    });
  },
};
