import type { SurfaceCall } from "../../../domain/surface-app.js";

/** Names and folders of projects, by the id or name that records have. */
export interface ProjectLookup {
  nameOf(project: string): string;
  folderOf(project: string): string | undefined;
}

export async function loadProjectLookup(app: SurfaceCall): Promise<ProjectLookup> {
  const [recent, all] = await Promise.all([app.overview.projects(app.call), app.projectRegistry.list(app.call.tenant)]);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const folders = new Map(
    recent.toReversed().flatMap(({ id, name, folder }) => [[name, folder] as const, [id, folder]]),
  );
  return {
    nameOf: (project) => names.get(project) ?? project.split("/").at(-1) ?? project,
    folderOf: (project) => folders.get(project),
  };
}
