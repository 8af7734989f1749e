import { AppError } from "../../base/errors.js";
import type { Call } from "../call.js";
import { repositoryNotFound } from "./bridge-errors.js";
import { progressReporter } from "./bridge-parts.js";
import type { Projects } from "./projects.js";
import type { Queries, QueryAnswer } from "./queries.js";

type SameFields = "repo" | "cached" | "executionTime";

/** The answer of one repository; only the first three fields where it failed. */
interface RepositoryAnswer
  extends Pick<QueryAnswer, SameFields>,
    Partial<Omit<QueryAnswer, SameFields | "query" | "success">> {
  readonly success: boolean;
  readonly error?: { readonly code: string; readonly message: string };
}

export type ProjectAnswers = Awaited<ReturnType<typeof queryAll>>;

export interface ProjectQuestion {
  readonly query: string;
  readonly project?: string | undefined;
  /** Only these; empty means all. */
  readonly repos: readonly string[];
  readonly fresh: boolean;
}

/** Asks every repository of a project the same question; failures are reported per repository. */
export async function queryAll(
  call: Call,
  { query, project, repos, fresh }: ProjectQuestion,
  projects: Projects,
  queries: Queries,
) {
  const report = progressReporter(call);
  const { name: inProject } = await projects.resolveProject(call, project);
  const all = (await projects.repositories(call, inProject)).map(({ name }) => name);
  const unknownName = repos.find((name) => !all.includes(name));
  if (unknownName !== undefined) throw repositoryNotFound(inProject, unknownName, all);
  const chosen = repos.length === 0 ? all : all.filter((name) => repos.includes(name));
  const results = await Promise.all(
    chosen.map(async (repo): Promise<RepositoryAnswer> => {
      // One signal each: Node warns of a leak when many listen to the same one.
      const signal = AbortSignal.any([call.signal]);
      const progress: Call["progress"] = (_done, _of, message) => report(`${repo}: ${message}`);
      try {
        const answer = await queries.ask({ ...call, signal, progress }, { repo, query, project: inProject, fresh });
        const { query: _query, ...rest } = answer;
        return rest;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const { code, message } = error;
        return { repo, success: false, error: { code, message }, cached: false, executionTime: 0 };
      }
    }),
  );
  const failedRepos = results.flatMap(({ repo, success }) => (success ? [] : [repo]));
  const succeeded = results.length - failedRepos.length;
  const summary = {
    total: results.length,
    succeeded,
    failed: failedRepos.length,
    cached: results.filter(({ cached }) => cached).length,
    totalExecutionTime: results.reduce((sum, { executionTime }) => sum + executionTime, 0),
    failedRepos,
  };
  return { success: succeeded > 0, query, results, summary };
}
