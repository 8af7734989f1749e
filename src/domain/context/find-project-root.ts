import { dirname, join } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import { locateAt } from "../../engine/locate-git.js";
import { storeFolder } from "../../store/context/context-layout.js";

/** The nearest folder upwards that has a store or is a git repository. */
export async function findProjectRoot(files: Files, from: string): Promise<string> {
  await refuseMovedFolder(files, from);
  for (let folder = from; ; folder = dirname(folder)) {
    if (await files.exists(join(folder, storeFolder))) return folder;
    if (await locateAt(files.read, folder)) return folder;
    if (dirname(folder) === folder) throw notInAProject(from);
  }
}

/** If a folder was moved or removed while the server runs, the repository around it must not be used instead. */
export async function refuseMovedFolder(files: Files, folder: string): Promise<void> {
  if (await files.exists(folder)) return;
  throw new AppError("missing", `The folder ${folder} no longer exists. Nothing was written.`, {
    hint: "Start the agent again in the folder where the project is now.",
  });
}

const notInAProject = (from: string) =>
  new AppError("missing", "Not inside a project with a context store or git repo", {
    hint: "Start the agent inside a git repository, or run `throughline init` in the project's folder.",
    details: { folder: from },
  });
