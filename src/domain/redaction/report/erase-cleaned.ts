import type { Call } from "../../call.js";
import type { Reindex } from "../../search/reindex.js";
import type { AutomaticBackups } from "../../system/automatic-backups.js";
import type { Secrets } from "./secrets.js";

interface Deps {
  readonly reindex: Reindex;
  readonly secrets: Pick<Secrets, "eraseDeleted">;
  readonly automaticBackups: Pick<AutomaticBackups, "removeAll">;
}

/** After rows were redacted: rebuilds the index from them, and removes the old values from free pages and backups. */
export async function eraseCleaned({ reindex, secrets, automaticBackups }: Deps, call: Call): Promise<void> {
  await reindex.run(call, { meaning: false, restart: true });
  await secrets.eraseDeleted();
  await automaticBackups.removeAll();
}
