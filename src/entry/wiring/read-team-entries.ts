import { relative } from "node:path";
import { appliesTo, isAbout } from "../../domain/context/applies-to.js";
import { findProjectRoot } from "../../domain/context/find-project-root.js";
import type { TeamEntries, TeamEntry } from "../../domain/lessons/team-entries.js";
import type { Files } from "../../engine/files.js";
import { readEntryMeta } from "../../store/context/author-map.js";
import { inStore, storePath } from "../../store/context/context-layout.js";
import { readDecision } from "../../store/context/decision-markdown.js";
import { entryKey, entryNames } from "../../store/context/entry-store.js";
import { readScopes } from "../../store/context/scopes.js";

const maxPerKind = 3;
const maxConventions = 100;

const kinds = [
  { kind: "convention", area: "conventions", isGiven: appliesTo },
  { kind: "knowledge", area: "knowledge", isGiven: isAbout },
  { kind: "decision", area: "decisions", isGiven: isAbout },
] as const;

/** Texts of the team for the archive to give to agents: public ones for the folder, and none where the store cannot be read. */
export function readTeamEntries(files: Files): TeamEntries {
  const listKind = async (
    root: string,
    folder: string,
    { kind, area, isGiven }: (typeof kinds)[number],
    max: number,
  ) => {
    const [scopes, metaOf] = await Promise.all([readScopes(files, root), readEntryMeta(files, root, area)]);
    const given = (await entryNames(files, root, area, scopes))
      .filter((name) => scopes.of(inStore.entry(area, name)) === "public" && isGiven(metaOf(name).paths, folder))
      .slice(0, max);
    const texts = await Promise.all(given.map((name) => files.readPlain(storePath(root, inStore.entry(area, name)))));
    return given.map((name, i): TeamEntry => toEntry(kind, name, texts[i] ?? ""));
  };

  const listKinds = async (folder: string, listed: readonly (typeof kinds)[number][], max: number) => {
    const root = await findProjectRoot(files, folder).catch(() => undefined);
    if (root === undefined) return [];
    const inside = relative(root, folder).replaceAll("\\", "/");
    const entries = await Promise.all(listed.map((kind) => listKind(root, inside, kind, max)));
    return entries.flat().filter(({ text }) => text.trim() !== "");
  };

  return {
    list: ({ folder }) => listKinds(folder, kinds, maxPerKind),
    conventions: ({ folder }) => listKinds(folder, kinds.slice(0, 1), maxConventions),
  };
}

function toEntry(kind: TeamEntry["kind"], file: string, text: string): TeamEntry {
  if (kind !== "decision") return { kind, name: entryKey(file), text };
  const { title, decision } = readDecision(text, entryKey(file));
  return { kind, name: String(Number.parseInt(file, 10)), text: `${title}\n${decision}` };
}
