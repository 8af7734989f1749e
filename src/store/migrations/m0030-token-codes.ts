import type { Migration } from "./migration.js";

/**
 * Binary codes of a document's tokens, with the vector of its first passage. Vectors of the model that can match tokens
 * get them in the background; until then their documents are ranked without.
 */
export const m0030TokenCodes: Migration = {
  name: "m0030-token-codes",
  needs: "m0026-error-signatures",
  async up(session) {
    const { bytes, isKeyedByTenant } = session.dialect;
    await session.run(`ALTER TABLE search_vectors ADD COLUMN tokens ${bytes}`);
    await session.run(isKeyedByTenant ? queueAgain : embedAgain);
  },
};

/** The bundled model with its adapter. */
const tokenModels = "minilm-%+%";

const embedAgain = `UPDATE search_state SET value = '0' WHERE name LIKE 'embedded:${tokenModels}'`;

const queueAgain = `INSERT INTO embedding_queue (tenant, nr) SELECT d.tenant, d.nr FROM search_documents d
  WHERE d.kind <> 'code' AND EXISTS (
    SELECT 1 FROM search_vectors v WHERE v.tenant = d.tenant AND v.nr = d.nr AND v.model LIKE '${tokenModels}')
  ON CONFLICT DO NOTHING`;
