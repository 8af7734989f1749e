import { execFile } from "node:child_process";
import { nodeHost } from "./node-host.js";

/** Who works in a folder: the name that git puts on commits there, or the user and the machine. */
export const personIn = (folder: string): Promise<string> =>
  new Promise((found) => {
    execFile("git", ["config", "user.name"], { cwd: folder, timeout: 2000 }, (_, stdout) =>
      found(stdout.trim() || `${nodeHost.user}@${nodeHost.name}`),
    );
  });
