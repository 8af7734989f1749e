import { resolve } from "node:path";
import { AppError } from "../../base/errors.js";
import type { Project, Repository } from "../../store/bridge/project-store.js";
import type { Call } from "../call.js";
import type { BridgeDeps } from "./bridge-deps.js";
import { noActiveProject, projectNotFound, refuseUnusable, repositoryNotFound } from "./bridge-errors.js";

interface NewRepository {
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly project?: string | undefined;
}

/** Conversations whose project is remembered; HTTP has no end of a conversation. */
const maxSessions = 1000;

export type Projects = ReturnType<typeof createProjects>;

/** Projects of several repositories. Each conversation has its active one; the last switch sets the default for new ones. */
export function createProjects({ projectStore: store, workingTrees, runtime }: BridgeDeps) {
  const bySession = new Map<string, string>();
  const now = () => runtime.now().toISOString();

  const projects = {
    async list(call: Call): Promise<{ projects: Project[]; active: string | null }> {
      const all = await store.list(call.tenant);
      return { projects: all, active: await activeProject(call, all) };
    },

    async create(call: Call, { name, description }: { name: string; description: string }): Promise<void> {
      validateName("project", name);
      if (await store.create(call.tenant, { name, description: description || null, at: now() })) return;
      throw new AppError("conflict", `Project '${name}' already exists.`, {
        hint: "Choose another name; `throughline project list` shows the names in use.",
        code: "PROJECT_EXISTS",
      });
    },

    async switchTo(call: Call, name: string): Promise<{ previous: string | null; repositories: Repository[] }> {
      const previous = await projects.active(call);
      await projects.resolveProject(call, name);
      // Removed meanwhile: throws like a project that does not exist.
      if (!(await store.setDefault(call.tenant, name, now()))) await projects.resolveProject(call, name);
      remember(call, name);
      return { previous, repositories: await store.repositories(call.tenant, name) };
    },

    async remove(call: Call, name: string, { force }: { force: boolean }): Promise<void> {
      const { projects: all, active } = await projects.list(call);
      await projects.resolveProject(call, name);
      if (active === name && all.length > 1 && !force) throw stillActive(name);
      await store.remove(call.tenant, name);
    },

    active: async (call: Call): Promise<string | null> => activeProject(call, await store.list(call.tenant)),

    /** The project with that name, or the active one. */
    async resolveProject(call: Call, name: string | undefined): Promise<Project> {
      const all = await store.list(call.tenant);
      const projectName = name ?? (await activeProject(call, all));
      if (projectName === null) throw noActiveProject();
      const match = all.find((one) => one.name === projectName);
      const available = all.map((one) => one.name);
      if (!match) throw projectNotFound(projectName, available);
      return match;
    },

    repositories: async (call: Call, project?: string): Promise<Repository[]> =>
      store.repositories(call.tenant, (await projects.resolveProject(call, project)).name),

    /** Of every project. */
    async everyRepository({ tenant }: Call): Promise<Repository[]> {
      const all = await store.list(tenant);
      return (await Promise.all(all.map(({ name }) => store.repositories(tenant, name)))).flat();
    },

    async repository(call: Call, name: string, project?: string): Promise<Repository> {
      const { name: inProject } = await projects.resolveProject(call, project);
      const all = await store.repositories(call.tenant, inProject);
      const repository = all.find((one) => one.name === name);
      const available = all.map((one) => one.name);
      if (!repository) throw repositoryNotFound(inProject, name, available);
      return repository;
    },

    /** The same, whose folder can be used. */
    async usableRepository(call: Call, name: string, project?: string, access?: "write"): Promise<Repository> {
      const repository = await projects.repository(call, name, project);
      await refuseUnusable(workingTrees, repository.path, access);
      return repository;
    },

    async addRepository(call: Call, { name, path, description, project }: NewRepository): Promise<Repository> {
      validateName("repository", name);
      const { name: inProject } = await projects.resolveProject(call, project);
      const absolute = resolve(call.folder, path);
      await refuseUnusable(workingTrees, absolute);
      const added = { project: inProject, name, path: absolute, description: description || null };
      if (await store.addRepository(call.tenant, { ...added, at: now() })) return added;
      await projects.resolveProject(call, inProject);
      throw new AppError("conflict", `Project '${inProject}' already has a repository '${name}'.`, {
        code: "REPO_EXISTS",
        hint: "Choose another name, or remove that one first.",
      });
    },

    async removeRepository(call: Call, name: string, project?: string): Promise<void> {
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

/** What the record of a run says about where it worked, and on what. */
export const runFacts = ({ project, name, path }: Repository, request: string) => {
  return { project, repository: name, path, request };
};

function validateName(kind: string, name: string): void {
  if (/^[\p{L}\p{N}_.-]{1,100}$/u.test(name) && !/^[.-]/.test(name)) return;
  throw new AppError("invalid", `Invalid ${kind} name: '${name}'.`, { hint: "Use letters, digits, - and _." });
}

const stillActive = (name: string) =>
  new AppError("conflict", `'${name}' is the active project.`, {
    hint: "Switch to another project first, or add --force.",
    code: "PROJECT_ACTIVE",
  });
