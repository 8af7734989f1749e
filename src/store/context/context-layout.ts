import { join } from "node:path";
import { AppError } from "../../base/errors.js";

/** The folder of a repository that holds its shared context, in the format of Context Teleport. */
export const storeFolder = ".context-teleport";

export const scopes = ["public", "private", "ephemeral"] as const;
export type Scope = (typeof scopes)[number];

/** Where things stand inside the store of the project at `root`. */
export const contextPaths = (root: string) => {
  const store = join(root, storeFolder);
  return {
    store,
    manifest: join(store, "manifest.json"),
    knowledge: join(store, "knowledge"),
    knowledgeEntry: (key: string) => join(store, "knowledge", `${key}.md`),
    knowledgeScopes: join(store, "knowledge", ".scope.json"),
  };
};

/** A key as a file name: letters, digits, `_` and `-` in lower case. No key can name a path. */
export function fileKey(key: string): string {
  const safe = key
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/-{2,}/g, "-")
    .replace(/^-+|-+$/g, "");
  if (safe === "") throw new AppError("invalid", "Key cannot be empty", { hint: "Use letters, digits, `_` or `-`." });
  if (Buffer.byteLength(safe) > 200) {
    throw new AppError("invalid", "The key is longer than 200 bytes.", {
      hint: "Use a short name; the content can be long.",
    });
  }
  return safe;
}
