import { AppError } from "../../base/errors.js";
import type { World } from "../../base/world.js";
import type { Project, ProjectStore } from "../../store/project-store.js";
import type { Call } from "../call.js";

/** Projects of several repositories. */
export interface Projects {
  list(call: Call): Promise<Project[]>;
  create(call: Call, project: { name: string; description: string }): Promise<void>;
}

export function createProjects({ store, world }: { store: ProjectStore; world: World }): Projects {
  return {
    list: (call) => store.list(call.tenant),

    async create(call, { name, description }) {
      const at = world.now().toISOString();
      if (await store.create(call.tenant, { name, description, at })) return;
      throw new AppError("conflict", `There is a project '${name}' already.`, {
        hint: "Choose another name; `throughline list-projects` shows the names in use.",
        code: "PROJECT_EXISTS",
      });
    },
  };
}
