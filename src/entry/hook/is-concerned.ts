import { realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { parseJson } from "../../base/json.js";
import { matchesGuard, ownGuard } from "../../domain/guards/match-guard.js";
import { readAction } from "../../domain/guards/read-action.js";
import { wordsIn } from "../../domain/lessons/file-words.js";
import { readNow } from "../../engine/node-files/read-now.js";
import type { ToolAction } from "../../hosts/payload.js";
import { type GuardIndex, guardFile } from "../../store/memory/guard-files.js";

/** Whether an action concerns a rule of the project that `folder` is in, as far as its file says. */
export function isConcerned(guards: string, action: ToolAction, folder: string): boolean {
  const index = indexOf(guards, folder) ?? indexOf(guards, realPath(folder));
  const place = index ? { root: index.root, folder: realPath(folder) } : { root: folder, folder };
  const read = readAction(action, { ...place, read: readNow });
  return [ownGuard, ...(index?.forms ?? [])].some((form) => matchesGuard(form, read));
}

/** Whether anything may be said about a file, as far as the project's file says. */
export function isMentioned(guards: string, file: string, folder: string): boolean {
  const words = (indexOf(guards, folder) ?? indexOf(guards, realPath(folder)))?.words;
  const name = basename(file);
  return words === undefined || words.includes(name) || name !== wordsIn(name);
}

/** Of the folder or the nearest one above it. */
function indexOf(guards: string, folder: string): GuardIndex | undefined {
  for (let root = folder; ; root = dirname(root)) {
    const index = parseJson(readNow(guardFile(guards, root)) ?? "") as GuardIndex | undefined;
    if (index?.root === root) return index;
    if (dirname(root) === root) return undefined;
  }
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
