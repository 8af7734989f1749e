import { formatCount } from "../../base/text/plural.js";
import type { AgentProcess, ProcessEnd, ProcessRequest } from "../../engine/agent-process.js";
import type { Transcript } from "../../engine/run-files.js";

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches terminal sequences
const sequences = /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Terminal output without colors, titles and control characters; every line end becomes a newline. */
export const cleanText = (text: string): string =>
  text.replace(sequences, "").replace(/\r\n?/g, "\n").replace(controls, "");

/** Keeps the beginning and the end of a text of any length: errors are at either. */
export function headAndTail(maxEach: number) {
  let head = "";
  let tail = "";
  let dropped = 0;
  return {
    add(text: string): void {
      const room = maxEach - head.length;
      head += text.slice(0, room);
      if (text.length <= room) return;
      tail += text.slice(Math.max(room, 0));
      // Trimmed at twice the size, so that adding single bytes does not copy the tail every time.
      if (tail.length > 2 * maxEach) trim();
    },
    get isCut() {
      return dropped > 0 || tail.length > maxEach;
    },
    text(): string {
      trim();
      return dropped === 0 ? head + tail : `${head}\n[… ${formatCount(dropped, "character")} omitted …]\n${tail}`;
    },
  };

  function trim(): void {
    const over = tail.length - maxEach;
    if (over <= 0) return;
    dropped += over;
    tail = tail.slice(over);
  }
}

/** No agent prints an event longer than this; a longer line is split for the transcript alone. */
const maxCharacters = 8 * 1024 * 1024;

/** Splits bytes into lines of text. Invalid UTF-8 becomes U+FFFD; characters split between chunks are joined. */
export function createLineSplitter(onLine: (line: string, isWhole: boolean) => void) {
  const decoder = new TextDecoder("utf-8");
  let pending = "";
  let isOverlong = false;
  const split = (text: string) => {
    const lines = text.split("\n");
    const rest = lines.pop() ?? "";
    for (const line of lines) {
      onLine(pending + line, !isOverlong);
      pending = "";
      isOverlong = false;
    }
    pending += rest;
    if (pending.length <= maxCharacters) return;
    onLine(pending, false);
    pending = "";
    isOverlong = true;
  };
  return {
    add: (chunk: Uint8Array) => split(decoder.decode(chunk, { stream: true })),
    end() {
      split(decoder.decode());
      if (pending !== "") onLine(pending, !isOverlong);
      pending = "";
    },
  };
}

/** Clients time out when a server is silent. */
const heartbeatMs = 5000;

interface WatchedRequest extends Omit<ProcessRequest, "output"> {
  readonly transcript: Transcript;
  /** `isWhole` is false for the parts of an overlong line. */
  onLine(stream: "stdout" | "stderr", line: string, isWhole: boolean): void;
  onHeartbeat(): void;
}

/** Runs a program; each line that it prints goes to the transcript and to the caller as it arrives. */
export async function runWatched(
  processes: AgentProcess,
  { transcript, onLine, onHeartbeat, ...request }: WatchedRequest,
): Promise<ProcessEnd> {
  const splitterOf = (stream: "stdout" | "stderr", prefix: string) =>
    createLineSplitter((line, isWhole) => {
      transcript.write(`${prefix}${line}\n`);
      onLine(stream, line, isWhole);
    });
  const lines = { stdout: splitterOf("stdout", ""), stderr: splitterOf("stderr", "stderr: ") };
  const heartbeat = setInterval(onHeartbeat, heartbeatMs).unref();
  try {
    return await processes.run({ ...request, output: (stream, chunk) => lines[stream].add(chunk) });
  } finally {
    clearInterval(heartbeat);
    lines.stdout.end();
    lines.stderr.end();
  }
}
