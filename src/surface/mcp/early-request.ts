export type RequestId = string | number;

export interface EarlyAnswer {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: unknown;
}

/** The request in a line if it has this method; undefined for anything unusual, which is left to the SDK. */
export function parseRequest(line: string, method: string): { id: RequestId; params: unknown } | undefined {
  let message: Record<string, unknown>;
  try {
    message = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { jsonrpc, id, method: name, params } = message ?? {};
  const isRequest = jsonrpc === "2.0" && (typeof id === "string" || Number.isInteger(id)) && name === method;
  return isRequest ? { id: id as RequestId, params } : undefined;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
