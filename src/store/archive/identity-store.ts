import type { Sql } from "../../engine/sql.js";
import { sqlPlaceholders } from "../sql-text.js";

export interface KnownProject {
  readonly id: string;
  readonly name: string;
}

/** Projects and their identifiers: remotes, root commits, folders. */
export interface IdentityStore {
  /** The project of each known identifier. */
  owners(tenant: string, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>>;
  identifiers(tenant: string, project: string): Promise<string[]>;
  add(tenant: string, project: KnownProject, identifiers: readonly string[]): Promise<void>;
  list(tenant: string): Promise<KnownProject[]>;
  find(tenant: string, id: string): Promise<KnownProject | undefined>;
}

export function openIdentityStore(sql: Sql): IdentityStore {
  return {
    async owners(tenant, identifiers) {
      if (identifiers.length === 0) return new Map();
      const rows = await sql.all<{ mark: string; project: string }>(
        `SELECT mark, project FROM project_marks WHERE tenant = ? AND mark IN (${sqlPlaceholders(identifiers)})`,
        [tenant, ...identifiers],
      );
      return new Map(rows.map(({ mark, project }) => [mark, project]));
    },

    async identifiers(tenant, project) {
      const text = "SELECT mark FROM project_marks WHERE tenant = ? AND project = ? ORDER BY mark";
      return (await sql.all<{ mark: string }>(text, [tenant, project])).map(({ mark }) => mark);
    },

    add: (tenant, { id, name }, identifiers) =>
      sql.transaction(async (session) => {
        await session.run(
          "INSERT INTO known_projects (tenant, id, name) VALUES (?, ?, ?) ON CONFLICT (tenant, id) DO NOTHING",
          [tenant, id, name],
        );
        for (const identifier of identifiers) {
          await session.run(
            "INSERT INTO project_marks (tenant, mark, project) VALUES (?, ?, ?) ON CONFLICT (tenant, mark) DO NOTHING",
            [tenant, identifier, id],
          );
        }
      }),

    async list(tenant) {
      return sql.all<{ id: string; name: string }>(
        "SELECT id, name FROM known_projects WHERE tenant = ? ORDER BY name, id",
        [tenant],
      );
    },

    async find(tenant, id) {
      const text = "SELECT id, name FROM known_projects WHERE tenant = ? AND id = ?";
      return (await sql.all<{ id: string; name: string }>(text, [tenant, id]))[0];
    },
  };
}
