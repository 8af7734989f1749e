import { signal } from "@preact/signals";

/** Counts up whenever something that the page may show has changed. */
export const changes = signal(0);
/** Whether changes are being told of at the moment. */
export const isLive = signal(false);

/** Several changes in a row are one. */
const settleMs = 400;

/**
 * Only while somebody looks: browsers hold few connections to one server, and a stream in every hidden tab would leave
 * none for the tab in front.
 */
export function listenForChanges(): void {
  let source = openStream();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      source.close();
      isLive.value = false;
    } else if (source.readyState === EventSource.CLOSED) {
      source = openStream();
      changes.value++;
    }
  });
}

function openStream(): EventSource {
  const source = new EventSource("/api/events");
  let timer: ReturnType<typeof setTimeout> | undefined;
  source.onopen = () => {
    isLive.value = true;
  };
  source.onerror = () => {
    isLive.value = false;
  };
  source.addEventListener("change", () => {
    clearTimeout(timer);
    timer = setTimeout(() => changes.value++, settleMs);
  });
  return source;
}
