import { AppError } from "../../base/errors.js";
import type { Run } from "../../store/bridge/run-store.js";
import type { Call } from "../call.js";
import type { BridgeParts } from "./bridge-parts.js";

/** A run whose heartbeat is older than this is lost. */
const lostMs = 60_000;
const maxListed = 100;

export function createRunViews({ runStore: store, runs: log, runtime, files }: BridgeParts) {
  const find = async (call: Call, id: string) => {
    const run = await store.find(call.tenant, id);
    if (run) return run;
    throw new AppError("missing", `Run not found: ${id}.`, {
      code: "RUN_NOT_FOUND",
      hint: "List runs with run_status.",
    });
  };
  return {
    async status(
      call: Call,
      filter: { id?: string | undefined; project?: string | undefined; limit: number; offset?: number },
    ) {
      const { id, project, offset = 0 } = filter;
      const limit = Math.min(Math.max(1, Math.trunc(filter.limit)), maxListed);
      const runs =
        id === undefined
          ? await store.list(call.tenant, { ...(project ? { project } : {}), limit, offset })
          : [await find(call, id)];
      return runs.map((run) => toView(run, runtime.now()));
    },

    /** The answer of the tool that started the run. */
    async result(call: Call, id: string): Promise<{ run: ReturnType<typeof toView>; answer: unknown }> {
      const run = await find(call, id);
      const view = toView(run, runtime.now());
      if (run.status === "failed" || run.status === "cancelled") {
        throw new AppError("unavailable", run.error ?? "The run failed.", {
          code: run.errorCode ?? "AGENT_ERROR",
          details: { subAgentId: id },
        });
      }
      return { run: view, answer: run.answer === null ? null : JSON.parse(run.answer) };
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
