import type { Platform } from "../../base/platform.js";
import type { Files } from "../../engine/files.js";

/** Folders of installed or generated files; names that start with a dot are skipped too. */
const skippedFolders = new Set(
  "node_modules bower_components vendor dist build out target coverage venv __pycache__ Pods".split(" "),
);
/** Notes are rare in deeper folders. */
const maxDepth = 4;
const maxFolders = 2000;

/** The subfolders of a project, breadth first, without installed and generated ones. */
export async function foldersBelow(
  top: string,
  { files, platform }: { files: Pick<Files, "listKind">; platform: Pick<Platform, "join"> },
): Promise<string[]> {
  const folders: string[] = [];
  let level = [top];
  for (let depth = 0; depth < maxDepth && level.length > 0 && folders.length < maxFolders; depth++) {
    const inside = await Promise.all(
      level.map(async (folder) => {
        const names = await files.listKind(folder, "folder");
        return names.filter(isSourceFolder).map((name) => platform.join(folder, name));
      }),
    );
    level = inside.flat().slice(0, maxFolders - folders.length);
    folders.push(...level);
  }
  return folders;
}

const isSourceFolder = (name: string) => !name.startsWith(".") && !skippedFolders.has(name);
