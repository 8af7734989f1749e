export type RemoteAnswer =
  | { readonly kind: "answered"; readonly answer: unknown }
  /** The service rejected the request. */
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** The request timed out or the service is unavailable: a retry may succeed. */
  | { readonly kind: "unreachable"; readonly why: string; readonly retryAfterMs: number };

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export interface CallOptions {
  /** The idempotency key of a write. */
  readonly key?: string;
  /** When a queued write was made. */
  readonly recordedAt?: string;
  readonly signal?: AbortSignal;
}

/** The tools of a remote Throughline service. No method throws or takes longer than the timeout. */
export interface RemoteTools {
  /** Its public address. */
  readonly address: string;
  /** Differs for each address and token, and does not reveal them. */
  readonly account: string;
  call(tool: string, input: unknown, options: CallOptions): Promise<RemoteAnswer>;
  /** Reads a list that the service's page shows. */
  list(path: string): Promise<RemoteAnswer>;
}
