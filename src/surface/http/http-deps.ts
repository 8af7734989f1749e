import type { SurfaceApp } from "../../domain/surface-app.js";
import type { PageFiles } from "../../engine/page-files.js";
import type { Catalog } from "../catalog.js";
import type { Client } from "../open-call.js";
import type { LiveEvents } from "./live-events.js";
import type { SignIn } from "./sign-in.js";

/** Dependencies of the web server. */
export interface HttpDeps {
  readonly app: SurfaceApp;
  /** The identity of scripts and the page: the owner of this machine. */
  readonly client: Client;
  readonly token: string;
  readonly signIn: SignIn;
  readonly page: PageFiles;
  readonly live: LiveEvents;
  catalog(): Catalog;
  /** Serves MCP over Streamable HTTP. */
  mcp(request: Request): Promise<Response>;
  changed(uris: readonly string[]): void;
}
