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

export type BridgeStorage = ReturnType<typeof createBridgeStorage>;

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
      const chosen =
        project === undefined ? (await projects.list(call)).projects : [await projects.resolveProject(call, project)];
      const filter = project === undefined ? {} : { project };
      const [operationTotals, runTotals, cachedAnswers, size] = await Promise.all([
        operations.totals(call.tenant, project),
        runs.totals(call.tenant, filter),
        answers.all(call.tenant, project),
        sql.size(),
      ]);
      return {
        overall: {
          sessions: operationTotals.sessions,
          operations: operationTotals.operations,
          queries: operationTotals.queries,
          cacheHits: operationTotals.cached,
          cacheEntries: cachedAnswers.length,
          runs: runTotals.runs,
          failedRuns: runTotals.failed,
          tokens: runTotals.tokens,
          cost: runTotals.cost,
          averageRunMs: runTotals.runs === 0 ? 0 : Math.round(runTotals.durationMs / runTotals.runs),
          databaseSize: size,
          databaseSizeHuman: humanBytes(size),
        },
        projects: await Promise.all(chosen.map((one) => projectStatistics(call, one.name, one.accessedAt))),
      };
    },

    async export(call: Call, { project, includeCache }: { project?: string | undefined; includeCache: boolean }) {
      const chosen =
        project === undefined ? (await projects.list(call)).projects : [await projects.resolveProject(call, project)];
      const filter = { ...(project === undefined ? {} : { project }), limit: maxExportedRows };
      const withRepositories = await Promise.all(
        chosen.map(async (one) => ({ ...one, repositories: await projects.repositories(call, one.name) })),
      );
      return {
        exportedAt: parts.runtime.now().toISOString(),
        projects: withRepositories,
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
      await Promise.all(
        clearedRuns
          .filter(({ kind }) => kind === "implementation")
          .map((run) => forgetRun(workingTrees, run.path, run.id)),
      );
      // They have no content, and belong to no run.
      const clearedOperations = ids ? 0 : await operations.clear(call.tenant, { ...where, ...time });
      await parts.onClear?.(call.tenant);
      return { answers: clearedAnswers, runs: clearedRuns.length, operations: clearedOperations };
    },
  };

  async function projectStatistics(call: Call, name: string, lastAccessed: string) {
    const [operationTotals, runTotals, cachedAnswers] = await Promise.all([
      operations.totals(call.tenant, name),
      runs.totals(call.tenant, { project: name }),
      answers.all(call.tenant, name),
    ]);
    const cacheSize = cachedAnswers.reduce((sum, { answer }) => sum + Buffer.byteLength(answer), 0);
    return {
      name,
      sessions: operationTotals.sessions,
      queries: operationTotals.queries,
      implementations: operationTotals.implementations,
      failed: operationTotals.failed,
      cacheEntries: cachedAnswers.length,
      cacheSize,
      cacheSizeHuman: humanBytes(cacheSize),
      tokens: runTotals.tokens,
      cost: runTotals.cost,
      lastAccessed,
    };
  }
}

/** `1.5 MiB` */
export function humanBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}
