import { resolve } from "node:path";
import type { OpenGitRepository } from "../git-repository.js";
import { accessRemotes } from "./access-remotes.js";
import { moveHead } from "./move-head.js";
import { readRepository } from "./read-repository.js";
import { runGit } from "./run-git.js";
import { writeObjects } from "./write-objects.js";

export const openGitRepository: OpenGitRepository = async (folder) => {
  const { code, out } = await runGit(folder, ["rev-parse", "--show-toplevel", "--absolute-git-dir"]);
  const [top, gitDir] = out.toString().split("\n");
  if (code !== 0 || !top || !gitDir) return undefined;
  const paths = [resolve(top), resolve(gitDir)] as const;
  return {
    top: paths[0],
    gitDir: paths[1],
    ...readRepository(paths[0]),
    ...writeObjects(...paths),
    ...moveHead(...paths),
    ...accessRemotes(paths[0]),
  };
};
