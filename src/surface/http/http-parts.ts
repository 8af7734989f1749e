import type { SurfaceApp } from "../../domain/surface-app.js";
import type { PageFiles } from "../../engine/page-files.js";
import type { Catalog } from "../catalog.js";
import type { Client } from "../open-call.js";
import type { LiveEvents } from "./live-events.js";
import type { SignIn } from "./sign-in.js";

/** What the web server is made of. */
export interface HttpDeps {
  readonly app: SurfaceApp;
  /** Who scripts and the page are: the person whose machine this is. */
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
