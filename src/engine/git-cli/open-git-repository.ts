import { readFileSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { OpenGitRepository } from "../git-repository.js";
import { locateGit } from "../locate-git.js";
import { accessRemotes } from "./access-remotes.js";
import { moveHead } from "./move-head.js";
import { readRepository } from "./read-repository.js";
import { tryGit } from "./run-git.js";
import { writeObjects } from "./write-objects.js";

export const openGitRepository: OpenGitRepository = async (folder) => {
  const paths = await locate(folder);
  return (
    paths && {
      top: paths[0],
      ...readRepository(...paths),
      ...writeObjects(paths[0], paths[1]),
      ...moveHead(paths[0], paths[1]),
      ...accessRemotes(paths[0], paths[2]),
    }
  );
};

type Paths = readonly [top: string, gitDir: string, commonDir: string];

/** What git said about a folder. Asking git again takes longer than most of what follows. */
const located = new Map<string, Paths>();

async function locate(folder: string): Promise<Paths | undefined> {
  const before = located.get(folder);
  if (before && (await isStillThere(folder, before))) return before;
  located.delete(folder);
  const out = await tryGit(folder, ["rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir"]);
  const [top, gitDir, commonDir] = out?.split("\n") ?? [];
  if (!top || !gitDir || !commonDir) return undefined;
  const paths: Paths = [resolve(top), resolve(gitDir), resolve(folder, commonDir)];
  located.set(folder, paths);
  return paths;
}

/** True unless the repository was moved or removed, or there is another one around the folder now. */
async function isStillThere(folder: string, [top, gitDir]: Paths): Promise<boolean> {
  try {
    const location = await locateGit(async (path) => readFileSync(path, "utf8"), realpathSync(folder));
    return location?.root === top && location.gitDir === gitDir;
  } catch {
    return false;
  }
}
