import type { Files } from "../../engine/files.js";
import { inStore, storePath } from "./context-layout.js";

/** Texts that new entries start from: Markdown files that a team writes by hand. */
export function openTemplateStore(files: Files, root: string) {
  const names = async () =>
    (await files.listKind(storePath(root, inStore.templates), "file"))
      .filter((file) => /^[^.].*\.md$/.test(file))
      .map((file) => file.slice(0, -".md".length));
  return {
    names,
    // By listing, so that a name cannot be a path out of the folder.
    /** Undefined if there is no such template. */
    read: async (name: string): Promise<string | undefined> =>
      (await names()).includes(name) ? files.readPlain(storePath(root, `${inStore.templates}/${name}.md`)) : undefined,
  };
}
