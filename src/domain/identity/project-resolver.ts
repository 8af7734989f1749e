import { basename, isAbsolute, resolve } from "node:path";
import { AppError } from "../../base/errors.js";
import type { GitLocator, GitMetadata } from "../../engine/git-locator.js";
import type { Call } from "../call.js";
import { namesInIdentifier, normalizeRemote, type ProjectRegistry } from "./project-registry.js";

/** One name for all clones and worktrees of a repository: its remote without protocol and credentials, else its folder. */
export function projectKey({ remote, commonDir }: Pick<GitMetadata, "remote" | "commonDir">): string {
  // `scheme://host/…` or `host:path`; another folder of this machine says nothing about who shares it.
  const isOnRemoteHost = /^[a-z+]+:\/\/|^[^/\\:]{2,}:/i.test(remote);
  const shared = isOnRemoteHost ? normalizeRemote(remote).replace(/^remote:/, "") : "";
  return shared || commonDir.replace(/[\\/]\.git$/, "");
}

/** The short name people use for it. */
export const projectName = (metadata: Pick<GitMetadata, "remote" | "commonDir">): string =>
  basename(projectKey(metadata));

interface Deps {
  readonly gitLocator: GitLocator;
  /** Which identifiers belong to one project; without it a repository is identified by its remote or its folder alone. */
  readonly projectRegistry?: Pick<ProjectRegistry, "identifiers">;
  readonly user: string;
}

/** Resolves the names in a call to a project and a tenant. */
export type ProjectResolver = ReturnType<typeof createProjectResolver>;

export function createProjectResolver({ gitLocator, projectRegistry, user }: Deps) {
  const locate = async (folder: string): Promise<GitMetadata> =>
    (await gitLocator.locate(folder)) ?? withoutRepository(await gitLocator.realPath(folder));
  const project = async (call: Call, pathOrName: string): Promise<string> => {
    const folder = namedFolder(call, pathOrName);
    return folder === undefined ? pathOrName.trim() : projectKey(await locate(folder));
  };
  return {
    /** A path means the project of its repository; anything else is a project name. */
    project,

    /** All names under which records of that project may be stored, also from before it moved or got its remote. */
    async projectNames(call: Call, pathOrName: string): Promise<string[]> {
      const here = await locate(call.folder);
      const [key, names] = [await project(call, pathOrName), [projectKey(here), projectName(here)]];
      const isHere = names.includes(key);
      const folder = isHere ? call.folder : namedFolder(call, pathOrName);
      const identifiers = folder === undefined ? [] : ((await projectRegistry?.identifiers(call.tenant, folder)) ?? []);
      return [...new Set([key, ...(isHere ? names : []), ...identifiers.flatMap(namesInIdentifier)])];
    },

    /** The tenant of the input; without one, the git user of `folder`. */
    async tenant(tenantId: string | undefined, folder: string): Promise<string> {
      const tenant = tenantId?.trim();
      if (tenant !== undefined && (tenant === "" || tenant.length > 200 || /\p{Cc}/u.test(tenant)))
        throw new AppError("forbidden", "Invalid tenant ID.", {
          hint: "Pass the tenant_id with which the records were saved: 1 to 200 characters.",
          details: { field: "tenant_id" },
        });
      if (tenant !== undefined) return tenant;
      const name = await gitLocator.userName(folder);
      return (name ?? user).trim().toLowerCase().replace(/\s+/g, "_") || "local";
    },

    /** Top folder of the repository that `folder` is in. */
    root: async (folder: string): Promise<string> => (await locate(folder)).root,
  };
}

/** The folder that a call names, also as a path from its own folder such as `.`; undefined for the name of a project. */
export function namedFolder({ folder }: Pick<Call, "folder">, pathOrName: string): string | undefined {
  if (isAbsolute(pathOrName)) return pathOrName;
  return /^\.{1,2}(?:$|[\\/])/.test(pathOrName.trim()) ? resolve(folder, pathOrName.trim()) : undefined;
}

/** A folder without a repository is its own project. */
const withoutRepository = (root: string): GitMetadata => ({ root, commonDir: root, remote: "" });
