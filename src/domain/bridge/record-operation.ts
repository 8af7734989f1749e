import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { Spans } from "../../engine/spans.js";
import type { OperationStore } from "../../store/bridge/operation-store.js";
import type { ProjectStore } from "../../store/bridge/project-store.js";
import type { Call } from "../call.js";

interface Where {
  readonly project?: string | null | undefined;
  readonly repository?: string | undefined;
}

/** Runs one call of a tool and writes down how it went. */
export type RecordOperation = <T>(call: Call, tool: string, where: Where, body: () => Promise<T>) => Promise<T>;

interface Deps {
  readonly operations: OperationStore;
  readonly projects: ProjectStore;
  readonly spans: Spans;
  readonly runtime: Runtime;
}

export function createObserve({ operations, projects, spans, runtime }: Deps): RecordOperation {
  return async (call, tool, where, body) => {
    const began = runtime.now();
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
      await write(call, tool, where, began, failure, isCached).catch((error) =>
        call.log.error("bridge.observe", { tool, error: String(error) }),
      );
    }
  };

  async function write(call: Call, tool: string, where: Where, began: Date, failure: unknown, cached: boolean) {
    const now = runtime.now();
    const isForeseen = failure instanceof AppError;
    const errorCode = failure === undefined ? null : isForeseen ? failure.code : "INTERNAL_ERROR";
    const { project, repository } = where;
    spans.send({
      name: tool,
      startedAt: began,
      endedAt: now,
      attributes: {
        ...(project ? { project } : {}),
        ...(repository ? { repository } : {}),
        ...(errorCode ? { errorCode } : {}),
      },
      isError: errorCode !== null,
    });
    if (project) await projects.touch(call.tenant, project, now.toISOString());
    await operations.add(call.tenant, {
      id: runtime.newId("op"),
      ...{ tool, cached },
      project: project ?? null,
      repository: repository ?? null,
      session: call.session ?? call.caller,
      caller: call.caller,
      at: began.toISOString(),
      durationMs: now.getTime() - began.getTime(),
      errorCode,
      error: isForeseen ? failure.message : null,
    });
  }
}
