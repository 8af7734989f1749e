import { cancelled, throwIfAborted } from "./slots.js";

interface Flight<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiters: number;
}

/** Runs concurrent requests with the same key once. The work is aborted when no caller waits for it any more. */
export function createSingleFlight<T>() {
  const flights = new Map<string, Flight<T>>();
  return {
    async join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
      throwIfAborted(signal);
      const flight = flights.get(key) ?? startFlight(key, start);
      flight.waiters++;
      try {
        return await rejectOnAbort(flight.result, signal);
      } finally {
        flight.waiters--;
        if (flight.waiters === 0) flight.stop.abort();
      }
    },
  };

  function startFlight(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController();
    const result = start(stop.signal).finally(() => flights.delete(key));
    // All callers may have left before it fails.
    result.catch(() => {});
    const flight = { result, stop, waiters: 0 };
    flights.set(key, flight);
    return flight;
  }
}

function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(cancelled());
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
