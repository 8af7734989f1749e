export interface Deadline {
  readonly signal: AbortSignal;
  /** Must be called when the work is over. */
  clear(): void;
}

/**
 * A signal that aborts after some time, or with another signal. Node loses `AbortSignal.any` over `AbortSignal.timeout` when
 * it collects garbage (nodejs/node#57736), and the work then waits forever.
 */
export function startDeadline(ms: number, other?: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException("The time is over.", "TimeoutError")), ms);
  const follow = () => controller.abort(other?.reason);
  if (other?.aborted) follow();
  other?.addEventListener("abort", follow, { once: true });
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      other?.removeEventListener("abort", follow);
    },
  };
}
