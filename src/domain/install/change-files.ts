import { AppError } from "../../base/errors.js";
import { sha256 } from "../../base/sha256.js";
import type { InstallEngines } from "./find-hosts.js";
import type { FilePlan, FileText } from "./plan-install.js";

/** Result of changing one file. */
export interface FileOutcome {
  readonly file: string;
  readonly outcome: "written" | "removed" | "unchanged" | "refused";
  readonly why?: string;
}

/** Reads settings files and carries out plans for them. A file that cannot be changed is refused, not fatal. */
export function createFileChanger({ files, platform, home }: Pick<InstallEngines, "files" | "platform" | "home">) {
  return {
    async readAll(paths: readonly string[]): Promise<ReadonlyMap<string, FileText>> {
      const read = async (path: string): Promise<FileText> => {
        try {
          return { current: await files.read(path) };
        } catch (error) {
          return { current: undefined, refused: refusalFrom(path, error).why ?? "" };
        }
      };
      return new Map(await Promise.all([...new Set(paths)].map(async (path) => [path, await read(path)] as const)));
    },

    /** Appends created folders to `createdFolders`. */
    async write(plan: FilePlan, createdFolders: string[]): Promise<FileOutcome> {
      const { file, current, original, next, refused } = plan;
      if (refused !== undefined) return { file, outcome: "refused", why: refused };
      try {
        // Another process may have done the same in the meantime.
        if (next === current || next === (await files.read(file))) return { file, outcome: "unchanged" };
        if (original !== undefined && original === current) await backUp(file, original);
        const executable = plan.items.some((item) => item.kind === "file" && item.isExecutable);
        createdFolders.push(...(await files.replace(file, { from: current, to: next, executable })));
        return { file, outcome: "written" };
      } catch (error) {
        return refusalFrom(file, error);
      }
    },

    async restore({ file, hosts, current, next, refused }: FilePlan): Promise<FileOutcome> {
      if (refused !== undefined) return { file, outcome: "refused", why: refused };
      if (hosts.length > 0) return { file, outcome: "unchanged", why: "another agent uses it" };
      try {
        if (next !== current) await files.replace(file, { from: current, to: next });
      } catch (error) {
        return refusalFrom(file, error);
      }
      await files.remove(backupOf(file));
      return { file, outcome: next === current ? "unchanged" : next === undefined ? "removed" : "written" };
    },
  };

  /** In addition to the journal, a copy of the original file for a person. */
  async function backUp(file: string, text: string): Promise<void> {
    const path = backupOf(file);
    await files.replace(path, { from: await files.read(path), to: text, private: true });
  }

  function backupOf(file: string): string {
    return platform.join(home.install, `${sha256(file).slice(0, 12)}-${platform.basename(file)}`);
  }
}

function refusalFrom(file: string, error: unknown): FileOutcome {
  if (!(error instanceof AppError)) throw error;
  return { file, outcome: "refused", why: [error.message, error.hint].filter(Boolean).join(" ") };
}
