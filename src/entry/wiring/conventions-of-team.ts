import type { TeamConventions } from "../../domain/archive/recall/team-conventions.js";
import { findProjectRoot } from "../../domain/context/find-project-root.js";
import type { Files } from "../../engine/files.js";
import { inStore, storePath } from "../../store/context/context-layout.js";
import { entryKey, entryNames } from "../../store/context/entry-store.js";
import { readScopeMap } from "../../store/context/scope-map.js";

const maxConventions = 3;

/** Conventions for the archive to give to agents: public ones only, and none where the store cannot be read. */
export function conventionsOfTeam(files: Files): TeamConventions {
  return {
    async list({ folder }) {
      const root = await findProjectRoot(files, folder).catch(() => undefined);
      if (root === undefined) return [];
      const [names, scopes] = await Promise.all([
        entryNames(files, root, "conventions"),
        readScopeMap(files, root, "conventions"),
      ]);
      const shown = names.filter((name) => scopes.of(name) === "public").slice(0, maxConventions);
      const texts = await Promise.all(
        shown.map((name) => files.readPlain(storePath(root, inStore.entry("conventions", name)))),
      );
      return shown.flatMap((name, i) => (texts[i]?.trim() ? [{ name: entryKey(name), text: texts[i] ?? "" }] : []));
    },
  };
}
