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

/** The tools of a remote Throughline service. */
export interface RemoteTools {
  /** Its public address. */
  readonly address: string;
  /** `key` is the idempotency key of a request, `recordedAt` when a queued one was made. Never throws, and never takes longer than the timeout. */
  call(
    tool: string,
    input: unknown,
    options: { readonly key?: string; readonly recordedAt?: string; readonly signal?: AbortSignal },
  ): Promise<RemoteAnswer>;
}
