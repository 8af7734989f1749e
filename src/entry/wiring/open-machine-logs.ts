import { isGitRemote, openGitLogs } from "../../engine/git-cli/git-logs.js";
import type { OpenMachineLogs } from "../../engine/machine-logs.js";
import { openFolderLogs } from "../../engine/node-files/folder-logs.js";

/** `cache` is this machine's copy of a git remote. */
export const openMachineLogsIn =
  (cache: string): OpenMachineLogs =>
  (remote, space) =>
    isGitRemote(remote) ? openGitLogs(remote, space, cache) : openFolderLogs(remote, space);
