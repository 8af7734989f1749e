import type { Runtime } from "../../base/runtime.js";
import type { Settings } from "../../base/settings.js";
import type { MemoryApp } from "../../domain/app.js";
import { type ContextInjection, createContextInjection } from "../../domain/lessons/context-injection.js";
import type { SharedFixes } from "../../domain/lessons/fixes.js";
import type { Embedder } from "../../engine/embedder.js";
import type { Files } from "../../engine/files.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { Sql } from "../../engine/sql.js";
import { type InjectionStore, openInjectionStore } from "../../store/archive/injection-store.js";
import { type assembleArchive, ignoreBusy } from "./assemble-archive.js";
import { readTeamEntries } from "./read-team-entries.js";

interface LessonEngines {
  readonly runtime: Runtime;
  readonly settings: Settings;
  readonly sql: Sql;
  readonly files: Files;
  readonly gitLocator: GitLocator;
  /** A process that must not wait for others. */
  readonly isReader?: boolean;
  readonly sharedFixes: SharedFixes;
  readonly embedder?: Pick<Embedder, "embedStatic"> | undefined;
  redact(text: string): string;
  onGiven?(items: readonly string[]): void;
}

type Archive = Pick<ReturnType<typeof assembleArchive>, "stores" | "projectRegistry">;

/** What agents receive without asking, for the product and for hooks. */
export const assembleLessons = (
  engines: LessonEngines,
  { stores, projectRegistry }: Archive,
  { memories, checkpoints }: Pick<MemoryApp, "memories" | "checkpoints">,
): ContextInjection =>
  createContextInjection({
    ...stores,
    projectRegistry,
    memories,
    checkpoints,
    runtime: engines.runtime,
    injections: injectionStore(engines),
    teamEntries: readTeamEntries(engines.files),
    sharedFixes: engines.sharedFixes,
    gitLocator: engines.gitLocator,
    settings: engines.settings,
    redact: engines.redact,
    vectorOf: engines.embedder?.embedStatic,
    ...(engines.onGiven ? { onGiven: engines.onGiven } : {}),
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
