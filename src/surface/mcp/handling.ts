import type { ServerContext } from "@modelcontextprotocol/server";
import type { SurfaceApp } from "../../domain/surface-app.js";
import type { Catalog } from "../catalog.js";
import type { Client, OpenCall } from "../open-call.js";
import type { CardParts } from "./cards.js";

export interface McpDeps {
  readonly app: SurfaceApp;
  readonly client: Client;
  /** Called for every request, so that changed settings take effect without a restart. */
  catalog(): Catalog;
  readonly instructions: string;
  /** Whether the connection lasts long enough to notify the client of changed resources. */
  readonly canSubscribe: boolean;
  /** Called with the resources that a call changed. */
  changed(uris: readonly string[]): void;
  /** Script and style of the cards; undefined if they were not built. */
  cardParts?(): Promise<CardParts | undefined>;
}

/** Shared by the handlers of all methods. */
export interface Handling extends McpDeps {
  open(context: ServerContext): OpenCall;
  /** Whether the client supports cards. */
  showsCards(): boolean;
}
