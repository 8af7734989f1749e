import type { TreeEntry } from "../../../engine/git-repository.js";
import { storeFolder, storePath } from "../../../store/context/context-layout.js";
import type { OverruledText } from "../../../store/context/overruled-text.js";
import type { ProjectContext } from "../project-context.js";
import type { TreeConflict } from "./merge-trees.js";
import type { StoreRepository } from "./store-repository.js";

/** What an answer reports about an overruled text. */
type OverruledSummary = Pick<OverruledText, "file_path" | "kept">;

/** Saves the versions that a merge decides against. */
export async function saveOverruled(
  project: ProjectContext,
  { repository }: StoreRepository,
  conflicts: readonly TreeConflict[],
  kept: "ours" | "theirs",
): Promise<{ overruled?: readonly OverruledSummary[] }> {
  if (conflicts.length === 0) return {};
  const textOf = async (entry: TreeEntry | undefined) =>
    entry ? ((await repository.readBlobs([entry.id]))[0]?.toString() ?? "") : null;
  const [merge, at] = [project.runtime.newUuid(), project.runtime.now().toISOString()];
  const texts: OverruledText[] = [];
  for (const { path, resolvedFor } of conflicts) {
    const [kept_content, lost_content] = [
      await textOf(resolvedFor[kept]),
      await textOf(resolvedFor[kept === "ours" ? "theirs" : "ours"]),
    ];
    texts.push({ merge, at, file_path: `${storeFolder}/${path}`, kept, kept_content, lost_content, is_pushed: false });
  }
  await project.overruled.write([...(await project.overruled.list()), ...texts]);
  return { overruled: texts.map(({ file_path, kept: side }) => ({ file_path, kept: side })) };
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
