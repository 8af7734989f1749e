import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../base/errors.js";
import { type MachineLogs, segmentName } from "../machine-logs.js";
import { nodeFiles } from "./node-files.js";

/** Logs in a folder that the machines share, such as a network disk or one that another program synchronizes. */
export async function openFolderLogs(remote: string, space: string): Promise<MachineLogs> {
  if (!(await nodeFiles.exists(remote)))
    throw new AppError("unavailable", `There is no folder ${remote}.`, {
      hint: "Connect the disk, create the folder, or name a git remote.",
    });
  const top = join(remote, "throughline-machines");
  const root = join(top, space);
  const names = async (folder: string) => ((await nodeFiles.exists(folder)) ? readdir(folder) : []);
  return {
    async list() {
      const machines = await names(root);
      const logs = machines.map(async (one) => [one, await names(join(root, one))] as const);
      return new Map(
        (await Promise.all(logs)).map(([one, all]) => [one, all.filter((name) => segmentName.test(name))]),
      );
    },

    read: (machine, wanted) => Promise.all(wanted.map((name) => readFile(join(root, machine, name)))),

    async change(machine, added, removed) {
      for (const [name, bytes] of added) await nodeFiles.write(join(root, machine, name), bytes);
      const unfinished = (await names(join(root, machine))).filter((name) => !segmentName.test(name));
      for (const name of [...removed, ...unfinished]) await rm(join(root, machine, name), { force: true });
    },

    hasOtherKeys: async () => (await names(top)).some((one) => one !== space),
    removeAll: () => rm(root, { recursive: true, force: true }),
    eraseRemoved: async () => {},
  };
}
