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

/** Splits bytes into lines; of a line that is too long only the ends stay, which may have the id of the request. */
function createLineSplitter(push: (line: Line) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let start: Buffer = Buffer.alloc(0);
  let end: Buffer = Buffer.alloc(0);
  let bytes = 0;
  const take = (part: Buffer) => {
    bytes += part.length;
    if (start.length < endBytes) start = Buffer.concat([start, part.subarray(0, endBytes - start.length)]);
    end = part.length >= endBytes ? part : Buffer.concat([end.subarray(-endBytes), part]);
    if (bytes <= maxBytes) parts.push(part);
    else parts = [];
  };
  const finish = () => {
    if (bytes > maxBytes) push({ kind: "oversized", start: start.toString(), end: end.subarray(-endBytes).toString() });
    else if (bytes > 0) push({ kind: "text", text: Buffer.concat(parts).toString() });
    parts = [];
    start = Buffer.alloc(0);
    end = Buffer.alloc(0);
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
