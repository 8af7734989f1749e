import { lastBreaking, type Migration } from "./migration.js";

/**
 * Sentences of sessions are no longer statements, and the memories that were copied from them are in the state `heard`:
 * kept and listed, but not given. One that a person verified stays; two sessions that said the same verified the others.
 * The columns of statements stay, because programs of the version before write them.
 */
export const m0040Lessons: Migration = {
  name: "m0040-lessons",
  needs: lastBreaking,
  async up(session) {
    const copied = `author = 'archive' AND source = 'distilled' AND (state = 'candidate'
      OR (state = 'verified' AND evidence LIKE '%"from":"session %"from":"session %'))`;
    await session.run(
      `UPDATE search_documents SET scope = 'heard' WHERE kind = 'memory' AND scope = 'current' AND EXISTS
       (SELECT 1 FROM memories m WHERE m.tenant = search_documents.tenant AND m.id = search_documents.source
        AND ${copied.replaceAll(/\b(author|source|state|evidence)\b(?= (?:=|LIKE))/g, "m.$1")})`,
    );
    await session.run(`UPDATE memories SET state = 'heard' WHERE ${copied}`);
    await session.run("DELETE FROM findings WHERE kind IN ('statement', 'candidate')");
    // Marks of statements: their kind, the hash of their words, and the session.
    for (const kind of ["preference", "decision", "trap", "fact", "task", "next", "outcome"])
      await session.run("DELETE FROM handed_fixes WHERE fingerprint LIKE ? AND fingerprint LIKE '%:' || session_id", [
        `${kind}:________________:%`,
      ]);
  },
};
