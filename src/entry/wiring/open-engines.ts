import { join } from "node:path";
import type { Home } from "../../base/home.js";
import { createLog, type Log, type LogLevel, type LogSink } from "../../base/log.js";
import type { Runtime } from "../../base/runtime.js";
import type { Settings } from "../../base/settings.js";
import type { Redactor } from "../../domain/redaction/redact.js";
import { redactorFromSettings } from "../../domain/redaction/redactor-from-settings.js";
import { agentCli } from "../../engine/agent-cli/agent-cli.js";
import { bubblewrap } from "../../engine/bubblewrap/bubblewrap.js";
import { openChatEndpoint } from "../../engine/chat-endpoint/open-chat-endpoint.js";
import type { ChatModel } from "../../engine/chat-model.js";
import { firstSandbox } from "../../engine/first-sandbox.js";
import { gitCliLocator } from "../../engine/git-cli/git-cli-locator.js";
import { gitCliWorkingTrees } from "../../engine/git-cli/git-cli-working-trees.js";
import { isGitRemote, openGitLogs } from "../../engine/git-cli/git-logs.js";
import { openGitRepository } from "../../engine/git-cli/open-git-repository.js";
import { deviceSignIn } from "../../engine/http-remote/device-sign-in.js";
import { httpRemote } from "../../engine/http-remote/http-remote.js";
import { lazySql } from "../../engine/lazy-sql.js";
import type { OpenMachineLogs } from "../../engine/machine-logs.js";
import { namespaces } from "../../engine/namespaces/namespaces.js";
import { nodeConfigFiles } from "../../engine/node-config-files/node-config-files.js";
import { openFolderLogs } from "../../engine/node-files/folder-logs.js";
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
import type { RemoteTools } from "../../engine/remote-tools.js";
import { noSpans, type Spans } from "../../engine/spans.js";
import type { Sql } from "../../engine/sql.js";
import { sqliteForeign } from "../../engine/sqlite/sqlite-foreign.js";
import { sqliteLock } from "../../engine/sqlite/sqlite-lock.js";
import { inTenant } from "../../engine/tenant-scope.js";
import { tracedSql } from "../../engine/traced-sql.js";
import { treeSitterParser } from "../../engine/tree-sitter/tree-sitter-parser.js";
import { migrate } from "../../store/migrate.js";
import { migrations } from "../../store/migrations/index.js";
import type { LoadedSettings } from "./load-settings.js";
import type { Database } from "./open-database.js";
import { openEmbedder } from "./open-embedder.js";
import { systemLaunch, systemPlatform } from "./system-platform.js";
import { systemRuntime } from "./system-runtime.js";

/** Every engine of the product. */
export interface Engines extends ReturnType<typeof openEngines> {
  /** How long a search waits for the model. Default: as short as an agent expects. */
  readonly modelWaitMs?: number;
}

/** Those of this machine. Neither the database nor a model is opened before it is used. */
export function openEngines(
  { home, settings, settingsFiles, allowlist }: LoadedSettings,
  database: Database,
  spans: Spans,
) {
  const runtime = systemRuntime();
  const redactor = redactorFromSettings(settings.values, allowlist);
  return {
    runtime,
    log: openLog(home, settings.values.logLevel, redactor),
    redactor,
    home,
    settings,
    settingsFiles,
    sql: openSql(database, runtime, spans),
    embedder: openEmbedder(settings.values),
    /** Path of the database file, or the server's address. */
    database: database.label,
    databases: database.files,
    /** Identifies the files of this machine if several machines share a database. */
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
  };
}

function openLog(home: Home, level: LogLevel, redactor: Redactor): Log {
  const redact = (text: string) => redactor.redact(text).text;
  const file = fileSink(redact, join(home.logs, "throughline.log"), 5 * 1024 * 1024);
  const stderr = stderrSink(redact, process.stderr);
  // Hosts show a server's stderr to people: without debugging it has only internal errors.
  const visible: LogSink = (entry) => (level === "debug" || entry.level === "error" ? stderr(entry) : undefined);
  return createLog(everySink(file, visible), { level, now: () => new Date() });
}

const openSql = (database: Database, runtime: Runtime, spans: Spans): Sql =>
  lazySql(database.dialect, async () => {
    const opened = await database.open();
    // Under no tenant: processes of different tenants must not migrate at the same time.
    await inTenant("", () => migrate(opened, runtime, migrations)).catch(async (error) => {
      await opened.close();
      throw error;
    });
    return spans === noSpans ? opened : tracedSql(opened);
  });

/** `cache` is this machine's copy of a git remote. */
export const openMachineLogsIn =
  (cache: string): OpenMachineLogs =>
  (remote, space) =>
    isGitRemote(remote) ? openGitLogs(remote, space, cache) : openFolderLogs(remote, space);

/** The chat model that the settings name. Nothing is called yet. */
function openChat(settings: Settings): ChatModel | undefined {
  const { "learning.endpoint": url, "learning.endpointModel": model, "learning.endpointKey": key } = settings;
  return url === "" ? undefined : openChatEndpoint({ url, model, key });
}

/** The team service that the settings name. Nothing is sent yet. */
function openRemote(settings: Settings): RemoteTools | undefined {
  const { "remote.url": url, "remote.token": token, "remote.timeout": timeoutMs } = settings;
  return url === "" ? undefined : httpRemote({ url, token, timeoutMs });
}
