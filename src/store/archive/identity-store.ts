import type { Sql } from "../../engine/sql.js";
import { insertNew, selectColumn, selectRows } from "../rows.js";

export type KnownProject = Readonly<Record<"id" | "name", string>>;

/** Projects and their identifiers: remotes, root commits, folders. */
export type IdentityStore = ReturnType<typeof openIdentityStore>;

export const openIdentityStore = (sql: Sql) => ({
  /** The project of each known identifier. */
  async owners(tenant: string, identifiers: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const where = { tenant, mark: identifiers };
    const rows = await selectRows<Record<"mark" | "project", string>>(sql, "mark, project FROM project_marks", where);
    return new Map(rows.map(({ mark, project }) => [mark, project]));
  },

  identifiers: (tenant: string, project: string): Promise<string[]> =>
    selectColumn(sql, "SELECT mark FROM project_marks WHERE tenant = ? AND project = ? ORDER BY mark", [
      tenant,
      project,
    ]),

  add: (tenant: string, { id, name }: KnownProject, identifiers: readonly string[]): Promise<void> =>
    sql.transaction(async (session) => {
      await insertNew(session, "known_projects", { tenant, id, name });
      for (const mark of identifiers) await insertNew(session, "project_marks", { tenant, mark, project: id });
    }),

  list: (tenant: string) =>
    sql.all<KnownProject>("SELECT id, name FROM known_projects WHERE tenant = ? ORDER BY name, id", [tenant]),

  async find(tenant: string, id: string): Promise<KnownProject | undefined> {
    const text = "SELECT id, name FROM known_projects WHERE tenant = ? AND id = ?";
    return (await sql.all<KnownProject>(text, [tenant, id]))[0];
  },
});
