import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { homeAt } from "../../src/base/home.js";
import { silentLog } from "../../src/base/log.js";
import { platformOf } from "../../src/base/platform.js";
import { resolveSettings } from "../../src/base/resolve-settings.js";
import { createProjectRegistry } from "../../src/domain/identity/project-registry.js";
import { createRedactionGateway } from "../../src/domain/redaction/redaction-gateway.js";
import { redactorFromSettings } from "../../src/domain/redaction/redactor-from-settings.js";
import { createSearch } from "../../src/domain/search/search.js";
import type { Embedder } from "../../src/engine/embedder.js";
import { gitCliLocator } from "../../src/engine/git-cli/git-cli-locator.js";
import { nodeFiles } from "../../src/engine/node-files/node-files.js";
import { nodeTranscriptFiles } from "../../src/engine/node-files/node-transcript-files.js";
import { redactingSql } from "../../src/engine/redacting.js";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { sqliteForeign } from "../../src/engine/sqlite/sqlite-foreign.js";
import { assembleArchive } from "../../src/entry/wiring/assemble-archive.js";
import { systemRuntime } from "../../src/entry/wiring/system-runtime.js";
import { openIdentityStore } from "../../src/store/archive/identity-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { openVectorStore } from "../../src/store/search/vector-store.js";

/** Opens an archive as the product does: `folder` contains its home, and a person's home with the agents' files. */
export async function openArchive(folder: string, embedder?: Embedder) {
  const home = homeAt(join(folder, "home"));
  const person = join(folder, "person");
  mkdirSync(home.path, { recursive: true });
  const runtime = systemRuntime();
  const settings = resolveSettings([]);
  const redaction = createRedactionGateway(redactorFromSettings(settings.values), silentLog);
  const sql = redactingSql(await openSqlite(home.database), redaction.text);
  await migrate(sql, runtime, migrations);
  const vectors = openVectorStore(sql);
  const search = createSearch({ index: openSearchIndex(sql), vectors, embedder, runtime });
  const engines = {
    runtime,
    home,
    sql,
    machine: "",
    log: silentLog,
    settings: settings.values,
    files: nodeFiles,
    redaction,
    search,
    projectRegistry: createProjectRegistry({
      store: openIdentityStore(sql),
      gitLocator: gitCliLocator,
      redact: redaction.text,
    }),
    platform: platformOf({ os: process.platform, home: person, env: {} }),
    transcripts: nodeTranscriptFiles,
    foreign: sqliteForeign,
    gitLocator: gitCliLocator,
  };
  return { ...assembleArchive(engines), sql, vectors, home, person };
}

/** Where Claude Code stores the sessions of a folder. */
export const claudeFolder = (person: string, folder: string): string =>
  join(person, ".claude", "projects", folder.replaceAll("/", "-"));
