import type { Home } from "../../base/home.js";
import type { Runtime } from "../../base/runtime.js";
import { createGuards, type Guards } from "../../domain/guards/guards.js";
import type { ProjectResolver } from "../../domain/identity/project-resolver.js";
import type { Memories } from "../../domain/memory/memories.js";
import type { Files } from "../../engine/files.js";
import { readNow } from "../../engine/node-files/read-now.js";
import type { Sql } from "../../engine/sql.js";
import { openInjectionStore } from "../../store/archive/injection-store.js";
import { guardFilesIn } from "../../store/memory/guard-files.js";
import { readTeamEntries } from "./read-team-entries.js";

interface GuardEngines {
  readonly home: Home;
  readonly files: Files;
  readonly sql: Sql;
  readonly runtime: Runtime;
}

/** For the product and for hooks. */
export const assembleGuards = (
  { home, files, sql, runtime }: GuardEngines,
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
