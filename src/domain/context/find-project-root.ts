import { dirname, join } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import { storeFolder } from "../../store/context/context-layout.js";

/** The nearest folder upwards that has a store or is a git repository. */
export async function findProjectRoot(files: Files, from: string): Promise<string> {
  for (let folder = from; ; folder = dirname(folder)) {
    if ((await files.exists(join(folder, storeFolder))) || (await isRepository(files, folder))) return folder;
    if (dirname(folder) === folder) throw notInAProject(from);
  }
}

/** As git sees it: a `.git` folder without a HEAD, which sandboxes leave behind, makes no repository; a `.git` file does. */
async function isRepository(files: Files, folder: string): Promise<boolean> {
  const git = join(folder, ".git");
  if (!(await files.exists(git))) return false;
  return (await files.exists(join(git, "HEAD"))) || (await files.listKind(folder, "file")).includes(".git");
}

const notInAProject = (from: string) =>
  new AppError("missing", "Not inside a project with a context store or git repo", {
    hint: "Start the agent inside a git repository, or run `throughline init` in the project's folder.",
    details: { folder: from },
  });
