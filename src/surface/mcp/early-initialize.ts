import { version } from "../../base/version.js";
import { capabilities, serverName } from "./identity.js";

/** Protocol revisions that start with `initialize`, newest first; the newest is offered to clients with an unknown one. */
const handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

export interface EarlyInitialize {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly result: unknown;
}

/**
 * Answers `initialize` without the SDK, whose loading takes longer than everything else at startup
 * (decision 0007). Unusual requests are left to the SDK.
 */
export function earlyInitialize(line: string, instructions: string): EarlyInitialize | undefined {
  const request = parseInitialize(line);
  if (!request) return undefined;
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

interface InitializeRequest {
  readonly id: string | number;
  readonly params: { readonly protocolVersion: string };
}

function parseInitialize(line: string): InitializeRequest | undefined {
  let message: Record<string, unknown>;
  try {
    message = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { jsonrpc, id, method, params } = message ?? {};
  const isRequest = jsonrpc === "2.0" && (typeof id === "string" || Number.isInteger(id)) && method === "initialize";
  if (!isRequest || !isPlainInitialize(params)) return undefined;
  return { id: id as string | number, params };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isPlainInitialize = (params: unknown): params is InitializeRequest["params"] =>
  isRecord(params) &&
  typeof params.protocolVersion === "string" &&
  isRecord(params.capabilities) &&
  isRecord(params.clientInfo) &&
  typeof params.clientInfo.name === "string" &&
  typeof params.clientInfo.version === "string" &&
  params._meta === undefined;
