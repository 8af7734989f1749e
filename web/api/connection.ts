import { signal } from "@preact/signals";

/** True while the server does not respond. */
export const isOffline = signal(false);
/** Counts up whenever the server responds again. */
export const reconnects = signal(0);

const retryMs = 1000;

/** Called by every request that found no server; waits in the background until it responds. */
export function reportOffline(): void {
  if (isOffline.value) return;
  isOffline.value = true;
  void waitForServer();
}

async function waitForServer(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, retryMs));
  while (!(await isHealthy()));
  isOffline.value = false;
  reconnects.value++;
}

const isHealthy = (): Promise<boolean> =>
  fetch("./healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
