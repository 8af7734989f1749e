import type { SurfaceCall } from "../../../domain/surface-app.js";

/** What people call projects, and where their files are, by the key or the name that records carry. */
export interface ProjectPlaces {
  nameOf(project: string): string;
  folderOf(project: string): string | undefined;
}

export async function findProjectPlaces(app: SurfaceCall): Promise<ProjectPlaces> {
  const [worked, known] = await Promise.all([
    app.overview.projects(app.call),
    app.projectRegistry.list(app.call.tenant),
  ]);
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const folders = new Map(
    worked.toReversed().flatMap(({ id, name, folder }) => [[name, folder] as const, [id, folder]]),
  );
  return {
    nameOf: (project) => names.get(project) ?? project.split("/").at(-1) ?? project,
    folderOf: (project) => folders.get(project),
  };
}
