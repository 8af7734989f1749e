import { isAbsolute } from "node:path";
import { AppError } from "../../base/errors.js";
import type { GitLocator, GitMetadata } from "../../engine/git-locator.js";
import type { Call } from "../call.js";
import { keysOfIdentifiers, projectKey, projectName } from "./project-key.js";
import type { ProjectRegistry } from "./project-registry.js";

/** Which project and which tenant a call means by the names it gives. */
export interface ProjectResolver {
  /** The project that `given` names: a path means its repository, anything else is a name. */
  project(call: Call, given: string): Promise<string>;
  /** All names under which records of that project may be stored. */
  projectNames(call: Call, given: string): Promise<string[]>;
  /** The tenant that `given` names; the git user of `folder` when it names none. */
  tenant(given: string | undefined, folder: string): Promise<string>;
  /** Top folder of the repository that `folder` is in. */
  root(folder: string): Promise<string>;
}

interface Deps {
  readonly gitLocator: GitLocator;
  /** Which identifiers belong to one project; without it a repository is identified by its remote or its folder alone. */
  readonly projectRegistry?: Pick<ProjectRegistry, "identifiers">;
  readonly user: string;
}

export function createProjectResolver({ gitLocator, projectRegistry, user }: Deps): ProjectResolver {
  const locate = async (folder: string): Promise<GitMetadata> =>
    (await gitLocator.locate(folder)) ?? loneFolder(await gitLocator.realPath(folder));
  const project = async (given: string) => (isAbsolute(given) ? projectKey(await locate(given)) : given.trim());
  return {
    project: (_call, given) => project(given),

    async projectNames(call, given) {
      const here = await locate(call.folder);
      const [key, names] = [await project(given), [projectKey(here), projectName(here)]];
      const isHere = names.includes(key);
      const folder = isHere ? call.folder : isAbsolute(given) ? given : undefined;
      const identifiers = folder === undefined ? [] : ((await projectRegistry?.identifiers(call.tenant, folder)) ?? []);
      return [...new Set([key, ...(isHere ? names : []), ...keysOfIdentifiers(identifiers)])];
    },

    async tenant(given, folder) {
      if (given !== undefined) return checkedTenant(given);
      const name = await gitLocator.userName(folder);
      return (name ?? user).trim().toLowerCase().replace(/\s+/g, "_") || "local";
    },

    root: async (folder) => (await locate(folder)).root,
  };
}

/** A folder without a repository is its own project. */
const loneFolder = (root: string): GitMetadata => ({ root, commonDir: root, remote: "" });

function checkedTenant(given: string): string {
  const tenant = given.trim();
  if (tenant !== "" && tenant.length <= 200 && !/\p{Cc}/u.test(tenant)) return tenant;
  throw new AppError("forbidden", "Invalid tenant ID.", {
    hint: "Pass the tenant_id with which the records were saved: 1 to 200 characters.",
    details: { field: "tenant_id" },
  });
}
