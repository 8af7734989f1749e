import { AppError } from "../../base/errors.js";
import type { Call } from "../call.js";
import type { BridgeDeps } from "./bridge-deps.js";
import type { Projects } from "./projects.js";

interface Where {
  /** Without it, the call is about the active project. */
  readonly project?: string | undefined;
  readonly repo?: string;
}

/** Runs the body of tool calls and records each with its outcome. */
export function createRecordOperation({ operations, projectStore, spans, runtime }: BridgeDeps, projects: Projects) {
  return async <T>(call: Call, tool: string, where: Where, body: () => Promise<T>): Promise<T> => {
    const project = where.project ?? (await projects.active(call));
    const startedAt = runtime.now();
    const end = (cached: boolean, failure?: unknown) =>
      write(call, tool, project, where.repo ?? null, startedAt, cached, failure).catch((error) =>
        call.log.error("bridge.record", { tool, error: String(error) }),
      );
    try {
      const answer = await body();
      await end(typeof answer === "object" && answer !== null && "cached" in answer && answer.cached === true);
      return answer;
    } catch (error) {
      await end(false, error ?? "");
      throw error;
    }
  };

  async function write(
    call: Call,
    tool: string,
    project: string | null,
    repository: string | null,
    startedAt: Date,
    cached: boolean,
    failure: unknown,
  ): Promise<void> {
    const now = runtime.now();
    const isExpected = failure instanceof AppError;
    const errorCode = failure === undefined ? null : isExpected ? failure.code : "INTERNAL_ERROR";
    const attributes = {
      ...(project ? { project } : {}),
      ...(repository ? { repository } : {}),
      ...(errorCode ? { errorCode } : {}),
    };
    const times = { startMs: startedAt.getTime(), endMs: now.getTime() };
    spans.send({ name: tool, ...times, attributes, isError: errorCode !== null });
    if (project) await projectStore.touch(call.tenant, project, now.toISOString());
    await operations.add(call.tenant, {
      id: runtime.newId("op"),
      tool,
      cached,
      project,
      repository,
      session: call.session ?? call.caller,
      caller: call.caller,
      at: startedAt.toISOString(),
      durationMs: times.endMs - times.startMs,
      errorCode,
      error: isExpected ? failure.message : null,
    });
  }
}
