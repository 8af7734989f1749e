import { isObject, parseJson } from "../../base/json.js";
import type { Settings } from "../../base/settings.js";
import { version } from "../../base/version.js";
import { chosenToolsets, contract } from "../exposure.js";

// Answers without the SDK, whose loading takes longer than everything else at startup (decision 0007). Unusual requests
// are left to the SDK.

export const serverName = "throughline";

/** The server's capabilities. */
export const capabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
};

export type RequestId = string | number;

interface EarlyAnswer {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: unknown;
}

/** The request in a line if it has this method; undefined for anything unusual. */
function parseRequest(line: string, method: string): { id: RequestId; params: unknown } | undefined {
  const message = parseJson(line);
  if (!isObject(message) || message.jsonrpc !== "2.0" || message.method !== method) return undefined;
  const { id, params } = message;
  const isId = typeof id === "string" || (typeof id === "number" && Number.isInteger(id));
  return isId ? { id, params } : undefined;
}

/** Protocol revisions that start with `initialize`, newest first; the newest is offered to clients with an unknown one. */
const handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

export function earlyInitialize(line: string, instructions: string): EarlyAnswer | undefined {
  const request = parseRequest(line, "initialize");
  if (!request || !isPlainInitialize(request.params)) return undefined;
  const requested = request.params.protocolVersion;
  return {
    jsonrpc: "2.0",
    id: request.id,
    result: {
      protocolVersion: handshakeVersions.includes(requested) ? requested : handshakeVersions[0],
      capabilities,
      serverInfo: { name: serverName, version },
      instructions,
    },
  };
}

const isPlainInitialize = (params: unknown): params is { protocolVersion: string } =>
  isObject(params) &&
  typeof params.protocolVersion === "string" &&
  isObject(params.capabilities) &&
  isObject(params.clientInfo) &&
  typeof params.clientInfo.name === "string" &&
  typeof params.clientInfo.version === "string" &&
  params._meta === undefined;

/** Listings that the build stores: all tools, with and without what contracts require, and those that hosts list. */
export const storedListings = ["all", "core", contract] as const;
export type StoredListing = (typeof storedListings)[number];

/** The stored listing that equals what the settings expose to the client; undefined if none does. */
export function storedListingFor(
  settings: Pick<Settings, "toolsets" | "coreTools" | "tools" | "excludeTools" | "readOnly">,
  initialize: string,
): StoredListing | undefined {
  const { tools, excludeTools, readOnly } = settings;
  // Clients announce support for cards in their extensions, and the listing then names the cards.
  if (readOnly || tools.length > 0 || excludeTools.length > 0 || initialize.includes('"extensions"')) return undefined;
  const toolsets = chosenToolsets(settings);
  return toolsets.length === 1 ? storedListings.find((name) => name === toolsets[0]) : undefined;
}

/** Answers a plain `tools/list` with the stored listing. */
export function earlyListing(line: string, listing: unknown): EarlyAnswer | undefined {
  const request = parseRequest(line, "tools/list");
  if (!request || !isPlain(request.params)) return undefined;
  return { jsonrpc: "2.0", id: request.id, result: listing };
}

const isPlain = (params: unknown): boolean =>
  params === undefined || (isObject(params) && Object.keys(params).length === 0);

/** What clients send between `initialize` and their first request. */
export const isInitialized = (line: string): boolean => line.includes('"notifications/initialized"');

/** Lists that clients ask for beside that of the tools, in any order. */
export const isOtherListing = (line: string): boolean =>
  /"method":\s*"(?:prompts|resources|resources\/templates)\/list"/.test(line);
