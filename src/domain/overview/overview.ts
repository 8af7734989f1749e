import { daysBefore } from "../../base/days.js";
import type { Runtime } from "../../base/runtime.js";
import type {
  DayCount,
  FileSessionRow,
  FileUseCount,
  SessionFilter,
  SessionPages,
  TokenCount,
} from "../../store/archive/session-pages.js";
import type { Session } from "../../store/archive/session-store.js";
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

export interface NamedSessions {
  readonly sessions: readonly (Session & { readonly name: string })[];
  readonly total: number;
}

/** Projects, sessions and activity across agents, for the web UI. */
export interface Overview {
  /** Newest first. */
  projects(call: Call): Promise<ActiveProject[]>;
  sessions(call: Call, filter: SessionFilter, offset: number, limit: number): Promise<NamedSessions>;
  activity(call: Call, days: number): Promise<DayCount[]>;
  tokens(call: Call, days: number): Promise<TokenCount[]>;
  /** The agent of each session, by session id. */
  agentsOf(call: Call, sessions: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The busiest files of a project whose path contains `part`. */
  busiestFiles(call: Call, project: string, part: string, limit: number): Promise<FileUseCount[]>;
  /** The sessions that touched any of the files, the newest first. */
  sessionsOfFiles(call: Call, project: string, paths: readonly string[], limit: number): Promise<FileSessionRow[]>;
}

interface Deps {
  readonly pages: SessionPages;
  readonly projectRegistry: ProjectRegistry;
  readonly runtime: Runtime;
}

/** The list of projects is cached this long: every view needs it, and it reads every session. */
const cacheMs = 3000;

export function createOverview({ pages, projectRegistry, runtime }: Deps): Overview {
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

  return {
    projects({ tenant }) {
      const nowMs = runtime.now().getTime();
      const last = cache.get(tenant);
      if (last && nowMs < last.untilMs) return last.projects;
      const projects = listProjects(tenant);
      cache.set(tenant, { untilMs: nowMs + cacheMs, projects });
      projects.catch(() => cache.delete(tenant));
      return projects;
    },

    async sessions({ tenant }, filter, offset, limit) {
      const [sessions, total] = [await pages.page(tenant, filter, offset, limit), await pages.count(tenant, filter)];
      const nameById = await names(tenant);
      return { sessions: sessions.map((one) => ({ ...one, name: nameById.get(one.project) ?? one.project })), total };
    },

    activity: ({ tenant }, days) => pages.byDay(tenant, daysBefore(runtime.now(), days).slice(0, 10)),
    tokens: ({ tenant }, days) => pages.tokens(tenant, daysBefore(runtime.now(), days).slice(0, 10)),

    agentsOf: ({ tenant }, sessions) => pages.agentsOf(tenant, [...new Set(sessions)]),
    busiestFiles: ({ tenant }, project, part, limit) => pages.busiestFiles(tenant, project, part, limit),
    sessionsOfFiles: ({ tenant }, project, paths, limit) => pages.sessionsOfFiles(tenant, project, paths, limit),
  };
}
