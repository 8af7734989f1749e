import type { Files } from "../../engine/files.js";
import { inStore, storePath } from "./context-layout.js";

/** Texts that new entries start from: Markdown files that a team writes by hand. */
export interface TemplateStore {
  names(): Promise<string[]>;
  /** Undefined if there is no such template. */
  read(name: string): Promise<string | undefined>;
}

export function openTemplateStore(files: Files, root: string): TemplateStore {
  const names = async () =>
    (await files.listKind(storePath(root, inStore.templates), "file"))
      .filter((file) => /^[^.].*\.md$/.test(file))
      .map((file) => file.slice(0, -".md".length));
  return {
    names,
    // By listing, so that a name cannot be a path out of the folder.
    read: async (name) =>
      (await names()).includes(name) ? files.readPlain(storePath(root, `${inStore.templates}/${name}.md`)) : undefined,
  };
}
