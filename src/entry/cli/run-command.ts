import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import pc from "picocolors";
import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import { plainPaint } from "../../base/paint.js";
import { type Layer, refuseInvalidFlags } from "../../base/resolve-settings.js";
import { version } from "../../base/version.js";
import { commands } from "../../commands/catalog.js";
import type { Call } from "../../domain/call.js";
import { makeFolder } from "../../engine/make-folder.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { commandsOf } from "../../surface/cli/command-tree.js";
import { runCli, type Terminal } from "../../surface/cli/run-cli.js";
import { tools } from "../../tools/catalog.js";
import { compose } from "../wiring/compose.js";
import { loadSettings, reportMistakes } from "../wiring/load-settings.js";
import { personIn } from "../wiring/person-in.js";
import { onStopSignal } from "../wiring/stop-signals.js";

/** A person waits for the model to load; an agent's call does not. */
const modelWaitMs = 3000;
const maxBackupBytes = 32 * 1024 * 1024;

/** `throughline <command>`: runs one command line and exits. */
export async function runCommand(argv: readonly string[], flags: readonly Layer[]): Promise<void> {
  const folder = process.cwd();
  const terminal = openTerminal();
  const loaded = await loadSettings(nodeFiles, process.env, folder, flags);
  const isInstalling = argv[0] === "install" && !argv.includes("--dry-run") && !argv.includes("--help");
  const keptExit = isInstalling ? runKeptProgram(process.argv.slice(2), loaded.home) : undefined;
  if (keptExit !== undefined) {
    process.exitCode = keptExit;
    return;
  }
  refuseInvalidFlags(loaded.settings);
  reportMistakes(loaded.settings);
  const { app, close } = compose(loaded, { modelWaitMs });
  const caller = loaded.settings.values.caller || (await personIn(folder));
  const client = { tenant: "local", caller, folder };
  const endWaiting = app.activity.begin();
  process.exitCode = await runCli(argv, { app, client, commands: commandsOf(tools, commands), terminal });
  endWaiting();
  // Without a server, commands make the copy; a large database is left to a process that runs longer.
  await app.automaticBackups
    .makeIfDue(maxBackupBytes)
    // Of a full or read-only disk the command's own answer tells.
    .catch((error) => app.log[error instanceof AppError ? "info" : "error"]("backup.failed", { error: String(error) }));
  await close();
}

const npxFolder = `${sep}_npx${sep}`;

/**
 * Runs the command line with a copy of this program in the home, if `npx` started it: agents must not start a program
 * from a cache that npm may empty. Returns the exit code, or undefined if this program can stay where it is.
 */
function runKeptProgram(argv: readonly string[], home: Home): number | undefined {
  const script = realpathSync(process.argv[1] ?? "");
  const cache = script.slice(0, script.indexOf(sep, script.indexOf(npxFolder) + npxFolder.length));
  if (!script.includes(npxFolder)) return undefined;
  makeFolder(home.path, 0o700);
  const kept = join(home.program, version);
  cpSync(join(cache, "node_modules"), join(kept, "node_modules"), { recursive: true, verbatimSymlinks: true });
  const { status } = spawnSync(process.execPath, [join(kept, relative(cache, script)), ...argv], { stdio: "inherit" });
  return status ?? 1;
}

function openTerminal(): Terminal {
  const stopped = new AbortController();
  onStopSignal(() => {
    stopped.abort();
    process.exitCode = 130;
  });
  // `throughline … | head` closes our output early; that is not a failure.
  process.stdout.on("error", () => {});
  return {
    isInteractive: process.stdout.isTTY === true,
    paint: process.stdout.isTTY && pc.isColorSupported ? pc : plainPaint,
    out: (text) => void process.stdout.write(`${text}\n`),
    error: (text) => void process.stderr.write(`${text}\n`),
    readStdin: () => readFileSync(0, "utf8"),
    signal: stopped.signal,
    ...(process.stderr.isTTY ? { progress: progressBar(process.stderr) } : {}),
  };
}

const width = 24;

/** One line on the terminal that is rewritten with every step and cleared at the end. */
function progressBar(terminal: Pick<NodeJS.WriteStream, "write">): Call["progress"] {
  return (done, of, message) => {
    const share = of ? Math.min(1, done / of) : 0;
    const bar = "█".repeat(Math.round(share * width)).padEnd(width, "░");
    const text = of ? `${bar} ${done} of ${of} ${message}` : `${done} ${message}`;
    terminal.write(`\r\u001b[2K${of && done >= of ? "" : text}`);
  };
}
