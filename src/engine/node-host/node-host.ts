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
    const result =
      process.platform === "win32"
        ? run(`${command} --version`, [], { timeout: 10_000, shell: true })
        : run(command, ["--version"], { timeout: 10_000 });
    return result.then(
      ({ stdout }) => stdout.trim().split("\n")[0],
      () => undefined,
    );
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

  modeOf: (path) =>
    stat(path).then(
      ({ mode }) => mode & 0o777,
      () => undefined,
    ),

  setMode: chmod,

  async isOnBattery() {
    const supplies = "/sys/class/power_supply";
    const names = await readdir(supplies).catch(() => []);
    const states = await Promise.all(
      names.map((name) => readFile(join(supplies, name, "status"), "utf8").catch(() => "")),
    );
    return states.some((state) => state.trim() === "Discharging");
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
