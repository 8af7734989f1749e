import { AppError, problems } from "./base/errors.js";
import { takeSettingFlags } from "./base/resolve-settings.js";
import { version } from "./base/version.js";

/** Loads only what the kind of process needs: a hook must not pay for the MCP SDK, nor `--version` for anything. */
async function main(argv: readonly string[]): Promise<void> {
  const [first] = argv;
  if (first === "--version" || first === "-v" || first === "version") {
    process.stdout.write(`${argv.includes("--json") ? JSON.stringify({ version }) : version}\n`);
    return;
  }
  if (first === "hook") {
    const { runHook } = await import("./entry/hook/run-hook.js");
    return runHook(argv.slice(1));
  }
  const { layers, rest } = takeSettingFlags(argv);
  const asksHelp = rest.includes("--help") || rest.includes("-h");
  if (["mcp", "serve", "ui", "demo", "worker"].includes(rest[0] ?? "") && !asksHelp) refuseFurtherWords(rest);
  if (rest[0] === "mcp" && !asksHelp) {
    const { openStdio } = await import("./entry/stdio/open-stdio.js");
    return openStdio(layers);
  }
  if (rest[0] === "serve" && !asksHelp) {
    const { serveHttp } = await import("./entry/http/serve-http.js");
    return serveHttp(layers);
  }
  if (rest[0] === "ui" && !asksHelp) {
    const { servePage } = await import("./entry/http/serve-http.js");
    return servePage(layers);
  }
  if (rest[0] === "demo" && !asksHelp) {
    const { serveDemo } = await import("../demo/serve-demo.js");
    return serveDemo(argv.filter((word) => word !== "demo"));
  }
  if (rest[0] === "worker" && !asksHelp) {
    const { runWorker } = await import("./entry/jobs/run-worker.js");
    return runWorker(layers);
  }
  const { runCommand } = await import("./entry/cli/run-command.js");
  return runCommand(rest, layers);
}

function refuseFurtherWords([command, word]: readonly string[]): void {
  if (word === undefined) return;
  const message = `${word.startsWith("-") ? "Unknown option" : "Unexpected argument"}: ${word}.`;
  throw new AppError("invalid", message, { hint: `See \`throughline ${command} --help\`.` });
}

main(process.argv.slice(2)).catch((error) => {
  // Errors before a surface has started: settings, flags, a port in use. Recognized by name, because each
  // entry is a bundle with a class of its own.
  const isForeseen = error?.name === "AppError";
  const text = isForeseen ? [error.message, error.hint].filter(Boolean).join("\n") : (error?.stack ?? String(error));
  process.stderr.write(`throughline: ${text}\n`);
  process.exitCode = isForeseen ? problems[(error as AppError).problem].exit : 70;
});
