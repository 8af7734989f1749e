import type { Readable, Writable } from "node:stream";

/** One line of input, or the ends of a line that was too long. */
export type Line =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "oversized"; readonly start: string; readonly end: string };

/** Newline-delimited messages over a pair of streams. Lines are queued until they are read. */
export type StdioChannel = ReturnType<typeof openStdioChannel>;

/** Longer messages are refused one by one instead of ending the connection. */
const maxBytes = 10 * 1024 * 1024;
const endBytes = 1024;

export function openStdioChannel(input: Readable, output: Writable) {
  const waiting: Line[] = [];
  let wake: (() => void) | undefined;
  let isEnded = false;
  const push = (line: Line) => {
    waiting.push(line);
    wake?.();
  };
  const end = () => {
    isEnded = true;
    wake?.();
  };
  const split = createLineSplitter(push);
  input.on("data", split);
  input.on("end", end);
  input.on("close", end);
  input.on("error", end);
  // The client may close its end first: that ends the connection, not the process.
  output.on("error", end);

  return {
    /** The next line; undefined once the input has ended, or if there is none within `waitMs`. */
    async next(waitMs?: number): Promise<Line | undefined> {
      if (waiting.length === 0 && !isEnded)
        await new Promise<void>((resolve) => {
          const timer = waitMs === undefined ? undefined : setTimeout(resolve, waitMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      return waiting.shift();
    },
    send: (message: unknown): Promise<void> =>
      new Promise((sent) => output.write(`${JSON.stringify(message)}\n`, () => sent())),
    /** Stops reading, so that the process can exit. */
    close(): void {
      end();
      input.destroy();
    },
  };
}

/** Splits bytes into lines; a line that is too long is dropped and reported. */
function createLineSplitter(push: (line: Line) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let start = "";
  let last: Buffer = Buffer.alloc(0);
  let bytes = 0;
  const take = (part: Buffer) => {
    bytes += part.length;
    last = part.length >= endBytes ? part : Buffer.concat([last.subarray(-endBytes), part]);
    if (bytes <= maxBytes) {
      parts.push(part);
      return;
    }
    // Only the ends stay: they may have the id of the request.
    start ||= startOf([...parts, part]);
    parts = [];
  };
  const finish = () => {
    if (bytes > maxBytes) push({ kind: "oversized", start, end: last.subarray(-endBytes).toString("utf8") });
    else if (bytes > 0) push({ kind: "text", text: Buffer.concat(parts).toString("utf8") });
    parts = [];
    start = "";
    last = Buffer.alloc(0);
    bytes = 0;
  };
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, at));
      finish();
      from = at + 1;
    }
    take(chunk.subarray(from));
  };
}

/** A part may be as short as a byte. */
function startOf(parts: readonly Buffer[]): string {
  let bytes = 0;
  const enough = parts.findIndex((part) => {
    bytes += part.length;
    return bytes >= endBytes;
  });
  return Buffer.concat(parts.slice(0, enough + 1)).toString("utf8", 0, endBytes);
}
