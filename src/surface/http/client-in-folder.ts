import { AppError } from "../../base/errors.js";
import type { SurfaceApp, SurfaceCall } from "../../domain/surface-app.js";
import { type Client, openCall } from "../open-call.js";

/**
 * The client with the folder that the page names. Only folders with sessions and repositories of projects are allowed: a
 * page must not make the server read other folders.
 */
export async function clientInFolder(app: SurfaceApp, client: Client, folder: string | undefined): Promise<Client> {
  if (folder === undefined || folder === client.folder) return client;
  const { app: asCall } = openCall(app, client, { surface: "http" });
  if ((await listKnownFolders(asCall)).has(folder)) return { ...client, folder };
  throw new AppError("invalid", `${folder} is not a known project.`, { hint: "GET /api/welcome lists the projects." });
}

export async function listKnownFolders(app: SurfaceCall): Promise<ReadonlySet<string>> {
  const projects = await app.overview.projects(app.call);
  const { projects: linked } = await app.bridge.projects.list(app.call);
  const repositories = await Promise.all(
    linked.map(({ name }) => app.bridge.projects.repositories(app.call, name).catch(() => [])),
  );
  return new Set([...projects.map(({ folder }) => folder), ...repositories.flat().map(({ path }) => path)]);
}
