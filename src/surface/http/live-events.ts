/** Streams that tell browsers when what they show has changed. */
export interface LiveEvents {
  open(signal: AbortSignal): Response;
  /** Looks now, instead of at the next beat: after a call that changed something. */
  nudge(): void;
  close(): void;
}

interface Deps {
  /** Another text after any change of the database. */
  version(): Promise<string>;
  everyMs?: number;
}

/** Comments between events keep a connection from being taken for dead. */
const beatsPerComment = 20;

export function createLiveEvents({ version, everyMs = 1000 }: Deps): LiveEvents {
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const text = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  let last: string | undefined;
  let changes = 0;
  let beat = 0;

  const tell = (line: string) => {
    for (const stream of streams) stream.enqueue(text.encode(line));
  };
  const look = async () => {
    // A database that cannot be read is told of by the requests that need it.
    const now = await version().catch(() => last);
    if (last !== undefined && now !== last) announce();
    last = now;
    if (++beat % beatsPerComment === 0) tell(": still here\n\n");
  };
  const announce = () => tell(`event: change\ndata: ${++changes}\n\n`);
  /** True when it was still open. */
  const forget = (stream: ReadableStreamDefaultController<Uint8Array>): boolean => {
    const wasOpen = streams.delete(stream);
    if (streams.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    return wasOpen;
  };
  const end = (stream: ReadableStreamDefaultController<Uint8Array>) => {
    if (forget(stream)) stream.close();
  };

  return {
    open(signal) {
      let opened: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          opened = stream;
          streams.add(stream);
          stream.enqueue(text.encode("retry: 2000\n\n"));
          timer ??= setInterval(() => void look(), everyMs);
          signal.addEventListener("abort", () => end(stream));
        },
        // Whoever read it went away: it is closed already.
        cancel: () => void (opened && forget(opened)),
      });
      return new Response(body, {
        headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" },
      });
    },
    nudge: announce,
    close() {
      for (const stream of streams) end(stream);
    },
  };
}
