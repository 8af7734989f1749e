import type { AppCall } from "../app.js";
import type { ProjectContext } from "../context/project-context.js";
import { type EntryToReview, listEntriesToReview } from "../context/review-entries.js";
import type { ActiveProject } from "./overview.js";

/** Something in a repository's shared files that waits for a person's decision. */
export interface InboxEntry {
  readonly kind: "proposal" | "conflict" | "outdated" | "secret";
  /** The skill, the file in conflict, or `type/key` of an entry. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly project: string;
  readonly folder: string;
  readonly at: string;
}

/** Proposals and conflicts in the repositories, in their order. */
export const listInboxEntries = async (app: AppCall, folders: readonly string[]): Promise<InboxEntry[]> =>
  (await Promise.all(folders.map((folder) => entriesIn(app, folder)))).flat();

/** Undefined where the folder is gone or not a project with a store. */
async function openStoreIn(app: AppCall, folder: string): Promise<ProjectContext | undefined> {
  const project = await app.context.open({ ...app.call, folder }).catch(() => undefined);
  return (await project?.manifest.read().catch(() => undefined)) ? project : undefined;
}

async function entriesIn(app: AppCall, folder: string): Promise<InboxEntry[]> {
  const project = await openStoreIn(app, folder);
  if (!project) return [];
  const where = { project: await project.name(), folder };
  const lists = [conflictsIn, entriesToReviewIn, proposalsIn].map((list) => list(project, where));
  return (await Promise.all(lists)).flat();
}

type Where = Pick<InboxEntry, "project" | "folder">;

async function conflictsIn(project: ProjectContext, where: Where): Promise<InboxEntry[]> {
  const conflicts = (await project.pending.read().catch(() => undefined))?.conflicts ?? [];
  return conflicts
    .filter(({ resolved }) => !resolved)
    .map(({ file_path: id }) => ({
      kind: "conflict",
      id,
      title: id.split("/").at(-1) ?? id,
      about: "changed on both sides",
      ...where,
      at: "",
    }));
}

/** Secrets first. */
async function entriesToReviewIn(project: ProjectContext, where: Where): Promise<InboxEntry[]> {
  const entries = await listEntriesToReview(project);
  const itemOf = ({ type, key, title }: EntryToReview, kind: "secret" | "outdated", about: string) => ({
    kind,
    id: `${type}/${key}`,
    title,
    about,
    ...where,
    at: "",
  });
  const noun = (type: EntryToReview["type"]) => (type === "knowledge" ? "entry" : type);
  return [
    ...entries
      .filter(({ hasSecret }) => hasSecret)
      .map((one) => itemOf(one, "secret", `this shared ${noun(one.type)} contains a secret`)),
    ...entries
      .filter(({ stale }) => stale.length > 0)
      .map((one) => itemOf(one, "outdated", `${one.stale.join(", ")} changed`)),
  ];
}

async function proposalsIn(project: ProjectContext, where: Where): Promise<InboxEntry[]> {
  const skills = await project.skills.list();
  const proposals = (await Promise.all(skills.map(({ name }) => project.proposals.list(name)))).flat();
  return proposals
    .filter(({ status }) => status === "pending")
    .map(({ skill_name: id, rationale: about, created_at: at }) => ({
      kind: "proposal",
      id,
      title: `Change to ${id}`,
      about,
      ...where,
      at,
    }));
}

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
