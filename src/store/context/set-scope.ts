import type { Files } from "../../engine/files.js";
import { type Area, areas } from "./context-layout.js";
import { ignoringFolderOf, writePrivateRules, writeSharedRules } from "./ignore-rules.js";
import type { Scope } from "./scope.js";
import { writeScopes } from "./scope-map.js";

/** Sets the scope of an area's file, and hides the file from git or shows it again. */
export async function setScope(
  files: Files,
  root: string,
  area: Area,
  { file, scope }: { file: string; scope: Scope },
): Promise<void> {
  await writeScopes(files, root, area, new Map([[file, scope]]));
  await writePrivateRules(files, root, ignoringFolderOf(area));
  if (scope === "public") await writeSharedRules(files, root, [`${areas[area]}/${file}`]);
}
