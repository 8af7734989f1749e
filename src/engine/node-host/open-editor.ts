import { spawn } from "node:child_process";
import { AppError } from "../../base/errors.js";

/** Opens a file in the editor that the environment names, and waits until it is closed. */
export function openEditor(path: string): Promise<void> {
  const editor = process.env.VISUAL || process.env.EDITOR || (process.platform === "win32" ? "notepad" : "vi");
  const [command = "", ...args] = editor.split(" ");
  return new Promise((done, fail) => {
    const child = spawn(command, [...args, path], { stdio: "inherit" });
    child.on("error", (cause) =>
      fail(
        new AppError("unavailable", `Cannot start the editor ${editor}.`, {
          hint: "Set the environment variable EDITOR.",
          cause,
        }),
      ),
    );
    child.on("close", () => done());
  });
}
