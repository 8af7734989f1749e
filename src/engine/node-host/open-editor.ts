import { spawn } from "node:child_process";
import { AppError } from "../../base/errors.js";

/** Hands the terminal to a program until it ends; returns its exit code. */
export function runInTerminal(program: string, args: readonly string[], folder?: string): Promise<number> {
  return new Promise((done, fail) => {
    // On Windows, programs of npm packages are `.cmd` files, which need a shell.
    const isWindows = process.platform === "win32";
    const words = isWindows ? args.map((word) => `"${word.replaceAll('"', '""')}"`) : args;
    const child = spawn(program, words, { stdio: "inherit", cwd: folder, shell: isWindows });
    child.on("error", (cause) => fail(new AppError("unavailable", `Cannot start ${program}.`, { cause })));
    child.on("close", (code) => done(code ?? 1));
  });
}

/** Opens a file in the editor that the environment names, and waits until it is closed. */
export async function openEditor(path: string): Promise<void> {
  const editor = process.env.VISUAL || process.env.EDITOR || (process.platform === "win32" ? "notepad" : "vi");
  const [command = "", ...args] = editor.split(" ");
  await runInTerminal(command, [...args, path]).catch((cause) => {
    throw new AppError("unavailable", `Cannot start the editor ${editor}.`, {
      hint: "Set the environment variable EDITOR.",
      cause,
    });
  });
}
