import { resolve } from "node:path";
import type { Home } from "../../base/home.js";
import { connectLines } from "../../surface/connect-lines.js";

/** What `throughline serve` prints once it listens: URLs, files, and how to connect an agent. */
export function serveNotice(address: string, page: string, home: Home): string {
  const command = [process.execPath, resolve(process.argv[1] ?? "throughline")];
  const agents = connectLines(command).map(({ agent, where, line }) => `  ${agent} (in ${where}):\n    ${line}`);
  return [
    "Throughline is running.",
    "",
    `  Open      ${page}   (signs in one browser; \`throughline ui\` prints another link)`,
    `  Page      ${address}/`,
    `  MCP       ${address}/mcp   (Authorization: Bearer <the content of ${home.token}>)`,
    `  Stored    ${home.database}`,
    `  Settings  ${home.config}`,
    `  Logs      ${home.logs}`,
    "  Team context is stored in each repository, in .context-teleport/.",
    "",
    "Connect an agent. Each agent starts its own Throughline with the same database; this server need not run for that.",
    ...agents,
    "",
    "Stop with Ctrl+C.",
    "",
  ].join("\n");
}
