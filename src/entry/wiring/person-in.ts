import { gitCliLocator } from "../../engine/git-cli/git-cli-locator.js";
import { nodeHost } from "../../engine/node-host/node-host.js";

/** Who works in a folder: the name that git puts on commits there, or the user and the machine. */
export const personIn = async (folder: string): Promise<string> =>
  (await gitCliLocator.userName(folder)) ?? `${nodeHost.user}@${nodeHost.name}`;
