import type { AppCall } from "../app.js";
import { conflictsIn, type InboxEntry, openStoreIn, proposalsIn } from "./inbox.js";
import type { ActiveProject } from "./overview.js";

/** Only the latest projects are checked. */
const maxProjects = 20;

type ProjectFolder = Pick<ActiveProject, "name" | "folder">;

/** Current tasks and items that need review, across the latest projects. */
export async function findOpenWork(app: AppCall, projects: readonly ActiveProject[]) {
  const latest: readonly ProjectFolder[] = projects.slice(0, maxProjects);
  const { folder } = app.call;
  const isListed = latest.some((one) => one.folder === folder);
  const folders = isListed ? latest : [...latest, { name: "", folder }];
  const reports = (await Promise.all(folders.map((one) => inspectProject(app, one)))).flat();
  const { memories, total } = await app.memories.list(app.call, { state: "candidate", limit: 1, offset: 0 });
  return {
    work: reports.flatMap(({ work }) => work),
    review: [
      ...reports.flatMap(({ review }) => review),
      ...memories.map(({ title }) => ({ kind: "memory" as const, project: "", folder: "", count: total, title })),
    ],
  };
}

async function inspectProject(app: AppCall, { name, folder }: ProjectFolder) {
  const project = await openStoreIn(app, folder);
  if (!project) return [];
  const where = { project: name || (await project.name()), folder };
  const { current_task: task, blockers, updated_at: updatedAt } = await project.state.read();
  const isOpen = task !== "" || blockers.length > 0;
  const work = isOpen ? [{ ...where, task, blockers, updatedAt }] : [];
  const review = [...countItems(await proposalsIn(project, where)), ...countItems(await conflictsIn(project, where))];
  return [{ work, review }];
}

/** Entries of one kind as one item, named after the first. */
function countItems(entries: readonly InboxEntry[]) {
  const [first] = entries;
  if (first?.kind !== "proposal" && first?.kind !== "conflict") return [];
  const { kind, project, folder, id: title } = first;
  return [{ kind, project, folder, count: entries.length, title }];
}
