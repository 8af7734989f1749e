import { readFile } from "node:fs/promises";
import { agentMarker, environmentOf } from "./process-markers.js";

/**
 * A sub-agent may have this server among its tools; without this check one question could start agents endlessly. Some
 * hosts clear the environment of their MCP servers, so the parents' environments are checked too.
 */
export async function isInsideAgent(
  env: Readonly<Record<string, string | undefined>>,
  parent: number,
): Promise<boolean> {
  if (env[agentMarker]) return true;
  for (let pid = parent; pid > 1; pid = await parentOf(pid)) {
    if ((await environmentOf(pid)).some((one) => one.startsWith(`${agentMarker}=`))) return true;
  }
  return false;
}

async function parentOf(pid: number): Promise<number> {
  try {
    const status = await readFile(`/proc/${pid}/status`, "utf8");
    return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}
