import type { ServerContext } from "@modelcontextprotocol/server";
import type { SurfaceApp } from "../../domain/surface-app.js";
import type { Catalog } from "../catalog.js";
import type { Client, OpenCall } from "../open-call.js";
import type { CardParts } from "./cards.js";

export interface McpDeps {
  readonly app: SurfaceApp;
  readonly client: Client;
  /** Looked at for every request, so that a change of settings shows without a restart. */
  catalog(): Catalog;
  readonly instructions: string;
  /** Whether the connection lasts long enough to tell a client later that a resource changed. */
  readonly canSubscribe: boolean;
  /** Told which resources a call changed. */
  changed(uris: readonly string[]): void;
  /** What cards are made of; undefined or absent where none were built. */
  cardParts?(): Promise<CardParts | undefined>;
}

/** What the handlers of all methods share. */
export interface Handling extends McpDeps {
  open(context: ServerContext): OpenCall;
  /** Whether the client has said that it shows cards. */
  showsCards(): boolean;
}
