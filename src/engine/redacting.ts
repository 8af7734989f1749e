import type { Files } from "./files.js";
import type { RunFiles } from "./run-files.js";
import type { Sql, SqlSession, SqlValue } from "./sql.js";

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** A database that no secret reaches: every text sent to it is redacted, in queries too, so that they match what is stored. */
export function redactingSql(sql: Sql, redact: Redact): Sql {
  const redactParams = (params: readonly SqlValue[] = []) =>
    params.map((value) => (typeof value === "string" ? redact(value) : value));
  const wrapSession = (session: SqlSession): SqlSession => ({
    dialect: session.dialect,
    plain: session,
    all: (text, params) => session.all(text, redactParams(params)),
    run: (text, params) => session.run(text, redactParams(params)),
  });
  return {
    ...sql,
    ...wrapSession(sql),
    transaction: (body, adding) => sql.transaction((session) => body(wrapSession(session)), adding),
  };
}

/** Files that no secret is written to. Bytes are copies of existing files and stay equal to them. */
export const redactingFiles = (files: Files, redact: Redact): Files => ({
  ...files,
  write: (path, text, options) => files.write(path, typeof text === "string" ? redact(text) : text, options),
});

/** Transcripts that no secret is written to: they come a line at a time, and a secret does not cross lines. */
export const redactingRunFiles = (files: RunFiles, redact: Redact): RunFiles => ({
  ...files,
  openTranscript(folder, id) {
    const transcript = files.openTranscript(folder, id);
    return { ...transcript, write: (text) => transcript.write(redact(text)) };
  },
});
