import type { AppCall } from "../app.js";
import type { ProjectContext } from "../context/project-context.js";

/** Something in a repository's shared files that waits for a person's decision. */
export interface InboxEntry {
  readonly kind: "proposal" | "conflict";
  /** The skill, or the file in conflict. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly project: string;
  readonly folder: string;
  readonly at: string;
}

/** Proposals and conflicts in the repositories, in their order. */
export async function listInboxEntries(app: AppCall, folders: readonly string[]): Promise<InboxEntry[]> {
  return (await Promise.all(folders.map((folder) => entriesIn(app, folder)))).flat();
}

async function entriesIn(app: AppCall, folder: string): Promise<InboxEntry[]> {
  // The folder may be gone or not a project.
  const project = await app.context.open({ ...app.call, folder }).catch(() => undefined);
  if (!project || !(await project.manifest.read().catch(() => undefined))) return [];
  const where = { project: await project.name(), folder };
  return [...(await conflictsIn(project, where)), ...(await proposalsIn(project, where))];
}

type Where = Pick<InboxEntry, "project" | "folder">;

async function conflictsIn(project: ProjectContext, where: Where): Promise<InboxEntry[]> {
  const conflicts = (await project.pending.read().catch(() => undefined))?.conflicts ?? [];
  return conflicts
    .filter(({ resolved }) => !resolved)
    .map(({ file_path: id }) => ({
      ...{ kind: "conflict", id, title: id.split("/").at(-1) ?? id, about: "changed on both sides", ...where, at: "" },
    }));
}

async function proposalsIn(project: ProjectContext, where: Where): Promise<InboxEntry[]> {
  const skills = await project.skills.list();
  const proposals = (await Promise.all(skills.map(({ name }) => project.proposals.list(name)))).flat();
  return proposals
    .filter(({ status }) => status === "pending")
    .map(({ skill_name: id, rationale: about, created_at: at }) => ({
      ...{ kind: "proposal", id, title: `Change to ${id}`, about, ...where, at },
    }));
}
