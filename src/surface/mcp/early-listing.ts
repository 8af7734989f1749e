import type { Settings } from "../../base/settings.js";
import { chosenToolsets, contract } from "../exposure.js";
import { type EarlyAnswer, isRecord, parseRequest } from "./early-request.js";

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

/** Answers a plain `tools/list` with the stored listing (decision 0007). */
export function earlyListing(line: string, listing: unknown): EarlyAnswer | undefined {
  const request = parseRequest(line, "tools/list");
  if (!request || !isPlain(request.params)) return undefined;
  return { jsonrpc: "2.0", id: request.id, result: listing };
}

const isPlain = (params: unknown): boolean =>
  params === undefined || (isRecord(params) && Object.keys(params).length === 0);

/** What clients send between `initialize` and their first request. */
export const isInitialized = (line: string): boolean => line.includes('"notifications/initialized"');

/** Lists that clients ask for beside that of the tools, in any order. */
export const isOtherListing = (line: string): boolean =>
  /"method":\s*"(?:prompts|resources|resources\/templates)\/list"/.test(line);
