import { resolve } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { WorkingTrees } from "../../engine/working-trees.js";
import type { Project, ProjectStore, Repository } from "../../store/bridge/project-store.js";
import type { Call } from "../call.js";
import { noActiveProject, pathProblem, projectNotFound, repositoryNotFound } from "./bridge-errors.js";

/** Projects of several repositories. The active one belongs to the conversation, and the last choice is everybody's default. */
export interface Projects {
  list(call: Call): Promise<{ projects: Project[]; active: string | null }>;
  create(call: Call, project: { name: string; description: string }): Promise<void>;
  switchTo(call: Call, name: string): Promise<{ previous: string | null; repositories: Repository[] }>;
  remove(call: Call, name: string, options: { force: boolean }): Promise<void>;
  active(call: Call): Promise<string | null>;
  /** The project that is meant: the one named, or the active one. */
  named(call: Call, name: string | undefined): Promise<Project>;
  repositories(call: Call, project?: string): Promise<Repository[]>;
  repository(call: Call, name: string, project?: string): Promise<Repository>;
  addRepository(call: Call, repository: NewRepository): Promise<Repository>;
  removeRepository(call: Call, name: string, project?: string): Promise<void>;
}

interface NewRepository {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly project?: string | undefined;
}

/** Conversations remembered at once; over HTTP they come and go. */
const maxSessions = 1000;

export function createProjects(parts: { store: ProjectStore; workingTrees: WorkingTrees; runtime: Runtime }): Projects {
  const { store, workingTrees, runtime } = parts;
  const bySession = new Map<string, string>();
  const now = () => runtime.now().toISOString();

  const projects: Projects = {
    async list(call) {
      const all = await store.list(call.tenant);
      return { projects: all, active: await activeOf(call, all) };
    },

    async create(call, { name, description }) {
      refuseName("project", name);
      if (await store.create(call.tenant, { name, description: description || null, at: now() })) return;
      throw new AppError("conflict", `Project '${name}' already exists.`, {
        hint: "Choose another name; `throughline project list` shows the names in use.",
        code: "PROJECT_EXISTS",
      });
    },

    async switchTo(call, name) {
      const previous = await projects.active(call);
      await projects.named(call, name);
      // Removed meanwhile: then it is said as if it had been gone before.
      if (!(await store.setDefault(call.tenant, name, now()))) await projects.named(call, name);
      remember(call, name);
      return { previous, repositories: await store.repositories(call.tenant, name) };
    },

    async remove(call, name, { force }) {
      const { projects: all, active } = await projects.list(call);
      await projects.named(call, name);
      if (active === name && all.length > 1 && !force) throw stillActive(name);
      await store.remove(call.tenant, name);
    },

    active: async (call) => activeOf(call, await store.list(call.tenant)),

    async named(call, name) {
      const all = await store.list(call.tenant);
      const wanted = name ?? (await activeOf(call, all));
      if (wanted === null) throw noActiveProject();
      const found = all.find((one) => one.name === wanted);
      const available = all.map((one) => one.name);
      if (!found) throw projectNotFound(wanted, available);
      return found;
    },

    async repositories(call, project) {
      return store.repositories(call.tenant, (await projects.named(call, project)).name);
    },

    async repository(call, name, project) {
      const { name: inProject } = await projects.named(call, project);
      const all = await store.repositories(call.tenant, inProject);
      const found = all.find((one) => one.name === name);
      const available = all.map((one) => one.name);
      if (!found) throw repositoryNotFound(inProject, name, available);
      return found;
    },

    async addRepository(call, { name, path, description, project }) {
      refuseName("repository", name);
      const { name: inProject } = await projects.named(call, project);
      const absolute = resolve(call.folder, path);
      const problem = pathProblem(absolute, await workingTrees.check(absolute));
      if (problem) throw problem;
      const added = { project: inProject, name, path: absolute, description: description || null };
      if (await store.addRepository(call.tenant, { ...added, at: now() })) return added;
      await projects.named(call, inProject);
      throw new AppError("conflict", `Project '${inProject}' already has a repository '${name}'.`, {
        code: "REPO_EXISTS",
        hint: "Choose another name, or remove that one first.",
      });
    },

    async removeRepository(call, name, project) {
      const found = await projects.repository(call, name, project);
      await store.removeRepository(call.tenant, found.project, name);
    },
  };
  return projects;

  /** A conversation keeps the project it began with: another client's switch does not pull it away. */
  async function activeOf(call: Call, all: readonly Project[]): Promise<string | null> {
    const own = call.session === undefined ? undefined : bySession.get(call.session);
    const wanted = own ?? (await store.defaultProject(call.tenant));
    if (wanted === undefined || !all.some(({ name }) => name === wanted)) return null;
    if (own === undefined) remember(call, wanted);
    return wanted;
  }

  function remember(call: Call, name: string): void {
    if (call.session === undefined) return;
    bySession.delete(call.session);
    bySession.set(call.session, name);
    if (bySession.size > maxSessions) bySession.delete(bySession.keys().next().value ?? "");
  }
}

function refuseName(kind: string, name: string): void {
  if (/^[\p{L}\p{N}_.-]{1,100}$/u.test(name) && !/^[.-]/.test(name)) return;
  throw new AppError("invalid", `Invalid ${kind} name: '${name}'.`, {
    hint: "Use letters, digits, - and _.",
  });
}

const stillActive = (name: string) =>
  new AppError("conflict", `'${name}' is the active project.`, {
    hint: "Switch to another project first, or add --force.",
    code: "PROJECT_ACTIVE",
  });
