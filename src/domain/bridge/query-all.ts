import { AppError } from "../../base/errors.js";
import type { Call } from "../call.js";
import { repositoryNotFound } from "./bridge-errors.js";
import type { Projects } from "./projects.js";
import type { Queries, QueryAnswer } from "./queries.js";

interface RepositoryAnswer {
  readonly repo: string;
  readonly success: boolean;
  readonly result?: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly sources?: QueryAnswer["sources"];
  readonly cached: boolean;
  readonly executionTime: number;
  readonly subAgentId?: string;
}

export interface AllAnswers {
  /** That at least one repository answered. */
  readonly success: boolean;
  readonly query: string;
  readonly results: readonly RepositoryAnswer[];
  readonly summary: {
    readonly total: number;
    readonly succeeded: number;
    readonly failed: number;
    readonly cached: number;
    /** Sum over repositories. */
    readonly totalExecutionTime: number;
    readonly failedRepos: readonly string[];
  };
}

export interface WideQuestion {
  readonly query: string;
  readonly project?: string | undefined;
  /** Only these; empty means all. */
  readonly repos: readonly string[];
  readonly fresh: boolean;
}

/** The same question to every repository of a project; one that fails does not keep the others from answering. */
export async function queryAll(
  call: Call,
  { query, project, repos, fresh }: WideQuestion,
  { projects, queries, tell }: { projects: Projects; queries: Queries; tell: (message: string) => void },
): Promise<AllAnswers> {
  const { name: inProject } = await projects.named(call, project);
  const all = (await projects.repositories(call, inProject)).map(({ name }) => name);
  const stranger = repos.find((name) => !all.includes(name));
  if (stranger !== undefined) throw repositoryNotFound(inProject, stranger, all);
  const chosen = repos.length === 0 ? all : all.filter((name) => repos.includes(name));
  const results = await Promise.all(
    chosen.map(async (repo): Promise<RepositoryAnswer> => {
      // One signal each: Node warns of a leak when many wait on the same one.
      const own = { ...call, signal: AbortSignal.any([call.signal]) };
      try {
        const answer = await queries.ask(own, { repo, query, project: inProject, fresh }, (text) =>
          tell(`${repo}: ${text}`),
        );
        const { success, result, sources, cached, executionTime, subAgentId } = answer;
        return { ...{ repo, success, result, sources, cached, executionTime, subAgentId } };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return {
          repo,
          success: false,
          error: { code: error.code, message: error.message },
          cached: false,
          executionTime: 0,
        };
      }
    }),
  );
  return { success: results.some(({ success }) => success), query, results, summary: summarise(results) };
}

function summarise(results: readonly RepositoryAnswer[]): AllAnswers["summary"] {
  const failed = results.filter(({ success }) => !success);
  return {
    total: results.length,
    succeeded: results.length - failed.length,
    failed: failed.length,
    cached: results.filter(({ cached }) => cached).length,
    totalExecutionTime: results.reduce((sum, { executionTime }) => sum + executionTime, 0),
    failedRepos: failed.map(({ repo }) => repo),
  };
}
