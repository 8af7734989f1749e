import type { Call } from "../domain/call.js";
import type { SurfaceApp } from "../domain/surface-app.js";

/** Who is at the other end of a connection, and where it works. */
export type Client = Pick<Call, "tenant" | "caller" | "folder" | "session" | "access">;

type Offered = "signal" | "progress" | "session" | "confirm" | "sample" | "describeTools";

/** What a surface knows of a call, and what it offers to it. */
type CallFacts = { readonly surface: "mcp" | "cli" | "http" } & { readonly [Name in Offered]?: Call[Name] | undefined };

export type OpenCall = ReturnType<typeof openCall<SurfaceApp>>;

/** The product as one call sees it, and the id that names the call in answers and in the log. */
export function openCall<A extends SurfaceApp>(app: A, client: Client, facts: CallFacts) {
  const { surface, signal = neverAborted, progress = () => {}, ...offered } = facts;
  const requestId = client.access?.request ?? app.runtime.newId("req");
  const given = Object.fromEntries(Object.entries(offered).filter(([, value]) => value !== undefined));
  const log = app.log.child({ request: requestId, surface });
  const call: Call = { ...client, ...given, signal, progress, log };
  return { app: { ...app, call }, requestId };
}

const neverAborted = new AbortController().signal;
