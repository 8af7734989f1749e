import type { SurfaceCall } from "../../../domain/surface-app.js";

/** Names and folders of projects, by the id or name that records have. */
export type ProjectLookup = Awaited<ReturnType<typeof loadProjectLookup>>;

export async function loadProjectLookup(app: SurfaceCall) {
  const [recent, all] = await Promise.all([app.overview.projects(app.call), app.projectRegistry.list(app.call.tenant)]);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const folders = new Map(
    recent.toReversed().flatMap(({ id, name, folder }) => [[name, folder] as const, [id, folder]]),
  );
  return {
    nameOf: (project: string) => names.get(project) ?? project.split("/").at(-1) ?? project,
    folderOf: (project: string) => folders.get(project),
  };
}

/** Folders with sessions, and repositories of projects. */
export async function listKnownFolders(app: SurfaceCall): Promise<ReadonlySet<string>> {
  const projects = await app.overview.projects(app.call);
  const { projects: linked } = await app.bridge.projects.list(app.call);
  const repositories = await Promise.all(
    linked.map(({ name }) => app.bridge.projects.repositories(app.call, name).catch(() => [])),
  );
  return new Set([...projects.map(({ folder }) => folder), ...repositories.flat().map(({ path }) => path)]);
}

const maxRepositories = 60;

/** The folders whose shared files the page may show, that of the call first. */
export const foldersOf = async (app: SurfaceCall): Promise<string[]> =>
  [...new Set([app.call.folder, ...(await listKnownFolders(app))])].slice(0, maxRepositories);
