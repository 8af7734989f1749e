import type { Sql, SqlRow } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";

/** A group of repositories. */
export interface Project {
  readonly name: string;
  readonly description: string | null;
  readonly repositoryCount: number;
  readonly createdAt: string;
  readonly accessedAt: string;
}

export interface Repository {
  readonly project: string;
  readonly name: string;
  readonly path: string;
  readonly description: string | null;
}

interface NewProject {
  readonly name: string;
  readonly description: string | null;
  readonly at: string;
}

/** Projects, their repositories and the default project. */
export type ProjectStore = ReturnType<typeof openProjectStore>;

export function openProjectStore(sql: Sql) {
  return {
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
    create: (tenant: string, { name, description, at }: NewProject): Promise<boolean> =>
      sql.transaction(async (session) => {
        const existing = await session.all("SELECT name FROM projects WHERE tenant = ? AND name = ?", [tenant, name]);
        if (existing.length > 0) return false;
        await session.run(
          `INSERT INTO projects (tenant, name, description, policy, created_at, accessed_at) VALUES (?, ?, ?, '', ?, ?)`,
          [tenant, name, description, at, at],
        );
        await session.run(
          "INSERT INTO active_projects (tenant, project) VALUES (?, ?) ON CONFLICT (tenant) DO NOTHING",
          [tenant, name],
        );
        return true;
      }),

    /** Deletes the project with its repositories, answers and policy; its runs stay recorded. */
    remove: (tenant: string, name: string): Promise<boolean> =>
      sql.transaction(async (session) => {
        const removed = await session.run("DELETE FROM projects WHERE tenant = ? AND name = ?", [tenant, name]);
        for (const table of ["repositories", "query_answers", "active_projects"]) {
          await session.run(`DELETE FROM ${table} WHERE tenant = ? AND project = ?`, [tenant, name]);
        }
        return removed > 0;
      }),

    async defaultProject(tenant: string): Promise<string | undefined> {
      const rows = await sql.all<{ project: string }>("SELECT project FROM active_projects WHERE tenant = ?", [tenant]);
      return rows[0]?.project;
    },

    /** False if the project does not exist. */
    setDefault: (tenant: string, name: string, at: string): Promise<boolean> =>
      sql.transaction(async (session) => {
        const update = "UPDATE projects SET accessed_at = ? WHERE tenant = ? AND name = ?";
        if ((await session.run(update, [at, tenant, name])) === 0) return false;
        await session.run(
          `INSERT INTO active_projects (tenant, project) VALUES (?, ?)
           ON CONFLICT (tenant) DO UPDATE SET project = excluded.project`,
          [tenant, name],
        );
        return true;
      }),

    async touch(tenant: string, name: string, at: string): Promise<void> {
      await sql.run("UPDATE projects SET accessed_at = ? WHERE tenant = ? AND name = ?", [at, tenant, name]);
    },

    async policy(tenant: string, name: string): Promise<string> {
      const text = "SELECT policy FROM projects WHERE tenant = ? AND name = ?";
      return (await sql.all<{ policy: string }>(text, [tenant, name]))[0]?.policy ?? "";
    },

    async setPolicy(tenant: string, name: string, policy: string): Promise<void> {
      await sql.run("UPDATE projects SET policy = ? WHERE tenant = ? AND name = ?", [policy, tenant, name]);
    },

    /** By name. */
    repositories(tenant: string, project: string): Promise<Repository[]> {
      const text = `SELECT project, name, path, description FROM repositories
                    WHERE tenant = ? AND project = ? ORDER BY name`;
      return sql.all<Repository & SqlRow>(text, [tenant, project]);
    },

    /** False if the name is taken or the project does not exist. */
    addRepository: (
      tenant: string,
      { project, name, path, description, at }: Repository & { at: string },
    ): Promise<boolean> =>
      sql.transaction(async (session) => {
        const existing = await session.all("SELECT name FROM projects WHERE tenant = ? AND name = ?", [
          tenant,
          project,
        ]);
        if (existing.length === 0) return false;
        const added = await session.run(
          `INSERT INTO repositories (tenant, project, name, path, description, created_at) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (tenant, project, name) DO NOTHING`,
          [tenant, project, name, path, description, at],
        );
        return added > 0;
      }),

    removeRepository: (tenant: string, project: string, name: string): Promise<boolean> =>
      sql.transaction(async (session) => {
        const key = [tenant, project, name];
        await session.run("DELETE FROM query_answers WHERE tenant = ? AND project = ? AND repository = ?", key);
        return (await session.run("DELETE FROM repositories WHERE tenant = ? AND project = ? AND name = ?", key)) > 0;
      }),
  };
}

const table = recordTable<Project>({
  name: "text",
  description: "text",
  repositoryCount: ["number", "repositories"],
  createdAt: "text",
  accessedAt: "text",
});
