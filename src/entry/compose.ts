import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../base/errors.js";
import type { Home } from "../base/home.js";
import { createLog, type Log, type LogLevel, type LogSink } from "../base/log.js";
import type { Settings } from "../base/settings.js";
import type { App } from "../domain/app.js";
import type { Redactor } from "../domain/redaction/redact.js";
import { redactorOfSettings } from "../domain/redaction/redactor-of-settings.js";
import { agentCli } from "../engine/agent-cli/agent-cli.js";
import { bubblewrap } from "../engine/bubblewrap/bubblewrap.js";
import { gitCli } from "../engine/git-cli/git-cli.js";
import { gitRepository } from "../engine/git-repository/git-repository.js";
import { gitWorkingTree } from "../engine/git-repository/git-working-tree.js";
import { lazySql } from "../engine/lazy-sql.js";
import { nodeFileTree } from "../engine/node-files/node-file-tree.js";
import { explainFileError, nodeFiles } from "../engine/node-files/node-files.js";
import { nodeHost } from "../engine/node-host/node-host.js";
import { openEditor } from "../engine/node-host/open-editor.js";
import { everySink, fileSink, stderrSink } from "../engine/node-log/log-sinks.js";
import { nodeRunFiles } from "../engine/node-run-files/node-run-files.js";
import { otlpSpans } from "../engine/otlp-spans/otlp-spans.js";
import type { Sql } from "../engine/sql.js";
import { openSqlite, sqliteDialect } from "../engine/sqlite/open-sqlite.js";
import { sqliteFiles } from "../engine/sqlite/sqlite-files.js";
import { sqliteLock } from "../engine/sqlite/sqlite-lock.js";
import { migrate } from "../store/migrate.js";
import { migrations } from "../store/migrations/index.js";
import { assemble } from "./assemble.js";
import type { LoadedSettings } from "./load-settings.js";
import { openEmbedder } from "./open-embedder.js";
import { systemWorld } from "./system-world.js";

/** The running product, and the way to end it. */
export interface Product {
  readonly app: App;
  close(): Promise<void>;
}

/** The composition root: the one place that knows which engine stands behind which interface. */
export function compose({ home, settings, settingsFiles, allowList }: LoadedSettings): Product {
  const world = systemWorld();
  const redactor = redactorOfSettings(settings.values, allowList);
  const log = openLog(home, settings.values.logLevel, redactor);
  const database = databasePath(settings.values, home);
  const sql = lazySql(sqliteDialect, async () => {
    await preparePrivateFile(home, database);
    const opened = await openSqlite(database);
    await migrate(opened, world, migrations).catch(async (error) => {
      await opened.close();
      throw error;
    });
    return opened;
  });
  const embedder = openEmbedder(settings.values);
  const app = assemble({
    ...{ world, log, redactor, home, settings, settingsFiles, sql, database, embedder },
    databases: sqliteFiles,
    files: nodeFiles,
    tree: nodeFileTree,
    host: nodeHost,
    runFiles: nodeRunFiles,
    repositories: gitRepository,
    trees: gitWorkingTree,
    processes: agentCli(),
    sandbox: bubblewrap(),
    spans: otlpSpans(settings.values["telemetry.endpoint"]),
    git: gitCli,
    lock: sqliteLock(),
    edit: openEditor,
  });
  const close = async () => {
    await embedder?.close();
    await app.bridge.close();
    await closeQuietly(sql, log);
  };
  return { app, close };
}

function openLog(home: Home, level: LogLevel, redactor: Redactor): Log {
  const redact = (text: string) => redactor.redact(text).text;
  const file = fileSink(redact, join(home.logs, "throughline.log"), 5 * 1024 * 1024);
  const stderr = stderrSink(redact, process.stderr);
  // Hosts show a server's stderr to people: without debugging it carries failures of ours alone.
  const shown: LogSink = (entry) => (level === "debug" || entry.level === "error" ? stderr(entry) : undefined);
  return createLog(everySink(file, shown), { level, now: () => new Date() });
}

function databasePath(settings: Settings, home: Home): string {
  if (settings.database === "") return home.database;
  const [scheme, path] = settings.database.split(/:(.*)/s);
  if (scheme === "sqlite" && path) return path;
  throw new AppError("invalid", "The setting database must be sqlite:<path>.", {
    hint: "Correct it with `throughline config set database sqlite:/path/to/file.db`, or remove it.",
  });
}

/** SQLite gives its side files the permissions of the database file, so that one must exist with the right ones first. */
async function preparePrivateFile(home: Home, path: string): Promise<void> {
  try {
    await mkdir(home.path, { recursive: true, mode: 0o700 });
    await (await open(path, "a", 0o600)).close();
  } catch (error) {
    throw explainFileError(error, path);
  }
}

async function closeQuietly(sql: Sql, log: Log): Promise<void> {
  try {
    await sql.close();
  } catch (error) {
    log.error("database.close", { error: String(error) });
  }
}
