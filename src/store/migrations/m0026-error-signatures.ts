import { errorSignature } from "../../base/text/error-fingerprint.js";
import type { Migration } from "./migration.js";

/** The signature of a longer report is that of its error line, which is now found in more reports. */
export const m0026ErrorSignatures: Migration = {
  name: "m0026-error-signatures",
  async up(session) {
    const text = "SELECT tenant, owner, id, problem, fingerprint FROM remediations";
    for (const { tenant, owner, id, problem, fingerprint } of await session.all<Row>(text)) {
      const signature = errorSignature(problem);
      if (signature === fingerprint) continue;
      await session.run("UPDATE remediations SET fingerprint = ? WHERE tenant = ? AND owner = ? AND id = ?", [
        signature,
        tenant,
        owner,
        id,
      ]);
    }
  },
};

type Row = Record<"tenant" | "owner" | "id" | "problem" | "fingerprint", string>;
