import type { AppCall } from "../app.js";
import { conflictsIn, type InboxEntry, openStoreIn, proposalsIn } from "./inbox.js";
import type { ActiveProject } from "./overview.js";

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

/** Only the latest projects are checked. */
const maxProjects = 20;

interface ProjectFolder {
  readonly name: string;
  readonly folder: string;
}

/** Current tasks and items that need review, across the latest projects. */
export async function findOpenWork(
  app: AppCall,
  projects: readonly ActiveProject[],
): Promise<{ work: OpenWork[]; review: ReviewItem[] }> {
  const folders = withFolder(projects.slice(0, maxProjects), app.call.folder);
  const reports = await Promise.all(folders.map((folder) => inspectProject(app, folder)));
  const memories = await app.memories.list(app.call, { state: "candidate", limit: 1, offset: 0 });
  const first = memories.memories[0];
  return {
    work: reports.flatMap(({ work }) => work),
    review: [
      ...reports.flatMap(({ review }) => review),
      ...(first
        ? [{ kind: "memory" as const, project: "", folder: "", count: memories.total, title: first.title }]
        : []),
    ],
  };
}

function withFolder(projects: readonly ActiveProject[], folder: string): ProjectFolder[] {
  const isKnown = projects.some((one) => one.folder === folder);
  return isKnown ? [...projects] : [...projects, { name: "", folder }];
}

async function inspectProject(
  app: AppCall,
  { name, folder }: ProjectFolder,
): Promise<{ work: OpenWork[]; review: ReviewItem[] }> {
  const project = await openStoreIn(app, folder);
  if (!project) return { work: [], review: [] };
  const where = { project: name || (await project.name()), folder };
  const state = await project.state.read();
  const isOpen = state.current_task !== "" || state.blockers.length > 0;
  return {
    work: isOpen ? [{ ...where, task: state.current_task, blockers: state.blockers, updatedAt: state.updated_at }] : [],
    review: [...countItems(await proposalsIn(project, where)), ...countItems(await conflictsIn(project, where))],
  };
}

/** Entries of one kind as one item, named after the first. */
function countItems(entries: readonly InboxEntry[]): ReviewItem[] {
  const [first] = entries;
  if (first?.kind !== "proposal" && first?.kind !== "conflict") return [];
  const { kind, project, folder, id: title } = first;
  return [{ kind, project, folder, count: entries.length, title }];
}
