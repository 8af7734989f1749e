import type { Sql, SqlRow } from "../engine/sql.js";

/** Several repositories that belong together. */
export interface Project {
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly repositoryCount: number;
  readonly createdAt: string;
  readonly accessedAt: string;
}

export interface ProjectStore {
  /** By name. */
  list(tenant: string): Promise<Project[]>;
  /** False when a project of that name exists. The first project becomes the active one. */
  create(tenant: string, project: { name: string; description: string; at: string }): Promise<boolean>;
}

export function openProjectStore(sql: Sql): ProjectStore {
  return {
    async list(tenant) {
      const rows = await sql.all<ProjectRow>(
        `SELECT p.*, (SELECT count(*) FROM repositories r WHERE r.tenant = p.tenant AND r.project = p.name) AS repositories
         FROM projects p WHERE p.tenant = ? ORDER BY p.name`,
        [tenant],
      );
      return rows.map(toProject);
    },

    async create(tenant, { name, description, at }) {
      const changed = await sql.run(
        `INSERT INTO projects (tenant, name, description, active, created_at, accessed_at)
         SELECT ?, ?, ?, CASE WHEN EXISTS (SELECT 1 FROM projects WHERE tenant = ?) THEN 0 ELSE 1 END, ?, ?
         WHERE NOT EXISTS (SELECT 1 FROM projects WHERE tenant = ? AND name = ?)`,
        [tenant, name, description, tenant, at, at, tenant, name],
      );
      return changed > 0;
    },
  };
}

interface ProjectRow extends SqlRow {
  readonly name: string;
  readonly description: string;
  readonly active: number;
  readonly repositories: number;
  readonly created_at: string;
  readonly accessed_at: string;
}

const toProject = (row: ProjectRow): Project => ({
  name: row.name,
  description: row.description,
  active: Number(row.active) === 1,
  repositoryCount: Number(row.repositories),
  createdAt: row.created_at,
  accessedAt: row.accessed_at,
});
