import type { AppCall } from "../app.js";
import type { ProjectContext } from "../context/project-context.js";
import type { WorkedProject } from "./overview.js";

export interface OpenWork {
  readonly project: string;
  readonly folder: string;
  readonly task: string;
  readonly blockers: readonly string[];
  readonly updatedAt: string;
}

export interface ReviewItem {
  readonly kind: "memory" | "proposal" | "conflict";
  readonly project: string;
  readonly folder: string;
  readonly count: number;
  readonly title: string;
}

/** Older projects are looked into when somebody opens them. */
const maxProjects = 20;

interface Place {
  readonly name: string;
  readonly folder: string;
}

/** What is being worked on and what waits for a person, across the projects that were worked on lately. */
export async function findOpenWork(
  app: AppCall,
  projects: readonly WorkedProject[],
): Promise<{ work: OpenWork[]; review: ReviewItem[] }> {
  const places = withFolder(projects.slice(0, maxProjects), app.call.folder);
  const found = await Promise.all(places.map((place) => lookInto(app, place)));
  const memories = await app.memories.list(app.call, { state: "candidate", limit: 1, offset: 0 });
  const first = memories.memories[0];
  return {
    work: found.flatMap(({ work }) => work),
    review: [
      ...found.flatMap(({ review }) => review),
      ...(first
        ? [{ kind: "memory" as const, project: "", folder: "", count: memories.total, title: first.title }]
        : []),
    ],
  };
}

function withFolder(projects: readonly WorkedProject[], folder: string): Place[] {
  const isKnown = projects.some((one) => one.folder === folder);
  return isKnown ? [...projects] : [...projects, { name: "", folder }];
}

async function lookInto(app: AppCall, { name, folder }: Place): Promise<{ work: OpenWork[]; review: ReviewItem[] }> {
  // A folder may be gone, or be no project: then it has nothing to tell.
  const project = await app.context.open({ ...app.call, folder }).catch(() => undefined);
  if (!project || !(await project.manifest.read().catch(() => undefined))) return { work: [], review: [] };
  const where = { project: name || (await project.name()), folder };
  const state = await project.state.read();
  const isOpen = state.current_task !== "" || state.blockers.length > 0;
  return {
    work: isOpen ? [{ ...where, task: state.current_task, blockers: state.blockers, updatedAt: state.updated_at }] : [],
    review: [...(await proposalsOf(project, where)), ...(await conflictsOf(project, where))],
  };
}

type Where = Pick<ReviewItem, "project" | "folder">;

async function proposalsOf(project: ProjectContext, where: Where): Promise<ReviewItem[]> {
  const skills = await project.skills.list();
  const proposals = (await Promise.all(skills.map(({ name }) => project.proposals.list(name)))).flat();
  const pending = proposals.filter(({ status }) => status === "pending");
  const first = pending[0];
  return first ? [{ kind: "proposal", ...where, count: pending.length, title: first.skill_name }] : [];
}

async function conflictsOf(project: ProjectContext, where: Where): Promise<ReviewItem[]> {
  const open = (await project.pending.read())?.conflicts.filter(({ resolved }) => !resolved) ?? [];
  const first = open[0];
  return first ? [{ kind: "conflict", ...where, count: open.length, title: first.file_path }] : [];
}
