import { execFile } from "node:child_process";
import { chmod, stat, statfs } from "node:fs/promises";
import { homedir, hostname, userInfo } from "node:os";
import { promisify } from "node:util";
import type { Host } from "../host.js";

const run = promisify(execFile);

export const nodeHost: Host = {
  nodeVersion: process.versions.node,
  platform: process.platform,
  get user() {
    return userName();
  },
  get name() {
    return hostname();
  },
  get home() {
    return process.env.HOME || homedir();
  },

  async versionOf(command) {
    const shell = process.platform === "win32";
    const asked = run(command, ["--version"], { timeout: 10_000, shell });
    return asked.then(
      ({ stdout }) => stdout.trim().split("\n")[0],
      () => undefined,
    );
  },

  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  },

  modeOf: (path) =>
    stat(path).then(
      ({ mode }) => mode & 0o777,
      () => undefined,
    ),

  setMode: chmod,
};

/** A container may run under a user id that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}
