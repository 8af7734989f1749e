import type { Call } from "../domain/call.js";
import type { SurfaceApp } from "../domain/surface-app.js";

/** Who is at the other end of a connection, and where it works. */
export type Client = Pick<Call, "tenant" | "caller" | "folder" | "session" | "access">;

type Offered = "signal" | "progress" | "session" | "confirm" | "sample" | "describeTools";

/** What a surface knows of a call, and what it offers to it. */
type CallFacts = { readonly surface: "mcp" | "cli" | "http" } & { readonly [Name in Offered]?: Call[Name] | undefined };

export interface OpenCall<A extends SurfaceApp = SurfaceApp> {
  readonly app: A & { readonly call: Call };
  /** Names the call in answers and in the log. */
  readonly requestId: string;
}

/** The product as one call sees it. */
export function openCall<A extends SurfaceApp>(app: A, client: Client, facts: CallFacts): OpenCall<A> {
  const { surface, signal = neverAborted, progress = () => {}, ...offered } = facts;
  const requestId = client.access?.request ?? app.runtime.newId("req");
  const given = Object.fromEntries(Object.entries(offered).filter(([, value]) => value !== undefined));
  const log = app.log.child({ request: requestId, surface });
  return { app: { ...app, call: { ...client, ...given, signal, progress, log } }, requestId };
}

const neverAborted = new AbortController().signal;
