import { version } from "../../base/version.js";
import { type EarlyAnswer, isRecord, parseRequest } from "./early-request.js";
import { capabilities, serverName } from "./identity.js";

/** Protocol revisions that start with `initialize`, newest first; the newest is offered to clients with an unknown one. */
const handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

/**
 * Answers `initialize` without the SDK, whose loading takes longer than everything else at startup
 * (decision 0007). Unusual requests are left to the SDK.
 */
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
  isRecord(params) &&
  typeof params.protocolVersion === "string" &&
  isRecord(params.capabilities) &&
  isRecord(params.clientInfo) &&
  typeof params.clientInfo.name === "string" &&
  typeof params.clientInfo.version === "string" &&
  params._meta === undefined;
