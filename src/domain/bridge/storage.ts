import type { Project } from "../../store/bridge/project-store.js";
import type { Call } from "../call.js";
import type { BridgeParts } from "./bridge-parts.js";
import { forgetRun } from "./undo.js";

interface ClearOptions {
  readonly project?: string | undefined;
  readonly cache: boolean;
  /** Only records older than this; default: all. */
  readonly before?: string;
  /** Only these runs; cached answers may quote them, so all of those are cleared. */
  readonly runs?: readonly string[];
}

const maxExportedRows = 100_000;

/** Statistics, export and cleanup of the family's records. */
export function createBridgeStorage(parts: BridgeParts) {
  const { projects, answers, operations, runStore: runs, transcripts, sql, workingTrees } = parts;
  return {
    async info() {
      const size = await sql.size();
      return { adapter: sql.dialect.name, path: parts.database, size, sizeHuman: humanBytes(size) };
    },

    async stats(call: Call, project?: string) {
      const [{ operations: counts, answers: cached, runs: sums }, size] = await Promise.all([
        totals(call, project),
        sql.size(),
      ]);
      return {
        overall: {
          sessions: counts.sessions,
          operations: counts.operations,
          queries: counts.queries,
          cacheHits: counts.cached,
          cacheEntries: cached.length,
          runs: sums.runs,
          failedRuns: sums.failed,
          tokens: sums.tokens,
          cost: sums.cost,
          averageRunMs: sums.runs === 0 ? 0 : Math.round(sums.durationMs / sums.runs),
          databaseSize: size,
          databaseSizeHuman: humanBytes(size),
        },
        projects: await Promise.all((await chosen(call, project)).map((one) => projectStatistics(call, one))),
      };
    },

    async export(call: Call, { project, includeCache }: { project?: string | undefined; includeCache: boolean }) {
      const filter = { ...(project === undefined ? {} : { project }), limit: maxExportedRows };
      const withRepositories = (await chosen(call, project)).map(async (one) => {
        return { ...one, repositories: await projects.repositories(call, one.name) };
      });
      return {
        exportedAt: parts.runtime.now().toISOString(),
        projects: await Promise.all(withRepositories),
        operations: await operations.list(call.tenant, filter),
        runs: await runs.list(call.tenant, filter),
        ...(includeCache ? { cache: await answers.all(call.tenant, project) } : {}),
      };
    },

    async clear(call: Call, { project, cache, before, runs: ids }: ClearOptions) {
      if (project !== undefined) await projects.resolveProject(call, project);
      const where = project === undefined ? {} : { project };
      const clearedAnswers = before === undefined ? await answers.clear(call.tenant, where) : 0;
      if (cache) {
        await parts.onClear?.(call.tenant);
        return { answers: clearedAnswers, runs: 0, operations: 0 };
      }
      const time = before === undefined ? {} : { before };
      const clearedRuns = await runs.clear(call.tenant, { ...where, ...time, ...(ids ? { ids } : {}) });
      await transcripts.remove(clearedRuns.flatMap(({ transcript }) => transcript ?? []));
      const implementations = clearedRuns.filter(({ kind }) => kind === "implementation");
      await Promise.all(implementations.map(({ path, id }) => forgetRun(workingTrees, path, id)));
      // They have no content, and belong to no run.
      const clearedOperations = ids ? 0 : await operations.clear(call.tenant, { ...where, ...time });
      await parts.onClear?.(call.tenant);
      return { answers: clearedAnswers, runs: clearedRuns.length, operations: clearedOperations };
    },
  };

  async function chosen(call: Call, project: string | undefined): Promise<Project[]> {
    return project === undefined
      ? (await projects.list(call)).projects
      : [await projects.resolveProject(call, project)];
  }

  /** Of all projects, or of one. */
  async function totals({ tenant }: Call, project: string | undefined) {
    const [counts, sums, cached] = await Promise.all([
      operations.totals(tenant, project),
      runs.totals(tenant, project === undefined ? {} : { project }),
      answers.all(tenant, project),
    ]);
    return { operations: counts, runs: sums, answers: cached };
  }

  async function projectStatistics(call: Call, { name, accessedAt: lastAccessed }: Project) {
    const { operations: counts, runs: sums, answers: cached } = await totals(call, name);
    const cacheSize = cached.reduce((sum, { answer }) => sum + Buffer.byteLength(answer), 0);
    const { sessions, queries, implementations, failed } = counts;
    return {
      name,
      sessions,
      queries,
      implementations,
      failed,
      cacheEntries: cached.length,
      cacheSize,
      cacheSizeHuman: humanBytes(cacheSize),
      tokens: sums.tokens,
      cost: sums.cost,
      lastAccessed,
    };
  }
}

/** `1.5 MiB` */
function humanBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  return `${unit === 0 ? bytes : (bytes / 1024 ** unit).toFixed(1)} ${units[unit]}`;
}
