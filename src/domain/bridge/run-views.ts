import { AppError } from "../../base/errors.js";
import type { Run } from "../../store/bridge/run-store.js";
import type { Call } from "../call.js";
import type { BridgeParts } from "./bridge-parts.js";

/** A run whose heartbeat is older than this is lost. */
const lostMs = 60_000;
const maxListed = 100;

interface RunFilter {
  readonly id?: string | undefined;
  readonly project?: string | undefined;
  readonly limit: number;
  readonly offset?: number;
}

export function createRunViews({ runStore: store, runs: log, runtime, files }: BridgeParts) {
  const find = async (call: Call, id: string) => {
    const run = await store.find(call.tenant, id);
    if (run) return run;
    const hint = "List runs with run_status.";
    throw new AppError("missing", `Run not found: ${id}.`, { code: "RUN_NOT_FOUND", hint });
  };
  return {
    async status(call: Call, filter: RunFilter) {
      const { id, project, offset = 0 } = filter;
      const limit = Math.min(Math.max(1, Math.trunc(filter.limit)), maxListed);
      const list = () => store.list(call.tenant, { ...(project ? { project } : {}), limit, offset });
      const runs = id === undefined ? await list() : [await find(call, id)];
      return runs.map((run) => toView(run, runtime.now()));
    },

    /** The answer of the tool that started the run. */
    async result(call: Call, id: string): Promise<{ run: ReturnType<typeof toView>; answer: unknown }> {
      const run = await find(call, id);
      if (run.status !== "failed" && run.status !== "cancelled")
        return { run: toView(run, runtime.now()), answer: run.answer === null ? null : JSON.parse(run.answer) };
      const code = run.errorCode ?? "AGENT_ERROR";
      throw new AppError("unavailable", run.error ?? "The run failed.", { code, details: { subAgentId: id } });
    },

    async cancel(call: Call, id: string) {
      const run = await find(call, id);
      const wasRunning = await log.cancel(call.tenant, run.id);
      return { run: toView(run, runtime.now()), wasRunning };
    },

    async transcript(call: Call, id: string): Promise<string> {
      const { transcript } = await find(call, id);
      if (transcript) return transcript;
      throw new AppError("missing", `${id} has no transcript.`, { hint: "The run did not start." });
    },

    /** Output so far. */
    async output(call: Call, id: string): Promise<string> {
      const { transcript } = await find(call, id);
      return transcript === null ? "" : ((await files.readPlain(transcript)) ?? "");
    },
  };
}

/** A run as `run_status` shows it; `lost` if its server died before the run ended. */
function toView(run: Run, now: Date) {
  const isLost = run.endedAt === null && now.getTime() - Date.parse(run.seenAt) > lostMs;
  return {
    subAgentId: run.id,
    kind: run.kind,
    project: run.project,
    repo: run.repository,
    request: run.request.slice(0, 200),
    status: isLost ? ("lost" as const) : run.status,
    agent: run.agent,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
    durationMs: run.endedAt === null ? now.getTime() - Date.parse(run.startedAt) : run.durationMs,
    tokens: run.inputTokens + run.outputTokens,
    cost: run.cost,
    error: run.error,
  };
}
