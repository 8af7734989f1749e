import { errorSignature } from "../../base/text/error-fingerprint.js";
import type { SqlSession } from "../../engine/sql.js";
import { lastBreaking, type Migration } from "./migration.js";

async function signAgain(session: SqlSession): Promise<void> {
  const text = "SELECT tenant, owner, id, problem, fingerprint FROM remediations";
  for (const { tenant, owner, id, problem, fingerprint } of await session.all<Row>(text)) {
    const signature = errorSignature(problem);
    const update = "UPDATE remediations SET fingerprint = ? WHERE tenant = ? AND owner = ? AND id = ?";
    if (signature !== fingerprint) await session.run(update, [signature, tenant, owner, id]);
  }
}

type Row = Record<"tenant" | "owner" | "id" | "problem" | "fingerprint", string>;

/** The signature of a longer report is that of its error line, which is now found in more reports. */
export const m0026ErrorSignatures: Migration = { name: lastBreaking, up: signAgain };

/** Signatures keep quoted names since then, as fingerprints do. A fix that an earlier version records is found by its words. */
export const m0042FixesByFingerprint: Migration = {
  name: "m0042-fixes-by-fingerprint",
  needs: lastBreaking,
  up: signAgain,
};
