import { isAbsolute } from "node:path";
import { AppError } from "../../base/errors.js";
import type { GitLocator, GitMetadata } from "../../engine/git-locator.js";
import type { Call } from "../call.js";
import { keysOfIdentifiers, projectKey, projectName } from "./project-key.js";
import type { ProjectRegistry } from "./project-registry.js";

/** Resolves the project and tenant names in a call. */
export interface ProjectResolver {
  /** The project that `input` names: a path means its repository, anything else is the name itself. */
  project(call: Call, input: string): Promise<string>;
  /** All names under which records of that project may be stored. */
  projectNames(call: Call, input: string): Promise<string[]>;
  /** The tenant that `input` names; default: the git user of `folder`. */
  tenant(input: string | undefined, folder: string): Promise<string>;
  /** Top folder of the repository that contains `folder`. */
  root(folder: string): Promise<string>;
}

interface Deps {
  readonly gitLocator: GitLocator;
  /** The identifiers of a project; without it a repository is identified by its remote or its path alone. */
  readonly projectRegistry?: Pick<ProjectRegistry, "identifiers">;
  readonly user: string;
}

export function createProjectResolver({ gitLocator, projectRegistry, user }: Deps): ProjectResolver {
  const metadataOf = async (folder: string): Promise<GitMetadata> =>
    (await gitLocator.locate(folder)) ?? loneFolder(await gitLocator.realPath(folder));
  const project = async (input: string) => (isAbsolute(input) ? projectKey(await metadataOf(input)) : input.trim());
  return {
    project: (_call, input) => project(input),

    async projectNames(call, input) {
      const current = await metadataOf(call.folder);
      const [key, names] = [await project(input), [projectKey(current), projectName(current)]];
      const isCurrent = names.includes(key);
      const folder = isCurrent ? call.folder : isAbsolute(input) ? input : undefined;
      const identifiers = folder === undefined ? [] : ((await projectRegistry?.identifiers(call.tenant, folder)) ?? []);
      return [...new Set([key, ...(isCurrent ? names : []), ...keysOfIdentifiers(identifiers)])];
    },

    async tenant(input, folder) {
      if (input !== undefined) return checkedTenant(input);
      const name = await gitLocator.userName(folder);
      return (name ?? user).trim().toLowerCase().replace(/\s+/g, "_") || "local";
    },

    root: async (folder) => (await metadataOf(folder)).root,
  };
}

/** A folder without a repository is its own project. */
const loneFolder = (root: string): GitMetadata => ({ root, commonDir: root, remote: "" });

function checkedTenant(input: string): string {
  const tenant = input.trim();
  if (tenant !== "" && tenant.length <= 200 && !/\p{Cc}/u.test(tenant)) return tenant;
  throw new AppError("forbidden", "Invalid tenant ID.", {
    hint: "Pass the tenant_id with which the records were saved: 1 to 200 characters.",
    details: { field: "tenant_id" },
  });
}
