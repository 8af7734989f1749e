import { execFile } from "node:child_process";
import { chmod, readdir, readFile, stat, statfs } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Host } from "../host.js";
import { userHome } from "./user-home.js";

const run = promisify(execFile);

/** File system types on Linux: NFS, SMB, CIFS, SMB2, AFS, Ceph and 9P. Other systems use other numbers. */
const networkDisks = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997]);

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
    return userHome(process.env);
  },

  async versionOf(command) {
    // On Windows, programs of npm packages are `.cmd` files, which need a shell.
    const [program, args, shell] =
      process.platform === "win32" ? [`${command} --version`, [], true] : [command, ["--version"], false];
    const result = await run(program, args, { timeout: 10_000, shell }).catch(() => undefined);
    return result?.stdout.trim().split("\n")[0];
  },

  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  },

  async isOnNetwork(path) {
    if (/^(\\\\|\/\/)[^?.]/.test(path)) return true;
    const stats = await statfs(path).catch(() => undefined);
    if (stats) return process.platform === "linux" && networkDisks.has(stats.type);
    return dirname(path) !== path && nodeHost.isOnNetwork(dirname(path));
  },

  async modeOf(path) {
    const stats = await stat(path).catch(() => undefined);
    return stats && stats.mode & 0o777;
  },

  setMode: chmod,

  async isOnBattery() {
    const supplies = "/sys/class/power_supply";
    const names = await readdir(supplies).catch(() => []);
    const states = names.map((name) => readFile(join(supplies, name, "status"), "utf8").catch(() => ""));
    return (await Promise.all(states)).some((state) => state.trim() === "Discharging");
  },
};

/** A container may run under a user id that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}
