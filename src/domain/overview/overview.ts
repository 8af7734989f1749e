import { daysBefore } from "../../base/days.js";
import type { Runtime } from "../../base/runtime.js";
import type { SessionFilter, SessionPages } from "../../store/archive/session-pages.js";
import type { Call } from "../call.js";
import type { ProjectRegistry } from "../identity/project-registry.js";

export interface ActiveProject {
  readonly id: string;
  readonly name: string;
  /** Folder of its latest session. */
  readonly folder: string;
  readonly sessions: number;
  readonly lastAt: string;
}

interface Deps {
  readonly pages: SessionPages;
  readonly projectRegistry: ProjectRegistry;
  readonly runtime: Runtime;
}

/** The list of projects is cached this long: every view needs it, and it reads every session. */
const cacheMs = 3000;

/** Projects, sessions and activity across agents, for the web UI. */
export type Overview = ReturnType<typeof createOverview>;

export function createOverview({ pages, projectRegistry, runtime }: Deps) {
  const cache = new Map<string, { readonly untilMs: number; readonly projects: Promise<ActiveProject[]> }>();

  const names = async (tenant: string): Promise<ReadonlyMap<string, string>> =>
    new Map((await projectRegistry.list(tenant)).map(({ id, name }) => [id, name]));

  const listProjects = async (tenant: string): Promise<ActiveProject[]> => {
    const nameById = await names(tenant);
    const byId = new Map<string, ActiveProject>();
    for (const { project: id, folder, sessions, lastAt } of await pages.folders(tenant)) {
      const project = byId.get(id) ?? { id, name: nameById.get(id) ?? id, folder, sessions: 0, lastAt };
      byId.set(id, { ...project, sessions: project.sessions + sessions });
    }
    return [...byId.values()];
  };

  const firstDay = (days: number) => daysBefore(runtime.now(), days).slice(0, 10);

  return {
    /** Newest first. */
    projects({ tenant }: Call): Promise<ActiveProject[]> {
      const nowMs = runtime.now().getTime();
      const last = cache.get(tenant);
      if (last && nowMs < last.untilMs) return last.projects;
      const projects = listProjects(tenant);
      cache.set(tenant, { untilMs: nowMs + cacheMs, projects });
      projects.catch(() => cache.delete(tenant));
      return projects;
    },

    async sessions({ tenant }: Call, filter: SessionFilter, offset: number, limit: number) {
      const [sessions, total] = [await pages.page(tenant, filter, offset, limit), await pages.count(tenant, filter)];
      const nameById = await names(tenant);
      return { sessions: sessions.map((one) => ({ ...one, name: nameById.get(one.project) ?? one.project })), total };
    },

    activity: ({ tenant }: Call, days: number) => pages.byDay(tenant, firstDay(days)),
    tokens: ({ tenant }: Call, days: number) => pages.tokens(tenant, firstDay(days)),

    /** The agent of each session, by session id. */
    agentsOf: ({ tenant }: Call, sessions: readonly string[]) => pages.agentsOf(tenant, [...new Set(sessions)]),
    /** The busiest files of a project whose path contains `part`. */
    busiestFiles: ({ tenant }: Call, project: string, part: string, limit: number) =>
      pages.busiestFiles(tenant, project, part, limit),
    /** The sessions that touched any of the files, the newest first. */
    sessionsOfFiles: ({ tenant }: Call, project: string, paths: readonly string[], limit: number) =>
      pages.sessionsOfFiles(tenant, project, paths, limit),
  };
}
