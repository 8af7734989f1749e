import { relative, resolve } from "node:path";
import type { Home } from "../../base/home.js";

/** What `throughline serve` prints once it listens: URLs, files, and what to do next. */
export function serveNotice(address: string, page: string, home: Home): string {
  return [
    "Throughline is running.",
    "",
    `  Page      ${page}   (signs in one browser, once; another with \`${ownCommand()} ui\`)`,
    `  MCP       ${address}/mcp   (Authorization: Bearer <the content of ${home.token}>)`,
    `  Data      ${home.database}; team context in .context-teleport/ of each repository`,
    "",
    `Connect your agents:  ${ownCommand()} install   (they work without this server)`,
    "Stop with Ctrl+C.",
    "",
  ].join("\n");
}

/** As it can be typed here: a clone that is not linked has no `throughline` on the PATH. */
function ownCommand(): string {
  const script = resolve(process.argv[1] ?? "");
  return script.endsWith(".js") ? `node ${relative(process.cwd(), script)}` : "throughline";
}
