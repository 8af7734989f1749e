import type { Files } from "../../engine/files.js";
import { inStore, storePath } from "./context-layout.js";
import { asObject, jsonText, readJsonOr } from "./json-file.js";

export type PreferenceOwner = "team" | "user";

/** The team's preferences are shared, the user's never. */
export function openPreferenceStore(files: Files, root: string) {
  const pathOf = (owner: PreferenceOwner) =>
    storePath(root, owner === "team" ? inStore.teamPreferences : inStore.userPreferences);
  const read = async (owner: PreferenceOwner) => asObject((await readJsonOr(files, pathOf(owner))).values);
  return {
    read,
    set: async (owner: PreferenceOwner, name: string, value: string): Promise<void> =>
      files.write(pathOf(owner), jsonText({ values: { ...(await read(owner)), [name]: value } })),
  };
}
