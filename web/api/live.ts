import { signal } from "@preact/signals";
import { isOffline, reconnects, reportOffline } from "./connection.js";
import { pageHeader } from "./request.js";

/** Counts up whenever data on the page may have changed. */
export const changes = signal(0);
/** Whether the stream of change events is connected. */
export const isLive = signal(false);

/** Changes within this time cause one reload. */
const settleMs = 400;
/** Minimum time between reloads: while agents work, something changes all the time. */
const minMs = 2500;

/**
 * Listens only while the tab is visible: browsers open few connections to one server, and a stream in every hidden tab
 * would leave none for the visible one.
 */
export function listenForChanges(): void {
  let stop = new AbortController();
  void keepListening(stop.signal);
  document.addEventListener("visibilitychange", () => {
    stop.abort();
    if (document.hidden) return;
    stop = new AbortController();
    changes.value++;
    void keepListening(stop.signal);
  });
}

/** A team service sends no change events: views are read again when a person returns to the tab. */
export const refreshOnReturn = (): void =>
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) changes.value++;
  });

/** Reads the stream with fetch, because `EventSource` cannot send the page's header. */
async function keepListening(stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await readStream(stop).catch(() => {});
    isLive.value = false;
    if (!stop.aborted) reportOffline();
    if (!stop.aborted) await untilConnected();
  }
}

/** `reconnects` counts before the first request of a new connection. */
const untilConnected = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = isOffline.subscribe((offline) => {
      if (offline) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });

reconnects.subscribe((count) => {
  if (count > 0) changes.value++;
});

let refreshTimer: ReturnType<typeof setTimeout> | undefined;
let lastAt = 0;

function scheduleRefresh(): void {
  if (refreshTimer !== undefined) return;
  refreshTimer = setTimeout(
    () => {
      refreshTimer = undefined;
      lastAt = performance.now();
      changes.value++;
    },
    Math.max(settleMs, lastAt + minMs - performance.now()),
  );
}

async function readStream(stop: AbortSignal): Promise<void> {
  const answer = await fetch("./api/events", { headers: pageHeader, signal: stop });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  isLive.value = answer.ok;
  // Changes between the first answers, or the end of the last stream, and now sent no event.
  if (answer.ok) scheduleRefresh();
  while (answer.ok && reader) {
    const { done, value = "" } = await reader.read();
    if (done) return;
    if (value.includes("event: change")) scheduleRefresh();
  }
}
