import { cancelled, throwIfAborted } from "./slots.js";

/** Equal questions at the same time are asked once. The work goes on while anybody waits for it. */
export interface SingleFlight<T> {
  join(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Flight<T> {
  readonly landed: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>();
  return {
    async join(key, signal, start) {
      throwIfAborted(signal);
      const flight = flights.get(key) ?? board(key, start);
      flight.waiting++;
      try {
        return await orAborted(flight.landed, signal);
      } finally {
        flight.waiting--;
        if (flight.waiting === 0) flight.stop.abort();
      }
    },
  };

  function board(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController();
    const landed = start(stop.signal).finally(() => flights.delete(key));
    // Everybody may have left before it fails.
    landed.catch(() => {});
    const flight = { landed, stop, waiting: 0 };
    flights.set(key, flight);
    return flight;
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(cancelled());
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
