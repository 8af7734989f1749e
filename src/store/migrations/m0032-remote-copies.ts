import type { Migration } from "./migration.js";

/** Copies of a team's records, for the time when its service is unreachable: one row per kind and project. */
export const m0032RemoteCopies: Migration = {
  name: "m0032-remote-copies",
  needs: "m0026-error-signatures",
  async up(session) {
    await session.run(`CREATE TABLE remote_copies (
      tenant TEXT NOT NULL,
      service TEXT NOT NULL,
      kind TEXT NOT NULL,
      project TEXT NOT NULL,
      copied_at TEXT NOT NULL,
      records TEXT NOT NULL,
      PRIMARY KEY (tenant, service, kind, project)
    )`);
  },
};
