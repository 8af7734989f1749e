/** Server-sent events that tell browsers when data has changed. */
export type LiveEvents = ReturnType<typeof createLiveEvents>;

type Stream = ReadableStreamDefaultController<Uint8Array>;

/** Comments between events keep idle connections open. */
const pollsPerComment = 20;

/** `version` is a text that differs after any change of the database. */
export function createLiveEvents({ version, everyMs = 1000 }: { version(): Promise<string>; everyMs?: number }) {
  const streams = new Set<Stream>();
  const text = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  let last: string | undefined;
  let changes = 0;
  let polls = 0;

  const send = (line: string) => {
    for (const stream of streams) stream.enqueue(text.encode(line));
  };
  const poll = async () => {
    // The requests that need the database report when it cannot be read.
    const now = await version().catch(() => last);
    if (last !== undefined && now !== last) announce();
    last = now;
    if (++polls % pollsPerComment === 0) send(": keep-alive\n\n");
  };
  const announce = () => send(`event: change\ndata: ${++changes}\n\n`);
  /** True if it was still open. */
  const remove = (stream: Stream): boolean => {
    const wasOpen = streams.delete(stream);
    if (streams.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    return wasOpen;
  };
  const end = (stream: Stream) => {
    if (remove(stream)) stream.close();
  };

  return {
    open(signal: AbortSignal): Response {
      let opened: Stream | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          opened = stream;
          streams.add(stream);
          stream.enqueue(text.encode("retry: 2000\n\n"));
          timer ??= setInterval(() => void poll(), everyMs);
          signal.addEventListener("abort", () => end(stream));
        },
        // The reader disconnected: the stream is already closed.
        cancel: () => void (opened && remove(opened)),
      });
      return new Response(body, {
        headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" },
      });
    },
    /** Sends a change event at once, after a call that wrote something. */
    nudge: announce,
    close(): void {
      for (const stream of streams) end(stream);
    },
  };
}
