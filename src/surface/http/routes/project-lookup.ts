import type { SurfaceCall } from "../../../domain/surface-app.js";

/** Names and folders of projects, by the id or name that records have. */
export type ProjectLookup = Awaited<ReturnType<typeof loadProjectLookup>>;

/** Without folders, which take longer: they are those of sessions. */
export async function loadProjectNames(app: SurfaceCall): Promise<(project: string) => string> {
  const names = new Map((await app.projectRegistry.list(app.call.tenant)).map(({ id, name }) => [id, name]));
  return (project) => names.get(project) ?? project.split("/").at(-1) ?? project;
}

export async function loadProjectLookup(app: SurfaceCall) {
  const [recent, nameOf] = await Promise.all([app.overview.projects(app.call), loadProjectNames(app)]);
  const folders = new Map(
    recent.toReversed().flatMap(({ id, name, folder }) => [[name, folder] as const, [id, folder]]),
  );
  return { nameOf, folderOf: (project: string) => folders.get(project) };
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
