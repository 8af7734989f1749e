import type { Repository } from "../../store/bridge/project-store.js";
import type { Call } from "../call.js";
import { pathProblem } from "./bridge-errors.js";
import type { BridgeParts } from "./bridge-parts.js";

/** A project with its repositories; those with an unusable folder are listed with the reason. */
export async function projectInfo(call: Call, name: string | undefined, parts: BridgeParts) {
  const { projects, operations } = parts;
  const project = await projects.resolveProject(call, name);
  const [active, all, totals] = await Promise.all([
    projects.active(call),
    projects.repositories(call, project.name),
    operations.totals(call.tenant, project.name),
  ]);
  const repos = await Promise.all(all.map((one) => describeRepository(call, one, parts)));
  const valid = repos.filter((one) => one.valid);
  return {
    name: project.name,
    description: project.description,
    active: active === project.name,
    repos,
    stats: {
      repoCount: repos.length,
      validRepos: valid.length,
      invalidRepos: repos.length - valid.length,
      totalFiles: valid.reduce((sum, { stats }) => sum + (stats?.files ?? 0), 0),
      createdAt: project.createdAt,
      lastAccessed: project.accessedAt,
      queryCount: totals.queries,
      implementationCount: totals.implementations,
    },
  };
}

async function describeRepository(call: Call, repository: Repository, { workingTrees, facts }: BridgeParts) {
  const { name, path, description } = repository;
  const problem = pathProblem(path, await workingTrees.check(path));
  if (problem) return { name, path, description, valid: false, error: problem.message };
  const { value } = await facts.statistics(call, repository);
  return { name, path, description, valid: true, stats: value };
}
