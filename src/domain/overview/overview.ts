import { daysBefore } from "../../base/days.js";
import type { Runtime } from "../../base/runtime.js";
import type { DayCount, SessionFilter, SessionPages } from "../../store/archive/session-pages.js";
import type { Session } from "../../store/archive/session-store.js";
import type { Call } from "../call.js";
import type { ProjectRegistry } from "../identity/project-registry.js";

export interface WorkedProject {
  readonly id: string;
  readonly name: string;
  /** Where it was last worked on. */
  readonly folder: string;
  readonly sessions: number;
  readonly lastAt: string;
}

export interface LeafedSessions {
  readonly sessions: readonly (Session & { readonly name: string })[];
  readonly total: number;
}

/** What a person looks at who wants to see everything, across projects and agents. */
export interface Overview {
  /** The newest first. */
  projects(call: Call): Promise<WorkedProject[]>;
  sessions(call: Call, filter: SessionFilter, offset: number, limit: number): Promise<LeafedSessions>;
  activity(call: Call, days: number): Promise<DayCount[]>;
  /** Which agent each of the sessions is of. */
  agentsOf(call: Call, sessions: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Deps {
  readonly pages: SessionPages;
  readonly projectRegistry: ProjectRegistry;
  readonly runtime: Runtime;
}

/** How long the list of projects is believed: it is asked for with every view, and takes in every session. */
const rememberedMs = 3000;

export function createOverview({ pages, projectRegistry, runtime }: Deps): Overview {
  const remembered = new Map<string, { readonly untilMs: number; readonly projects: Promise<WorkedProject[]> }>();

  const names = async (tenant: string): Promise<ReadonlyMap<string, string>> =>
    new Map((await projectRegistry.list(tenant)).map(({ id, name }) => [id, name]));

  const listProjects = async (tenant: string): Promise<WorkedProject[]> => {
    const known = await names(tenant);
    const byId = new Map<string, WorkedProject>();
    for (const { project: id, folder, sessions, lastAt } of await pages.folders(tenant)) {
      const sofar = byId.get(id) ?? { id, name: known.get(id) ?? id, folder, sessions: 0, lastAt };
      byId.set(id, { ...sofar, sessions: sofar.sessions + sessions });
    }
    return [...byId.values()];
  };

  return {
    projects({ tenant }) {
      const nowMs = runtime.now().getTime();
      const last = remembered.get(tenant);
      if (last && nowMs < last.untilMs) return last.projects;
      const projects = listProjects(tenant);
      remembered.set(tenant, { untilMs: nowMs + rememberedMs, projects });
      projects.catch(() => remembered.delete(tenant));
      return projects;
    },

    async sessions({ tenant }, filter, offset, limit) {
      const [found, total] = [await pages.page(tenant, filter, offset, limit), await pages.count(tenant, filter)];
      const known = await names(tenant);
      return { sessions: found.map((one) => ({ ...one, name: known.get(one.project) ?? one.project })), total };
    },

    activity: ({ tenant }, days) => pages.byDay(tenant, daysBefore(runtime.now(), days).slice(0, 10)),

    agentsOf: ({ tenant }, sessions) => pages.agentsOf(tenant, [...new Set(sessions)]),
  };
}
