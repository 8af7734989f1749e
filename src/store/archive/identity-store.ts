import type { Sql } from "../../engine/sql.js";
import { sqlPlaceholders } from "../sql-text.js";

export interface KnownProject {
  readonly id: string;
  readonly name: string;
}

/** Projects and their identifiers: remotes, root commits, folders. */
export type IdentityStore = ReturnType<typeof openIdentityStore>;

export function openIdentityStore(sql: Sql) {
  return {
    /** The project of each known identifier. */
    async owners(tenant: string, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (identifiers.length === 0) return new Map();
      const rows = await sql.all<{ mark: string; project: string }>(
        `SELECT mark, project FROM project_marks WHERE tenant = ? AND mark IN (${sqlPlaceholders(identifiers)})`,
        [tenant, ...identifiers],
      );
      return new Map(rows.map(({ mark, project }) => [mark, project]));
    },

    async identifiers(tenant: string, project: string): Promise<string[]> {
      const text = "SELECT mark FROM project_marks WHERE tenant = ? AND project = ? ORDER BY mark";
      return (await sql.all<{ mark: string }>(text, [tenant, project])).map(({ mark }) => mark);
    },

    add: (tenant: string, { id, name }: KnownProject, identifiers: readonly string[]): Promise<void> =>
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

    async list(tenant: string): Promise<KnownProject[]> {
      return sql.all<{ id: string; name: string }>(
        "SELECT id, name FROM known_projects WHERE tenant = ? ORDER BY name, id",
        [tenant],
      );
    },

    async find(tenant: string, id: string): Promise<KnownProject | undefined> {
      const text = "SELECT id, name FROM known_projects WHERE tenant = ? AND id = ?";
      return (await sql.all<{ id: string; name: string }>(text, [tenant, id]))[0];
    },
  };
}
