import { AppError } from "../../base/errors.js";
import type { Call } from "../call.js";
import type { BridgeDeps } from "./bridge-deps.js";

interface Where {
  readonly project?: string | null | undefined;
  readonly repository?: string | undefined;
}

/** Runs one tool call and records its outcome. */
export type RecordOperation = <T>(call: Call, tool: string, where: Where, body: () => Promise<T>) => Promise<T>;

export function createRecordOperation({ operations, projectStore, spans, runtime }: BridgeDeps): RecordOperation {
  return async (call, tool, where, body) => {
    const startedAt = runtime.now();
    let failure: unknown;
    let isCached = false;
    try {
      const answer = await body();
      isCached = typeof answer === "object" && answer !== null && "cached" in answer && answer.cached === true;
      return answer;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      await write(call, tool, where, startedAt, failure, isCached).catch((error) =>
        call.log.error("bridge.record", { tool, error: String(error) }),
      );
    }
  };

  async function write(call: Call, tool: string, where: Where, startedAt: Date, failure: unknown, cached: boolean) {
    const now = runtime.now();
    const isExpected = failure instanceof AppError;
    const errorCode = failure === undefined ? null : isExpected ? failure.code : "INTERNAL_ERROR";
    const { project, repository } = where;
    spans.send({
      name: tool,
      startMs: startedAt.getTime(),
      endMs: now.getTime(),
      attributes: {
        ...(project ? { project } : {}),
        ...(repository ? { repository } : {}),
        ...(errorCode ? { errorCode } : {}),
      },
      isError: errorCode !== null,
    });
    if (project) await projectStore.touch(call.tenant, project, now.toISOString());
    await operations.add(call.tenant, {
      id: runtime.newId("op"),
      tool,
      cached,
      project: project ?? null,
      repository: repository ?? null,
      session: call.session ?? call.caller,
      caller: call.caller,
      at: startedAt.toISOString(),
      durationMs: now.getTime() - startedAt.getTime(),
      errorCode,
      error: isExpected ? failure.message : null,
    });
  }
}
