import { resolve } from "node:path";
import type { Git } from "../git.js";
import { exchange } from "./exchange.js";
import { moveHead } from "./move-head.js";
import { readRepository } from "./read-repository.js";
import { runGit } from "./run-git.js";
import { writeObjects } from "./write-objects.js";

/** git through its own command. */
export const gitCli: Git = {
  async open(folder) {
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
      ...exchange(paths[0]),
    };
  },
};
