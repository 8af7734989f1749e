import { relative } from "node:path";
import type { TeamConventions } from "../../domain/archive/recall/team-conventions.js";
import { appliesTo } from "../../domain/context/applies-to.js";
import { findProjectRoot } from "../../domain/context/find-project-root.js";
import type { Files } from "../../engine/files.js";
import { readEntryMeta } from "../../store/context/author-map.js";
import { inStore, storePath } from "../../store/context/context-layout.js";
import { entryKey, entryNames } from "../../store/context/entry-store.js";
import { readScopeMap } from "../../store/context/scope-map.js";

const maxConventions = 3;

/** Conventions for the archive to give to agents: public ones that apply to the folder, and none where the store cannot be read. */
export function conventionsOfTeam(files: Files): TeamConventions {
  return {
    async list({ folder }) {
      const root = await findProjectRoot(files, folder).catch(() => undefined);
      if (root === undefined) return [];
      const [names, scopes, metaOf] = await Promise.all([
        entryNames(files, root, "conventions"),
        readScopeMap(files, root, "conventions"),
        readEntryMeta(files, root, "conventions"),
      ]);
      const inside = relative(root, folder).replaceAll("\\", "/");
      const isShown = (name: string) => scopes.of(name) === "public" && appliesTo(metaOf(name).paths, inside);
      const shown = names.filter(isShown).slice(0, maxConventions);
      const texts = await Promise.all(
        shown.map((name) => files.readPlain(storePath(root, inStore.entry("conventions", name)))),
      );
      return shown.flatMap((name, i) => (texts[i]?.trim() ? [{ name: entryKey(name), text: texts[i] ?? "" }] : []));
    },
  };
}
