import { dirname, join } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Files } from "../../engine/files.js";
import { storeFolder } from "../../store/context/context-layout.js";

/** The nearest folder upwards that has a store or is a git repository. */
export async function findProjectRoot(files: Files, from: string): Promise<string> {
  for (let folder = from; ; folder = dirname(folder)) {
    const marks = await Promise.all([storeFolder, ".git"].map((name) => files.exists(join(folder, name))));
    if (marks.includes(true)) return folder;
    if (dirname(folder) === folder) throw notInAProject(from);
  }
}

const notInAProject = (from: string) =>
  new AppError("missing", "Not inside a project with a context store or git repo", {
    hint: "Start the agent inside a git repository, or run `throughline init` in the project's folder.",
    details: { folder: from },
  });
