import { resolve } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Project, Repository } from "../../store/bridge/project-store.js";
import type { Call } from "../call.js";
import type { BridgeDeps } from "./bridge-deps.js";
import { noActiveProject, pathProblem, projectNotFound, repositoryNotFound } from "./bridge-errors.js";

/** Projects of several repositories. Each conversation has its active one; the last switch sets the default for new ones. */
export interface Projects {
  list(call: Call): Promise<{ projects: Project[]; active: string | null }>;
  create(call: Call, project: { name: string; description: string }): Promise<void>;
  switchTo(call: Call, name: string): Promise<{ previous: string | null; repositories: Repository[] }>;
  remove(call: Call, name: string, options: { force: boolean }): Promise<void>;
  active(call: Call): Promise<string | null>;
  /** The project with that name, or the active one. */
  resolveProject(call: Call, name: string | undefined): Promise<Project>;
  repositories(call: Call, project?: string): Promise<Repository[]>;
  /** Of every project. */
  everyRepository(call: Call): Promise<Repository[]>;
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

/** Conversations whose project is remembered; HTTP has no end of a conversation. */
const maxSessions = 1000;

export function createProjects({ projectStore: store, workingTrees, runtime }: BridgeDeps): Projects {
  const bySession = new Map<string, string>();
  const now = () => runtime.now().toISOString();

  const projects: Projects = {
    async list(call) {
      const all = await store.list(call.tenant);
      return { projects: all, active: await activeProject(call, all) };
    },

    async create(call, { name, description }) {
      validateName("project", name);
      if (await store.create(call.tenant, { name, description: description || null, at: now() })) return;
      throw new AppError("conflict", `Project '${name}' already exists.`, {
        hint: "Choose another name; `throughline project list` shows the names in use.",
        code: "PROJECT_EXISTS",
      });
    },

    async switchTo(call, name) {
      const previous = await projects.active(call);
      await projects.resolveProject(call, name);
      // Removed meanwhile: throws like a project that does not exist.
      if (!(await store.setDefault(call.tenant, name, now()))) await projects.resolveProject(call, name);
      remember(call, name);
      return { previous, repositories: await store.repositories(call.tenant, name) };
    },

    async remove(call, name, { force }) {
      const { projects: all, active } = await projects.list(call);
      await projects.resolveProject(call, name);
      if (active === name && all.length > 1 && !force) throw stillActive(name);
      await store.remove(call.tenant, name);
    },

    active: async (call) => activeProject(call, await store.list(call.tenant)),

    async resolveProject(call, name) {
      const all = await store.list(call.tenant);
      const projectName = name ?? (await activeProject(call, all));
      if (projectName === null) throw noActiveProject();
      const match = all.find((one) => one.name === projectName);
      const available = all.map((one) => one.name);
      if (!match) throw projectNotFound(projectName, available);
      return match;
    },

    repositories: async (call, project) =>
      store.repositories(call.tenant, (await projects.resolveProject(call, project)).name),

    async everyRepository({ tenant }) {
      const all = await store.list(tenant);
      return (await Promise.all(all.map(({ name }) => store.repositories(tenant, name)))).flat();
    },

    async repository(call, name, project) {
      const { name: inProject } = await projects.resolveProject(call, project);
      const all = await store.repositories(call.tenant, inProject);
      const repository = all.find((one) => one.name === name);
      const available = all.map((one) => one.name);
      if (!repository) throw repositoryNotFound(inProject, name, available);
      return repository;
    },

    async addRepository(call, { name, path, description, project }) {
      validateName("repository", name);
      const { name: inProject } = await projects.resolveProject(call, project);
      const absolute = resolve(call.folder, path);
      const problem = pathProblem(absolute, await workingTrees.check(absolute));
      if (problem) throw problem;
      const added = { project: inProject, name, path: absolute, description: description || null };
      if (await store.addRepository(call.tenant, { ...added, at: now() })) return added;
      await projects.resolveProject(call, inProject);
      throw new AppError("conflict", `Project '${inProject}' already has a repository '${name}'.`, {
        code: "REPO_EXISTS",
        hint: "Choose another name, or remove that one first.",
      });
    },

    async removeRepository(call, name, project) {
      const repository = await projects.repository(call, name, project);
      await store.removeRepository(call.tenant, repository.project, name);
    },
  };
  return projects;

  /** A conversation keeps its project when another client switches. */
  async function activeProject(call: Call, all: readonly Project[]): Promise<string | null> {
    const own = call.session === undefined ? undefined : bySession.get(call.session);
    const projectName = own ?? (await store.defaultProject(call.tenant));
    if (projectName === undefined || !all.some(({ name }) => name === projectName)) return null;
    if (own === undefined) remember(call, projectName);
    return projectName;
  }

  function remember(call: Call, name: string): void {
    if (call.session === undefined) return;
    bySession.delete(call.session);
    bySession.set(call.session, name);
    if (bySession.size > maxSessions) bySession.delete(bySession.keys().next().value ?? "");
  }
}

function validateName(kind: string, name: string): void {
  if (/^[\p{L}\p{N}_.-]{1,100}$/u.test(name) && !/^[.-]/.test(name)) return;
  throw new AppError("invalid", `Invalid ${kind} name: '${name}'.`, { hint: "Use letters, digits, - and _." });
}

const stillActive = (name: string) =>
  new AppError("conflict", `'${name}' is the active project.`, {
    hint: "Switch to another project first, or add --force.",
    code: "PROJECT_ACTIVE",
  });
