import type { Platform } from "../../base/platform.js";
import type { Files } from "../../engine/files.js";

/** Folders of what was installed or made, not written; a dot at the beginning says the same. */
const passedOver = new Set(
  "node_modules bower_components vendor dist build out target coverage venv __pycache__ Pods".split(" "),
);
/** Deeper, or beyond this many, a project is searched in vain far more often than not. */
const maxDepth = 4;
const max = 2000;

/** The folders of a project that people write in, without the top one, the upper ones first. */
export async function foldersBelow(
  top: string,
  { files, platform }: { files: Pick<Files, "listKind">; platform: Pick<Platform, "join"> },
): Promise<string[]> {
  const found: string[] = [];
  let level = [top];
  for (let depth = 0; depth < maxDepth && level.length > 0 && found.length < max; depth++) {
    const inside = await Promise.all(
      level.map(async (folder) => {
        const names = await files.listKind(folder, "folder");
        return names.filter(isWritten).map((name) => platform.join(folder, name));
      }),
    );
    level = inside.flat().slice(0, max - found.length);
    found.push(...level);
  }
  return found;
}

const isWritten = (name: string) => !name.startsWith(".") && !passedOver.has(name);
