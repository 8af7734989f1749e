import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import { describeIgnored, type ResolvedSettings } from "../../base/resolve-settings.js";
import { formatCount } from "../../base/text/plural.js";
import type { Files } from "../../engine/files.js";
import type { Host } from "../../engine/host.js";
import type { Sandbox } from "../../engine/sandbox.js";
import type { Sql } from "../../engine/sql.js";
import { sandboxAdvice } from "../agents/confine.js";
import { describeTally, type Receipts } from "../receipts/receipts.js";
import type { CleaningStatus } from "../redaction/report/secrets.js";
import type { AutomaticBackups } from "./backups.js";
import { type Finding, failure, ok, warning } from "./finding.js";

interface Deps {
  readonly host: Host;
  readonly files: Files;
  readonly home: Home;
  readonly sql: Sql;
  readonly settings: ResolvedSettings;
  readonly sandbox: Pick<Sandbox, "probe">;
  readonly receipts: Pick<Receipts, "tally">;
  readonly automaticBackups: Pick<AutomaticBackups, "list" | "state">;
  /** How far changed rules were applied to what is stored. */
  cleaningStatus(): Promise<CleaningStatus>;
  /** Problems with the connection of agents. */
  checkHosts(): Promise<Finding[]>;
}

/** Agents that can use Throughline, by the command that starts them. */
const agents = {
  claude: "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  opencode: "OpenCode",
  "cursor-agent": "Cursor",
};

const minFreeBytes = 500 * 1024 * 1024;

export type Doctor = ReturnType<typeof createDoctor>;

export const createDoctor = (deps: Deps) => ({
  async runChecks(): Promise<Finding[]> {
    const findings = await Promise.all([
      checkNode(deps),
      checkGit(deps),
      checkHome(deps),
      checkDisk(deps),
      checkDatabase(deps),
      checkBackups(deps),
      checkSettings(deps),
      checkSecrets(deps),
      checkAgents(deps),
      checkSandbox(deps),
      checkDiskKind(deps),
      checkHooks(deps),
      deps.checkHosts(),
    ]);
    return findings.flat();
  },
});

async function checkNode({ host }: Deps): Promise<Finding> {
  const [major = 0, minor = 0] = host.nodeVersion.split(".").map(Number);
  const node = `Node ${host.nodeVersion}`;
  if (major < 20 || (major === 20 && minor < 19))
    return failure("node", `${node} is too old.`, "Install Node 22 or later, then run `throughline install`.");
  if (major < 22)
    return warning("node", `${node} works but no longer gets security updates.`, "Install Node 22 or later.");
  return ok("node", node);
}

async function checkSandbox({ sandbox, settings }: Deps): Promise<Finding> {
  if (settings.values["agent.sandbox"] === "off") return warning("sandbox", "Disabled by agent.sandbox.");
  const { works, about } = await sandbox.probe();
  return works ? ok("sandbox", about) : warning("sandbox", `Sub-agents run unconfined: ${about}. ${sandboxAdvice}`);
}

async function checkGit({ host }: Deps): Promise<Finding> {
  const version = await host.versionOf("git");
  return version
    ? ok("git", version)
    : failure("git", "git is not on the PATH; team context cannot be synced.", "Install git.");
}

async function checkHome({ host, home, files }: Deps): Promise<Finding[]> {
  const expected = { [home.path]: 0o700, [home.database]: 0o600, [home.token]: 0o600 };
  const entries = Object.entries(expected).map(async ([path, mode]) => ({
    path,
    mode,
    actual: await host.modeOf(path),
  }));
  const isOpen = ({ actual = 0 }) => (actual & 0o077) !== 0 && host.platform !== "win32";
  const readable = (await Promise.all(entries)).filter(isOpen);
  if (readable.length === 0)
    return [ok("home", (await files.exists(home.path)) ? home.path : `${home.path} (not created yet)`)];
  return readable.map(({ path, mode, actual = 0 }) => ({
    ...warning("home", `${path} is readable by other users (${actual.toString(8)}).`),
    fix: () => host.setMode(path, mode),
  }));
}

const freeSpace = "Free some space, or limit the archive with `throughline config set archive.retentionMB 1000`.";

async function checkDisk({ host, home, files }: Deps): Promise<Finding[]> {
  if (!(await files.exists(home.path))) return [];
  const free = await host.freeBytes(home.path);
  const shown = `${Math.round(free / 1024 / 1024)} MiB free`;
  const isLow = free < minFreeBytes;
  return [isLow ? warning("disk", `Only ${shown} on the disk of ${home.path}.`, freeSpace) : ok("disk", shown)];
}

/** SQLite's locks do not work across machines. */
async function checkDiskKind({ host, home }: Deps): Promise<Finding[]> {
  if (!(await host.isOnNetwork(home.path))) return [];
  const message = `${home.path} is on a network disk, which can damage the database.`;
  return [warning("disk", message, "Set THROUGHLINE_HOME to a local folder.")];
}

async function checkDatabase({ sql }: Deps): Promise<Finding[]> {
  try {
    const verdict = await sql.integrity();
    const diagnostics = await sql.diagnostics();
    return [
      verdict === "ok"
        ? ok("database", "intact")
        : failure("database", verdict, "Restore the latest automatic backup with `throughline restore`."),
      ...diagnostics.map(({ isWarning, text }) => (isWarning ? warning : ok)("database", text)),
    ];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [failure("database", [error.message, error.hint].filter(Boolean).join(" "))];
  }
}

/** In a home of another user the folder of backups cannot be read; everything else can be checked. */
const checkBackups = (deps: Deps): Promise<Finding[]> =>
  backupFindings(deps).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return [warning("backups", error.message, error.hint ?? "")];
  });

async function backupFindings({ automaticBackups, settings }: Deps): Promise<Finding[]> {
  const state = await automaticBackups.state();
  if (state === "server") return [];
  if (state === "off")
    return [warning("backups", "No automatic backups.", "Turn them on with `throughline config set backups.keep 7`.")];
  if (state === "too large") {
    const message = `No automatic backups: the database is larger than ${settings.values["backups.maxMB"]} MB.`;
    return [warning("backups", message, "Raise the limit with `throughline config set backups.maxMB N`.")];
  }
  const copies = await automaticBackups.list();
  const [latest] = copies;
  if (!latest) return [ok("backups", "none yet; the next process makes one, then one every day")];
  const bytes = copies.reduce((sum, one) => sum + one.bytes, 0);
  const count = formatCount(copies.length, "automatic copy", "automatic copies");
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  return [ok("backups", `${count} (${size}), latest ${latest.file}; \`throughline restore\` restores it`)];
}

async function checkSettings({ settings }: Deps): Promise<Finding[]> {
  if (settings.ignored.length === 0) return [ok("settings", "valid")];
  const remedy = "Correct it with `throughline config edit`.";
  return settings.ignored.map((one) => warning("settings", describeIgnored(one), remedy));
}

async function checkSecrets({ files, home, cleaningStatus }: Deps): Promise<Finding[]> {
  if (!(await files.exists(home.path))) return [];
  return [checkCleaning(await cleaningStatus())];
}

async function checkAgents({ host }: Deps): Promise<Finding> {
  const versions = await Promise.all(
    Object.entries(agents).map(async ([command, name]) => ({ name, version: await host.versionOf(command) })),
  );
  const installed = versions.flatMap(({ name, version }) => (version === undefined ? [] : [`${name} ${version}`]));
  if (installed.length > 0) return ok("agents", installed.join(", "));
  const names = Object.values(agents).join(", ");
  return warning("agents", `Found none of ${names} on the PATH.`, "Install one, then run `throughline install`.");
}

/** Recent results of hooks: a failure is invisible to the agent, so it must be visible here. */
async function checkHooks({ receipts }: Deps): Promise<Finding[]> {
  const remedy = "`throughline hooks test` shows what a hook answers and how long it takes.";
  return (await receipts.tally()).map((one) =>
    one.missed > 0 ? warning("hooks", `${describeTally(one)}.`, remedy) : ok("hooks", describeTally(one)),
  );
}

/** What `doctor` says about applying changed rules to what is stored. */
export function checkCleaning(status: CleaningStatus): Finding {
  return ok("secrets", cleaningText(status));
}

function cleaningText({ rules, isCurrent, isEmpty, last }: CleaningStatus): string {
  const values = (last?.columns ?? []).reduce((sum, one) => sum + one.values, 0);
  const redacted = `${formatCount(values, "value")} redacted`;
  if (isCurrent) return `the current rules were applied to everything stored (${last?.finishedAt}); ${redacted}`;
  if (last?.rules === rules && last.position !== undefined)
    return `applying the current rules to what is stored: at table ${last.position.table}, ${redacted}`;
  if (isEmpty) return "nothing is stored yet; what will be is redacted by the current rules";
  const problem = last ? "was checked with older rules than" : "was not yet checked with";
  return `what is stored ${problem} the current rules; a running server checks it in the background, \`throughline secrets clean\` at once`;
}
