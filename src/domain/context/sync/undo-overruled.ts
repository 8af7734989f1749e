import { AppError } from "../../../base/errors.js";
import { storeFolder, storePath } from "../../../store/context/context-layout.js";
import { readIsShared } from "../../../store/context/is-shared.js";
import type { OverruledText } from "../../../store/context/overruled-store.js";
import { mergeFile } from "../../merge/merge-file.js";
import type { ProjectContext } from "../project-context.js";
import type { SyncAnswer } from "./sync-answer.js";

/**
 * Brings back what the last decided merge overruled, keeping edits made since. What it replaces is kept in turn, so a
 * second undo takes the first one back.
 */
export function undoOverruled(project: ProjectContext): Promise<SyncAnswer> {
  return project.change(async () => {
    const texts = await project.overruled.list();
    const last = texts.at(-1)?.merge;
    if (last === undefined)
      throw new AppError("missing", "No pull has decided against a version here.", {
        hint: "A pull with ours or theirs keeps what it decides against; this brings that back.",
      });
    const isShared = await readIsShared(project.files, project.root);
    const next: OverruledText[] = [];
    const restored: string[] = [];
    for (const one of texts) {
      const path = one.file_path.slice(storeFolder.length + 1);
      const isDue = one.merge === last && isShared(path);
      const swapped = isDue ? await bringBack(project, path, one) : undefined;
      if (swapped) restored.push(one.file_path);
      next.push(swapped ?? one);
    }
    await project.overruled.write(next);
    return { status: "restored", files: restored };
  });
}

/** Undefined when edits made since do not fit the text that would come back. */
async function bringBack(
  { files, root }: ProjectContext,
  path: string,
  text: OverruledText,
): Promise<OverruledText | undefined> {
  const now = (await files.readPlain(storePath(root, path))) ?? null;
  const merge = mergeFile(path, text.kept_content, now, text.lost_content);
  if (merge.kind === "conflicted") return undefined;
  const content = merge.kind === "deleted" ? null : merge.text;
  if (content === null) await files.remove(storePath(root, path));
  else await files.write(storePath(root, path), Buffer.from(content));
  return { ...text, kept: text.kept === "ours" ? "theirs" : "ours", kept_content: content, lost_content: now };
}
