import type { Call } from "../domain/call.js";
import type { SurfaceApp } from "../domain/surface-app.js";

/** Who is at the other end of a connection, and where it works. */
export type Client = Pick<Call, "tenant" | "caller" | "folder" | "session" | "access">;

export interface CallFacts {
  readonly surface: "mcp" | "cli" | "http";
  readonly signal?: AbortSignal | undefined;
  readonly progress?: Call["progress"] | undefined;
  readonly session?: string | undefined;
  readonly confirm?: Call["confirm"] | undefined;
  readonly sample?: Call["sample"] | undefined;
  readonly describeTools?: Call["describeTools"] | undefined;
}

export interface OpenCall<A extends SurfaceApp = SurfaceApp> {
  readonly app: A & { readonly call: Call };
  /** Names the call in answers and in the log. */
  readonly requestId: string;
}

/** The product as one call sees it. */
export function openCall<A extends SurfaceApp>(
  app: A,
  client: Client,
  { surface, signal, progress, session, confirm, sample, describeTools }: CallFacts,
): OpenCall<A> {
  const requestId = client.access?.request ?? app.runtime.newId("req");
  const call: Call = {
    ...client,
    ...(session === undefined ? {} : { session }),
    ...(confirm === undefined ? {} : { confirm }),
    ...(sample === undefined ? {} : { sample }),
    ...(describeTools === undefined ? {} : { describeTools }),
    signal: signal ?? neverAborted,
    log: app.log.child({ request: requestId, surface }),
    progress: progress ?? (() => {}),
  };
  return { app: { ...app, call }, requestId };
}

const neverAborted = new AbortController().signal;
