import type { Runtime } from "../../base/runtime.js";
import type { AnswerCache } from "../../store/bridge/answer-cache.js";
import type { OperationStore } from "../../store/bridge/operation-store.js";
import type { RunStore } from "../../store/bridge/run-store.js";
import type { TranscriptStore } from "../../store/bridge/transcript-store.js";
import type { Call } from "../call.js";
import type { Projects } from "./projects.js";

export interface ProjectStatistics {
  readonly name: string;
  readonly sessions: number;
  readonly queries: number;
  readonly implementations: number;
  readonly failed: number;
  readonly cacheEntries: number;
  readonly cacheSize: number;
  readonly cacheSizeHuman: string;
  readonly tokens: number;
  readonly cost: number;
  readonly lastAccessed: string;
}

export interface Statistics {
  readonly overall: {
    readonly sessions: number;
    readonly operations: number;
    readonly queries: number;
    readonly cacheHits: number;
    readonly cacheEntries: number;
    readonly runs: number;
    readonly failedRuns: number;
    readonly tokens: number;
    readonly cost: number;
    readonly averageRunMs: number;
    readonly databaseSize: number;
    readonly databaseSizeHuman: string;
  };
  readonly projects: readonly ProjectStatistics[];
}

interface ClearOptions {
  readonly project?: string | undefined;
  readonly cache: boolean;
  /** Only records older than this; default: all. */
  readonly before?: string;
  /** Only these runs; cached answers may quote them, so all of those are cleared. */
  readonly runs?: readonly string[];
}

/** Statistics, export and cleanup of the family's records. */
export interface BridgeStorage {
  info(): Promise<{ adapter: string; path: string; size: number; sizeHuman: string }>;
  stats(call: Call, project?: string): Promise<Statistics>;
  export(
    call: Call,
    options: { project?: string | undefined; includeCache: boolean },
  ): Promise<Record<string, unknown>>;
  clear(call: Call, options: ClearOptions): Promise<{ answers: number; runs: number; operations: number }>;
}

interface Deps {
  readonly projects: Projects;
  readonly answers: AnswerCache;
  readonly operations: OperationStore;
  readonly runs: RunStore;
  readonly transcripts: TranscriptStore;
  readonly runtime: Runtime;
  readonly database: string;
  readonly adapter: string;
  databaseBytes(): Promise<number>;
  /** Deletes the undo snapshots of a run. */
  forget(path: string, id: string): Promise<void>;
  /** Removes what is left of deleted rows. */
  onClear?(tenant: string): Promise<void>;
}

const maxExportedRows = 100_000;

export function createBridgeStorage(deps: Deps): BridgeStorage {
  const { projects, answers, operations, runs, transcripts } = deps;
  return {
    async info() {
      const size = await deps.databaseBytes();
      return { adapter: deps.adapter, path: deps.database, size, sizeHuman: humanBytes(size) };
    },

    async stats(call, project) {
      const chosen =
        project === undefined ? (await projects.list(call)).projects : [await projects.resolveProject(call, project)];
      const filter = project === undefined ? {} : { project };
      const [operationTotals, runTotals, cachedAnswers, size] = await Promise.all([
        operations.totals(call.tenant, project),
        runs.totals(call.tenant, filter),
        answers.all(call.tenant, project),
        deps.databaseBytes(),
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

    async export(call, { project, includeCache }) {
      const chosen =
        project === undefined ? (await projects.list(call)).projects : [await projects.resolveProject(call, project)];
      const filter = { ...(project === undefined ? {} : { project }), limit: maxExportedRows };
      const withRepositories = await Promise.all(
        chosen.map(async (one) => ({ ...one, repositories: await projects.repositories(call, one.name) })),
      );
      return {
        exportedAt: deps.runtime.now().toISOString(),
        projects: withRepositories,
        operations: await operations.list(call.tenant, filter),
        runs: await runs.list(call.tenant, filter),
        ...(includeCache ? { cache: await answers.all(call.tenant, project) } : {}),
      };
    },

    async clear(call, { project, cache, before, runs: ids }) {
      if (project !== undefined) await projects.resolveProject(call, project);
      const where = project === undefined ? {} : { project };
      const clearedAnswers = before === undefined ? await answers.clear(call.tenant, where) : 0;
      if (cache) {
        await deps.onClear?.(call.tenant);
        return { answers: clearedAnswers, runs: 0, operations: 0 };
      }
      const time = before === undefined ? {} : { before };
      const clearedRuns = await runs.clear(call.tenant, { ...where, ...time, ...(ids ? { ids } : {}) });
      await transcripts.remove(clearedRuns.flatMap(({ transcript }) => transcript ?? []));
      await Promise.all(
        clearedRuns.filter(({ kind }) => kind === "implementation").map((run) => deps.forget(run.path, run.id)),
      );
      // They have no content, and belong to no run.
      const clearedOperations = ids ? 0 : await operations.clear(call.tenant, { ...where, ...time });
      await deps.onClear?.(call.tenant);
      return { answers: clearedAnswers, runs: clearedRuns.length, operations: clearedOperations };
    },
  };

  async function projectStatistics(call: Call, name: string, lastAccessed: string): Promise<ProjectStatistics> {
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
