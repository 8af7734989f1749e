import { findProjectRoot } from "./find-project-root.js";
import { type ContextEngines, openProjectContext, type ProjectContext } from "./project-context.js";

/** What a team shares about a project, as plain files in its repository. */
export interface TeamContext {
  /** The store of the project that `folder` is in, whether it exists yet or not. */
  open(where: { readonly folder: string; readonly caller: string }): Promise<ProjectContext>;
  /** The same for a folder that may not be in a project. */
  openHere(where: { readonly folder: string; readonly caller: string }): Promise<ProjectContext>;
}

export function createTeamContext(engines: ContextEngines): TeamContext {
  const openAt = async (root: string, caller: string) => {
    const project = openProjectContext(engines, root, caller);
    await project.settlePrivate();
    return project;
  };
  return {
    open: async ({ folder, caller }) => openAt(await findProjectRoot(engines.files, folder), caller),
    openHere: async ({ folder, caller }) =>
      openAt(await findProjectRoot(engines.files, folder).catch(() => folder), caller),
  };
}
