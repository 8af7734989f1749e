import { inStore, storePath } from "../../../store/context/context-layout.js";
import type { ProjectContext } from "../project-context.js";
import { openStoreRepository } from "./store-repository.js";

const attributes = ["*.md", "*.json", "*.ndjson"].map((pattern) => `${pattern} merge=throughline`);

/** Tells this clone's git to merge store files with `throughline merge-file`. Clones without it use git's own merge. */
export async function registerMergeDriver(project: ProjectContext): Promise<void> {
  const { repository } = await openStoreRepository(project);
  await repository.configure("merge.throughline.name", "Throughline's merge by sections");
  await repository.configure("merge.throughline.driver", "throughline merge-file --path %P --write %O %A %B");
  await project.change(async () => {
    const path = storePath(project.root, inStore.attributes);
    const lines = ((await project.files.readPlain(path)) ?? "").split("\n").filter((line) => line !== "");
    const missing = attributes.filter((line) => !lines.includes(line));
    if (missing.length > 0) await project.files.write(path, `${[...lines, ...missing].join("\n")}\n`);
  });
}
