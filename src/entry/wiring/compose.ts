import { join } from "node:path";
import type { Home } from "../../base/home.js";
import { createLog, type Log, type LogLevel, type LogSink } from "../../base/log.js";
import type { Settings } from "../../base/settings.js";
import type { CommandApp } from "../../domain/command-app.js";
import type { Redactor } from "../../domain/redaction/redact.js";
import { redactorFromSettings } from "../../domain/redaction/redactor-from-settings.js";
import { agentCli } from "../../engine/agent-cli/agent-cli.js";
import { bubblewrap } from "../../engine/bubblewrap/bubblewrap.js";
import type { ChangeDetector } from "../../engine/change-detector.js";
import { openChatEndpoint } from "../../engine/chat-endpoint/open-chat-endpoint.js";
import type { ChatModel } from "../../engine/chat-model.js";
import { firstSandbox } from "../../engine/first-sandbox.js";
import { gitCliLocator } from "../../engine/git-cli/git-cli-locator.js";
import { gitCliWorkingTrees } from "../../engine/git-cli/git-cli-working-trees.js";
import { openGitRepository } from "../../engine/git-cli/open-git-repository.js";
import { deviceSignIn } from "../../engine/http-remote/device-sign-in.js";
import { httpRemote } from "../../engine/http-remote/http-remote.js";
import { lazySql } from "../../engine/lazy-sql.js";
import { namespaces } from "../../engine/namespaces/namespaces.js";
import { nodeConfigFiles } from "../../engine/node-config-files/node-config-files.js";
import { nodeFileTree } from "../../engine/node-files/node-file-tree.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { nodeTranscriptFiles } from "../../engine/node-files/node-transcript-files.js";
import { askPerson, notifyPerson } from "../../engine/node-host/ask-person.js";
import { fileActivity } from "../../engine/node-host/file-activity.js";
import { nodeHost } from "../../engine/node-host/node-host.js";
import { nodeSelf } from "../../engine/node-host/node-self.js";
import { openEditor, runInTerminal } from "../../engine/node-host/open-editor.js";
import { openScreen } from "../../engine/node-host/open-screen.js";
import { everySink, fileSink, stderrSink } from "../../engine/node-log/log-sinks.js";
import { nodeRunFiles } from "../../engine/node-run-files/node-run-files.js";
import { otlpSpans } from "../../engine/otlp-spans/otlp-spans.js";
import type { RemoteTools } from "../../engine/remote-tools.js";
import { noSpans } from "../../engine/spans.js";
import type { Sql } from "../../engine/sql.js";
import { sqliteForeign } from "../../engine/sqlite/sqlite-foreign.js";
import { sqliteLock } from "../../engine/sqlite/sqlite-lock.js";
import { inTenant } from "../../engine/tenant-scope.js";
import { tracedSql } from "../../engine/traced-sql.js";
import { treeSitterParser } from "../../engine/tree-sitter/tree-sitter-parser.js";
import { openLeaseStore } from "../../store/lease-store.js";
import { migrate } from "../../store/migrate.js";
import { migrations } from "../../store/migrations/index.js";
import { startDistilling } from "../jobs/background-distill.js";
import { type BackgroundSteps, startBackgroundIngest } from "../jobs/background-ingest.js";
import { startPastCleaning } from "../jobs/clean-past.js";
import type { Job } from "../jobs/repeat.js";
import { startDailyBackup, startDelivery, startMachineSync } from "../jobs/upkeep.js";
import { assemble } from "./assemble.js";
import type { Engines } from "./engines.js";
import type { LoadedSettings } from "./load-settings.js";
import { databaseOf } from "./open-database.js";
import { openEmbedder } from "./open-embedder.js";
import { openMachineLogsIn } from "./open-machine-logs.js";
import { systemLaunch, systemPlatform } from "./system-platform.js";
import { systemRuntime } from "./system-runtime.js";

/** The running product. */
export interface Product {
  readonly app: CommandApp;
  readonly changes: ChangeDetector;
  /** Starts background work, in long-running processes. */
  startBackground(steps?: BackgroundSteps): void;
  /** Applies changed rules for secrets to the rows of these tenants, in a process that serves them. */
  startCleaning(tenants: () => Promise<readonly string[]>): void;
  close(): Promise<void>;
}

/** The composition root: chooses the engine of each interface. Hooks, which have less time, choose theirs in `entry/hook`. */
export function compose(
  { home, settings, settingsFiles, allowlist }: LoadedSettings,
  replaced: Partial<Engines> = {},
): Product {
  const runtime = systemRuntime();
  const redactor = redactorFromSettings(settings.values, allowlist);
  const log = openLog(home, settings.values.logLevel, redactor);
  const database = databaseOf(settings.values, home);
  const spans = replaced.spans ?? otlpSpans(settings.values["telemetry.endpoint"]);
  const sql = lazySql(database.dialect, async () => {
    const opened = await database.open();
    // Under no tenant: processes of different tenants must not migrate at the same time.
    await inTenant("", () => migrate(opened, runtime, migrations)).catch(async (error) => {
      await opened.close();
      throw error;
    });
    return spans === noSpans ? opened : tracedSql(opened);
  });
  const embedder = openEmbedder(settings.values);
  const app = assemble({
    runtime,
    log,
    redactor,
    home,
    settings,
    settingsFiles,
    sql,
    embedder,
    database: database.label,
    databases: database.files,
    machine: database.machine,
    files: nodeFiles,
    tree: nodeFileTree,
    host: nodeHost,
    activity: fileActivity(home.activity),
    platform: systemPlatform(),
    configFiles: nodeConfigFiles,
    launch: systemLaunch(),
    transcripts: nodeTranscriptFiles,
    foreign: sqliteForeign,
    gitLocator: gitCliLocator,
    self: nodeSelf,
    runFiles: nodeRunFiles,
    workingTrees: gitCliWorkingTrees,
    processes: agentCli(),
    sandbox: firstSandbox([bubblewrap(), namespaces()]),
    spans,
    parser: treeSitterParser(),
    openRepository: openGitRepository,
    lock: sqliteLock(),
    openMachineLogs: openMachineLogsIn(home.machinesCache),
    edit: openEditor,
    runInTerminal,
    ask: askPerson,
    notify: notifyPerson,
    signIn: deviceSignIn,
    openScreen,
    chat: openChat(settings.values),
    remoteTools: openRemote(settings.values),
    ...replaced,
  });
  let background: readonly Job[] = [];
  const startBackground = (steps?: BackgroundSteps) => {
    const isStarted = background.length > 0;
    if (!isStarted)
      background = [
        startBackgroundIngest({ app, leases: openLeaseStore(sql, runtime), steps }),
        startDelivery(app),
        startDailyBackup(app),
        startMachineSync(app),
        startDistilling({ app, leases: openLeaseStore(sql, runtime) }),
        startPastCleaning({ app, leases: openLeaseStore(sql, runtime) }),
      ];
  };
  const startCleaning = (tenants: () => Promise<readonly string[]>) => {
    background = [...background, startPastCleaning({ app, leases: openLeaseStore(sql, runtime), tenants })];
  };
  const changes = database.changes(sql);
  const close = async () => {
    for (const work of background) await work.stop();
    await changes.close();
    await embedder?.close();
    await app.bridge.close();
    await closeQuietly(sql, log);
    await spans.close();
  };
  return { app, changes, startBackground, startCleaning, close };
}

function openLog(home: Home, level: LogLevel, redactor: Redactor): Log {
  const redact = (text: string) => redactor.redact(text).text;
  const file = fileSink(redact, join(home.logs, "throughline.log"), 5 * 1024 * 1024);
  const stderr = stderrSink(redact, process.stderr);
  // Hosts show a server's stderr to people: without debugging it has only internal errors.
  const visible: LogSink = (entry) => (level === "debug" || entry.level === "error" ? stderr(entry) : undefined);
  return createLog(everySink(file, visible), { level, now: () => new Date() });
}

async function closeQuietly(sql: Sql, log: Log): Promise<void> {
  try {
    await sql.close();
  } catch (error) {
    log.error("database.close", { error: String(error) });
  }
}

/** The chat model that the settings name. Nothing is called yet. */
function openChat(settings: Settings): ChatModel | undefined {
  const { "learning.endpoint": url, "learning.endpointModel": model, "learning.endpointKey": key } = settings;
  return url === "" ? undefined : openChatEndpoint({ url, model, key });
}

/** The team service that the settings name. Nothing is sent yet. */
function openRemote(settings: Settings): RemoteTools | undefined {
  const url = settings["remote.url"];
  if (url === "") return undefined;
  return httpRemote({ url, token: settings["remote.token"], timeoutMs: settings["remote.timeout"] });
}
