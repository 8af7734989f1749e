import type { Sql } from "../../engine/sql.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { deleteRows, insertNew, selectColumn, updateRows, upsertRow } from "../rows.js";

const table = recordTable("projects", {
  name: "text",
  description: "text?",
  repositoryCount: field<number>("number", "repositories"),
  createdAt: "text",
  accessedAt: "text",
});

/** A group of repositories. */
export type Project = RecordOf<typeof table>;

const repositoryTable = recordTable("repositories", {
  project: "text",
  name: "text",
  path: "text",
  description: "text?",
});

export type Repository = RecordOf<typeof repositoryTable>;

/** Projects, their repositories and the default project. */
export type ProjectStore = ReturnType<typeof openProjectStore>;

export const openProjectStore = (sql: Sql) => ({
  /** Most recently used first. */
  async list(tenant: string): Promise<Project[]> {
    const rows = await sql.all(
      `SELECT p.*, (SELECT count(*) FROM repositories r WHERE r.tenant = p.tenant AND r.project = p.name) AS repositories
       FROM projects p WHERE p.tenant = ? ORDER BY p.accessed_at DESC, p.name`,
      [tenant],
    );
    return rows.map(table.read);
  },

  /** False if the name is taken. The first project becomes the default one. */
  create: (
    tenant: string,
    { name, description, at }: Pick<Project, "name" | "description"> & { readonly at: string },
  ): Promise<boolean> =>
    sql.transaction(async (session) => {
      const project = { tenant, name, description, policy: "", created_at: at, accessed_at: at };
      if (!(await insertNew(session, "projects", project))) return false;
      await insertNew(session, "active_projects", { tenant, project: name });
      return true;
    }),

  /** Deletes the project with its repositories, answers and policy; its runs stay recorded. */
  remove: (tenant: string, name: string): Promise<boolean> =>
    sql.transaction(async (session) => {
      for (const table of ["repositories", "query_answers", "active_projects"])
        await deleteRows(session, table, { tenant, project: name });
      return (await deleteRows(session, "projects", { tenant, name })) > 0;
    }),

  defaultProject: async (tenant: string): Promise<string | undefined> =>
    (await selectColumn(sql, "SELECT project FROM active_projects WHERE tenant = ?", [tenant]))[0],

  /** False if the project does not exist. */
  setDefault: (tenant: string, name: string, at: string): Promise<boolean> =>
    sql.transaction(async (session) => {
      if ((await updateRows(session, "projects", { tenant, name }, { accessed_at: at })) === 0) return false;
      await upsertRow(session, "active_projects", { tenant }, { project: name });
      return true;
    }),

  touch: (tenant: string, name: string, at: string) =>
    updateRows(sql, "projects", { tenant, name }, { accessed_at: at }),

  policy: async (tenant: string, name: string): Promise<string> =>
    (await selectColumn(sql, "SELECT policy FROM projects WHERE tenant = ? AND name = ?", [tenant, name]))[0] ?? "",

  setPolicy: (tenant: string, name: string, policy: string) =>
    updateRows(sql, "projects", { tenant, name }, { policy }),

  /** By name. */
  repositories: (tenant: string, project: string) => repositoryTable.select(sql, { tenant, project }, "ORDER BY name"),

  /** False if the name is taken or the project does not exist. */
  addRepository: (tenant: string, { project, name, path, description, at }: Repository & { readonly at: string }) =>
    sql.transaction(async (session) => {
      const existing = await session.all("SELECT name FROM projects WHERE tenant = ? AND name = ?", [tenant, project]);
      const repository = { tenant, project, name, path, description, created_at: at };
      return existing.length > 0 && insertNew(session, "repositories", repository);
    }),

  removeRepository: (tenant: string, project: string, name: string): Promise<boolean> =>
    sql.transaction(async (session) => {
      await deleteRows(session, "query_answers", { tenant, project, repository: name });
      return (await deleteRows(session, "repositories", { tenant, project, name })) > 0;
    }),
});
