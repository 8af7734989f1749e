import { AppError } from "../../../base/errors.js";
import type { TreeEntry } from "../../../engine/git-repository.js";
import { storeFolder, storePath } from "../../../store/context/context-layout.js";
import { readIsShared } from "../../../store/context/is-shared.js";
import type { OverruledText } from "../../../store/context/overruled-text.js";
import { mergeFile } from "../../merge/merge-file.js";
import type { ProjectContext } from "../project-context.js";
import type { TreeConflict } from "./merge-trees.js";
import { pathInProject, type StoreRepository } from "./store-repository.js";
import type { SyncAnswer } from "./sync-answer.js";

/** Saves the versions that a merge decides against. */
export async function saveOverruled(
  { project, repository }: StoreRepository,
  conflicts: readonly TreeConflict[],
  kept: "ours" | "theirs",
): Promise<Pick<SyncAnswer, "overruled">> {
  if (conflicts.length === 0) return {};
  const textOf = async (entry: TreeEntry | undefined) =>
    entry ? ((await repository.readBlobs([entry.id]))[0]?.toString() ?? "") : null;
  const [merge, at] = [project.runtime.newUuid(), project.runtime.now().toISOString()];
  const texts: OverruledText[] = [];
  for (const { path, resolvedFor } of conflicts) {
    const kept_content = await textOf(resolvedFor[kept]);
    const lost_content = await textOf(resolvedFor[kept === "ours" ? "theirs" : "ours"]);
    texts.push({ merge, at, file_path: pathInProject(path), kept, kept_content, lost_content, is_pushed: false });
  }
  await project.overruled.write([...(await project.overruled.list()), ...texts]);
  return { overruled: texts.map(({ file_path }) => ({ file_path, kept })) };
}

/** Marks overruled texts as pushed. Returns a note that names the files in which the push replaces what others wrote. */
export async function markPushedOverruled(project: ProjectContext): Promise<string[]> {
  const texts = await project.overruled.list();
  const unpushed = texts.filter(({ kept, is_pushed }) => kept === "ours" && !is_pushed);
  if (unpushed.length === 0) return [];
  const replaced: string[] = [];
  for (const { file_path, kept_content } of unpushed) {
    const text = await project.files.readPlain(storePath(project.root, file_path.slice(storeFolder.length + 1)));
    if ((text ?? null) === kept_content) replaced.push(file_path);
  }
  await project.overruled.write(texts.map((one) => (unpushed.includes(one) ? { ...one, is_pushed: true } : one)));
  if (replaced.length === 0) return [];
  return [`This replaces what others wrote in ${replaced.join(", ")}; \`throughline sync undo\` restores it.`];
}

/**
 * Restores the texts that the last merge overruled, or one text, and keeps later edits. The replaced texts are saved in
 * turn, so a second undo reverts the first.
 */
export function undoOverruled(
  project: ProjectContext,
  only?: Pick<OverruledText, "merge" | "file_path">,
): Promise<SyncAnswer> {
  return project.change(async () => {
    const texts = await project.overruled.list();
    const merge = only?.merge ?? texts.at(-1)?.merge;
    if (merge === undefined)
      throw new AppError("missing", "No pull has overruled a version here.", {
        hint: "A pull with strategy ours or theirs saves the overruled versions; this command restores them.",
      });
    const isShared = await readIsShared(project.files, project.root);
    const next: OverruledText[] = [];
    const restored: string[] = [];
    for (const one of texts) {
      const path = one.file_path.slice(storeFolder.length + 1);
      const isSelected = one.merge === merge && (!only || one.file_path === only.file_path) && isShared(path);
      const swapped = isSelected ? await restoreText(project, path, one) : undefined;
      if (swapped) restored.push(one.file_path);
      next.push(swapped ?? one);
    }
    await project.overruled.write(next);
    return { status: "restored", files: restored };
  });
}

/** Undefined if later edits conflict with the text to restore. */
async function restoreText(
  { files, root }: ProjectContext,
  path: string,
  text: OverruledText,
): Promise<OverruledText | undefined> {
  const currentText = (await files.readPlain(storePath(root, path))) ?? null;
  const merge = mergeFile(path, text.kept_content, currentText, text.lost_content);
  if (merge.kind === "conflicted") return undefined;
  const content = merge.kind === "deleted" ? null : merge.text;
  if (content === null) await files.remove(storePath(root, path));
  else await files.write(storePath(root, path), Buffer.from(content));
  return { ...text, kept: text.kept === "ours" ? "theirs" : "ours", kept_content: content, lost_content: currentText };
}
