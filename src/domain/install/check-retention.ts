import { daysBefore } from "../../base/days.js";
import type { Runtime } from "../../base/runtime.js";
import { formatCount } from "../../base/text/plural.js";
import type { Host } from "../../hosts/host.js";
import type { Ingest } from "../archive/ingest/ingest.js";
import { type Finding, warning } from "../system/finding.js";
import { settingAt } from "./apply-items.js";
import { type InstallEngines, userContext } from "./find-hosts.js";
import type { Installer } from "./installer.js";

interface Deps extends Pick<InstallEngines, "files" | "platform"> {
  readonly installer: Pick<Installer, "detect">;
  readonly ingest: Pick<Ingest, "importAll">;
  readonly runtime: Runtime;
}

/** Warns of transcripts that an agent will delete and that are not archived. Those of the last day may still grow. */
export async function checkRetention(deps: Deps): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const host of await deps.installer.detect()) {
    const days = await retentionDays(host, deps);
    const waiting = days === undefined ? 0 : await countUnarchived(host.id, deps);
    if (waiting === 0) continue;
    const message = `it deletes transcripts ${formatCount(days ?? 0, "day")} after their last change, and ${formatCount(waiting, "session")} of before today ${waiting === 1 ? "is" : "are"} not archived.`;
    findings.push(warning(host.id, message, "Archive them with `throughline import sessions`."));
  }
  return findings;
}

async function countUnarchived(agent: string, { ingest, runtime }: Deps): Promise<number> {
  const options = { agents: [agent], dryRun: true, progress: () => {} };
  const all = await ingest.importAll({ ...options, since: undefined });
  const recent = await ingest.importAll({ ...options, since: daysBefore(runtime.now(), 1) });
  return all.due - recent.due;
}

/** A number of days, or a text such as `30d` or `2w`. */
function daysIn(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  const [, count = "", unit = ""] = /^(\d+)([hdwm])$/.exec(String(value)) ?? [];
  return unit === "" ? undefined : Number(count) * ({ h: 1 / 24, w: 7, m: 30 }[unit] ?? 1);
}

async function retentionDays({ retention }: Host, { files, platform }: Deps): Promise<number | undefined> {
  if (!retention) return undefined;
  const setting = await settingAt(retention.location(userContext(platform)), files).catch(() => undefined);
  return daysIn(setting) ?? retention.defaultDays;
}
