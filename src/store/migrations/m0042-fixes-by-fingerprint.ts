import { m0026ErrorSignatures } from "./m0026-error-signatures.js";
import type { Migration } from "./migration.js";

/** Signatures keep quoted names since then, as fingerprints do. A fix that an earlier version records is found by its words. */
export const m0042FixesByFingerprint: Migration = {
  name: "m0042-fixes-by-fingerprint",
  needs: "m0026-error-signatures",
  up: (session) => m0026ErrorSignatures.up(session),
};
