import { resolve } from "node:path";
import type { Home } from "../../base/home.js";
import { connectLines } from "../../surface/connect-lines.js";

/** What `throughline serve` says once it listens: where things are, and how to connect an agent. */
export function serveNotice(address: string, page: string, home: Home): string {
  const command = [process.execPath, resolve(process.argv[1] ?? "throughline")];
  const agents = connectLines(command).map(({ agent, where, line }) => `  ${agent} (in ${where}):\n    ${line}`);
  return [
    "Throughline is running.",
    "",
    `  Open      ${page}   (lets one browser in, once; \`throughline ui\` gives another)`,
    `  Page      ${address}/`,
    `  MCP       ${address}/mcp   (Authorization: Bearer <the content of ${home.token}>)`,
    `  Stored    ${home.database}`,
    `  Settings  ${home.config}`,
    `  Logs      ${home.logs}`,
    "  Team context is kept in each repository, in .context-teleport/.",
    "",
    "Connect an agent. Each starts its own Throughline on the same memory; this server need not run for that.",
    ...agents,
    "",
    "Stop with Ctrl+C.",
    "",
  ].join("\n");
}
