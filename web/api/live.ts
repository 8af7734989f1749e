import { signal } from "@preact/signals";
import { pageHeader } from "./ask.js";

/** Counts up whenever something that the page may show has changed. */
export const changes = signal(0);
/** Whether changes are being told of at the moment. */
export const isLive = signal(false);

/** Several changes in a row are one. */
const settleMs = 400;
/** While agents work, something changes all the time: asking for it more often would show no more. */
const minMs = 2500;
const retryMs = 2000;

/**
 * Only while somebody looks: browsers hold few connections to one server, and a stream in every hidden tab would leave
 * none for the tab in front.
 */
export function listenForChanges(): void {
  let stop = new AbortController();
  void follow(stop.signal);
  document.addEventListener("visibilitychange", () => {
    stop.abort();
    if (document.hidden) return;
    stop = new AbortController();
    changes.value++;
    void follow(stop.signal);
  });
}

/** Reads the stream by hand: `EventSource` cannot send the header that proves where it comes from. */
async function follow(stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await readStream(stop).catch(() => {});
    isLive.value = false;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

let waiting: ReturnType<typeof setTimeout> | undefined;
let lastAt = 0;

function announce(): void {
  if (waiting !== undefined) return;
  waiting = setTimeout(
    () => {
      waiting = undefined;
      lastAt = performance.now();
      changes.value++;
    },
    Math.max(settleMs, lastAt + minMs - performance.now()),
  );
}

async function readStream(stop: AbortSignal): Promise<void> {
  const answer = await fetch("/api/events", { headers: pageHeader, signal: stop });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  isLive.value = answer.ok;
  // Nobody told of what changed between the first answers, or the end of the last stream, and now.
  if (answer.ok) announce();
  while (answer.ok && reader) {
    const { done, value = "" } = await reader.read();
    if (done) return;
    if (value.includes("event: change")) announce();
  }
}
