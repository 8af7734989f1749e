import type { MemoryApp } from "../../domain/app.js";
import { createGuards, type Guards } from "../../domain/guards/guards.js";
import type { ProjectResolver } from "../../domain/identity/project-resolver.js";
import { type ContextInjection, createContextInjection } from "../../domain/lessons/context-injection.js";
import type { Memories } from "../../domain/memory/memories.js";
import { readNow } from "../../engine/node-files/read-now.js";
import { type InjectionStore, openInjectionStore } from "../../store/archive/injection-store.js";
import { guardFilesIn } from "../../store/memory/guard-files.js";
import { ignoreBusy } from "./assemble-archive.js";
import type { Engines } from "./open-engines.js";
import { readTeamEntries } from "./read-team-entries.js";

type ContextInjectionParts = Parameters<typeof createContextInjection>[0];

interface LessonEngines
  extends Pick<Engines, "runtime" | "sql" | "files" | "gitLocator">,
    Pick<ContextInjectionParts, "settings" | "projectRegistry" | "sharedFixes" | "redact" | "onGiven"> {
  readonly embedder: Pick<NonNullable<Engines["embedder"]>, "embedStatic"> | undefined;
  /** A process that must not wait for others. */
  readonly isReader?: boolean;
}

/** What agents receive without asking, for the product and for hooks. */
export const assembleLessons = (
  engines: LessonEngines,
  stores: Pick<ContextInjectionParts, "sessions" | "exchanges" | "finder">,
  { memories, checkpoints }: Pick<MemoryApp, "memories" | "checkpoints">,
): ContextInjection =>
  createContextInjection({
    ...engines,
    ...stores,
    memories,
    checkpoints,
    injections: injectionStore(engines),
    teamEntries: readTeamEntries(engines.files),
    vectorOf: engines.embedder?.embedStatic,
  });

/** If an injection cannot be recorded, the same text may be injected twice, which is better than not at all. */
function injectionStore({ sql, runtime, isReader = false }: LessonEngines): InjectionStore {
  const store = openInjectionStore(sql, runtime);
  if (!isReader) return store;
  return {
    ...store,
    claim: (tenant, session, items, max) =>
      store.claim(tenant, session, items, max).catch((error) => {
        ignoreBusy(error);
        return new Set(items.slice(0, max));
      }),
  };
}

/** Rules that are checked before an action, for the product and for hooks. */
export const assembleGuards = (
  { home, files, sql, runtime }: Pick<Engines, "home" | "files" | "sql" | "runtime">,
  memories: Memories,
  identity: ProjectResolver,
): Guards =>
  createGuards({
    memories,
    identity,
    injections: openInjectionStore(sql, runtime),
    files: guardFilesIn(home.guards, files),
    conventions: readTeamEntries(files).conventions,
    readNow,
  });
