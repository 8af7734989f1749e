import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeAt } from "../../src/base/home.js";
import { silentLog } from "../../src/base/log.js";
import { platformOf } from "../../src/base/platform.js";
import { resolveSettings } from "../../src/base/resolve-settings.js";
import { fixedRuntime, type Runtime } from "../../src/base/runtime.js";
import type { CommandCall } from "../../src/domain/command-app.js";
import { redactorFromSettings } from "../../src/domain/redaction/redactor-from-settings.js";
import { createSettingsFiles } from "../../src/domain/system/settings-files.js";
import { noActivity } from "../../src/engine/activity.js";
import type { AgentProcess } from "../../src/engine/agent-process.js";
import { bubblewrap } from "../../src/engine/bubblewrap/bubblewrap.js";
import { firstSandbox } from "../../src/engine/first-sandbox.js";
import { gitCliLocator } from "../../src/engine/git-cli/git-cli-locator.js";
import { gitCliWorkingTrees } from "../../src/engine/git-cli/git-cli-working-trees.js";
import { openGitRepository } from "../../src/engine/git-cli/open-git-repository.js";
import { deviceSignIn } from "../../src/engine/http-remote/device-sign-in.js";
import { namespaces } from "../../src/engine/namespaces/namespaces.js";
import { nodeConfigFiles } from "../../src/engine/node-config-files/node-config-files.js";
import { nodeFileTree } from "../../src/engine/node-files/node-file-tree.js";
import { nodeFiles } from "../../src/engine/node-files/node-files.js";
import { nodeTranscriptFiles } from "../../src/engine/node-files/node-transcript-files.js";
import { nodeHost } from "../../src/engine/node-host/node-host.js";
import { nodeSelf } from "../../src/engine/node-host/node-self.js";
import { nodeRunFiles } from "../../src/engine/node-run-files/node-run-files.js";
import { noSpans } from "../../src/engine/spans.js";
import type { Sql } from "../../src/engine/sql.js";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { sqliteFiles } from "../../src/engine/sqlite/sqlite-files.js";
import { sqliteForeign } from "../../src/engine/sqlite/sqlite-foreign.js";
import { sqliteLock } from "../../src/engine/sqlite/sqlite-lock.js";
import { treeSitterParser } from "../../src/engine/tree-sitter/tree-sitter-parser.js";
import { assemble } from "../../src/entry/wiring/assemble.js";
import { type Engines, openMachineLogsIn } from "../../src/entry/wiring/open-engines.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { describeTools } from "../../src/surface/mcp/serve-tools.js";
import { openCall } from "../../src/surface/open-call.js";
import { tools } from "../../src/tools/catalog.js";
import { fakeAgentProcess } from "./fake-agent-process.js";

export interface TestApp extends CommandCall {
  /** The git repository of the calls. */
  readonly folder: string;
  readonly sql: Sql;
  remove(): Promise<void>;
}

export interface TestLocation {
  /** Holds the home, the person's own folder and the repository. */
  readonly folder: string;
  readonly runtime: Runtime;
  /** Path of the database. */
  readonly database: string;
}

/** An empty repository, copied: starting git from the large process of many tests takes longer than most of them. */
function initRepository(folder: string): void {
  if (existsSync(join(folder, ".git"))) return;
  emptyRepository ??= makeEmptyRepository();
  cpSync(emptyRepository, folder, { recursive: true });
}

let emptyRepository: string | undefined;

function makeEmptyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "throughline-git-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  execFileSync("git", ["init", "-q", "-b", "main", "--template="], { cwd: folder, stdio: "ignore" });
  return folder;
}

/** The whole product on a new database and repository, with a deterministic clock and ids. */
export async function testApp(
  settings: Readonly<Record<string, unknown>> = {},
  processes: AgentProcess = fakeAgentProcess(),
  replacedEngines: Partial<Engines> = {},
  location?: TestLocation,
): Promise<TestApp> {
  const folder = location?.folder ?? (await mkdtemp(join(tmpdir(), "throughline-test-")));
  const repository = join(folder, "shop");
  initRepository(repository);
  const runtime = location?.runtime ?? fixedRuntime();
  const home = homeAt(join(folder, "home"));
  const sql = await openSqlite(location?.database ?? ":memory:");
  await migrate(sql, runtime, migrations);
  const app = assemble({
    runtime,
    home,
    sql,
    log: silentLog,
    redactor: redactorFromSettings(resolveSettings([]).values),
    settings: resolveSettings([
      { origin: "environment", where: "test", values: { "agent.sandbox": "off" }, approved: true },
      { origin: "flag", where: "test", values: { ...settings }, approved: true },
    ]),
    settingsFiles: createSettingsFiles(nodeFiles, home),
    database: home.database,
    machine: "",
    files: nodeFiles,
    tree: nodeFileTree,
    host: nodeHost,
    activity: noActivity,
    runFiles: nodeRunFiles,
    workingTrees: gitCliWorkingTrees,
    processes,
    sandbox: firstSandbox([bubblewrap(), namespaces()]),
    spans: noSpans,
    parser: treeSitterParser(),
    openRepository: openGitRepository,
    lock: sqliteLock(),
    openMachineLogs: openMachineLogsIn(home.machinesCache),
    databases: sqliteFiles,
    platform: platformOf({ os: "linux", home: join(folder, "person"), env: {} }),
    configFiles: nodeConfigFiles,
    launch: { words: ["/usr/bin/node", "/opt/throughline/dist/main.js"], env: {} },
    transcripts: nodeTranscriptFiles,
    foreign: sqliteForeign,
    gitLocator: gitCliLocator,
    self: nodeSelf,
    embedder: undefined,
    edit: async () => {},
    runInTerminal: async () => 0,
    ask: async () => undefined,
    notify: () => {},
    signIn: deviceSignIn,
    openScreen: () => undefined,
    chat: undefined,
    remoteTools: undefined,
    ...replacedEngines,
  });
  const openedCall = openCall(
    app,
    { tenant: "local", caller: "test", folder: repository },
    { surface: "cli", describeTools: (name) => describeTools(tools, name) },
  );
  const remove = async () => {
    await app.bridge.close();
    await sql.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...openedCall.app, folder: repository, sql, remove };
}
