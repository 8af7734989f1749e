import { AppError } from "../../base/errors.js";
import type { PathCheck, WorkingTrees } from "../../engine/working-trees.js";
import type { Repository } from "../../store/bridge/project-store.js";

export const noActiveProject = () =>
  new AppError("missing", "No project is active.", {
    code: "NO_ACTIVE_PROJECT",
    hint: "Create one with `throughline project create NAME`, or switch to one with switch_project.",
  });

export const projectNotFound = (requested: string, available: readonly string[]) =>
  new AppError("missing", `Project '${requested}' not found.`, {
    code: "PROJECT_NOT_FOUND",
    details: { requested, available },
    hint: namesHint(
      "Projects",
      available,
      "There are no projects yet. Create one with `throughline project create NAME`.",
    ),
  });

export const repositoryNotFound = (project: string, requested: string, available: readonly string[]) =>
  new AppError("missing", `Repository '${requested}' not found in project '${project}'.`, {
    code: "REPO_NOT_FOUND",
    details: { project, requested_repo: requested, available_repos: available },
    hint: namesHint(
      "Repositories",
      available,
      "The project has no repositories yet. Add one with `throughline repo add NAME PATH`.",
    ),
  });

const namesHint = (title: string, names: readonly string[], none: string): string =>
  names.length === 0 ? none : `${title}: ${names.join(", ")}.`;

/** Why a folder cannot be used, if it cannot. */
export function pathProblem(path: string, check: PathCheck): AppError | undefined {
  if (check === "ok") return undefined;
  if (check === "denied") {
    return new AppError("forbidden", `${path} is not readable.`, {
      code: "PERMISSION_DENIED",
      details: { path },
      hint: "Check its owner and permissions.",
    });
  }
  return new AppError("missing", `${path} is ${check === "missing" ? "missing" : "not a folder"}.`, {
    code: "PATH_INVALID",
    details: { path },
    hint: "If it moved, run `throughline repo remove NAME`, then `throughline repo add NAME PATH`.",
  });
}

export async function refuseUnusable(workingTrees: WorkingTrees, path: string, access?: "write"): Promise<void> {
  const problem = pathProblem(path, await workingTrees.check(path, access));
  if (problem) throw problem;
}

export const notGit = ({ name, path }: Repository) =>
  new AppError("invalid", `${path} is not a git repository, so changes could not be shown or undone.`, {
    code: "PATH_INVALID",
    details: { repo: name, path },
    hint: "Run `git init` there first.",
  });

/** Rejects empty text, and what no command line or prompt can contain. */
export function validateText(what: string, text: string): void {
  const max = 200_000;
  const isUsable = text.trim() !== "" && text.length <= max && !text.includes("\0");
  if (isUsable) return;
  throw new AppError("invalid", `The ${what} is empty, has NUL characters or is longer than ${max} characters.`, {
    hint: `Pass the ${what} as plain text.`,
  });
}
