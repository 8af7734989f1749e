import { version } from "../../base/version.js";
import { capabilities, serverName } from "./identity.js";

/** Revisions that open with `initialize`, newest first; the newest is offered for one that we do not know. */
const handshakeVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"];

export interface EarlyInitialize {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly result: unknown;
}

/**
 * The answer to a client's `initialize`, made without the SDK: loading that takes longer than everything else at start
 * (decision 0007). Anything but a plain opening is left to the SDK.
 */
export function earlyInitialize(line: string, instructions: string): EarlyInitialize | undefined {
  const opening = parseOpening(line);
  if (!opening) return undefined;
  const asked = opening.params.protocolVersion;
  return {
    jsonrpc: "2.0",
    id: opening.id,
    result: {
      protocolVersion: handshakeVersions.includes(asked) ? asked : handshakeVersions[0],
      capabilities,
      serverInfo: { name: serverName, version },
      instructions,
    },
  };
}

interface Opening {
  readonly id: string | number;
  readonly params: { readonly protocolVersion: string };
}

function parseOpening(line: string): Opening | undefined {
  let message: Record<string, unknown>;
  try {
    message = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { jsonrpc, id, method, params } = message ?? {};
  const isRequest = jsonrpc === "2.0" && (typeof id === "string" || Number.isInteger(id)) && method === "initialize";
  if (!isRequest || !isPlainOpening(params)) return undefined;
  return { id: id as string | number, params };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isPlainOpening = (params: unknown): params is Opening["params"] =>
  isRecord(params) &&
  typeof params.protocolVersion === "string" &&
  isRecord(params.capabilities) &&
  isRecord(params.clientInfo) &&
  typeof params.clientInfo.name === "string" &&
  typeof params.clientInfo.version === "string" &&
  params._meta === undefined;
