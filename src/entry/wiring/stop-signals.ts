/** Hosts end a server with SIGINT, SIGTERM or by closing its input: each is a normal exit. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => unknown): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void stop(signal));
}
