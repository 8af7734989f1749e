import { StringDecoder } from "node:string_decoder";
import pc from "picocolors";
import { plainPaint } from "../../base/paint.js";
import type { Key, Screen } from "../screen.js";
import { keysOfRest, pasteBegin, readKeys } from "./read-keys.js";

/** Distinguishes the escape key from an escape sequence, also over a slow connection. */
const escapeTimeoutMs = 80;
/** Alternate screen, no line wrapping, bracketed paste. */
const enter = "\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[2J";
const leave = "\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l";

/** Takes the terminal for a full-screen dialogue; undefined without a terminal. */
export function openScreen(): Screen | undefined {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY || process.env.TERM === "dumb") return undefined;
  const wasRaw = stdin.isRaw;
  let drawnLines: readonly string[] = [];
  let isOpen = true;
  const cleanups: (() => void)[] = [];

  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    for (const cleanUp of cleanups) cleanUp();
    stdout.write(leave);
    stdin.setRawMode(wasRaw);
    stdin.pause();
  };
  // Restores the terminal however the process ends.
  process.once("exit", close);
  cleanups.push(() => process.off("exit", close));
  stdin.setRawMode(true);
  stdout.write(enter);

  return {
    paint: pc.isColorSupported ? pc : plainPaint,
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    draw(lines, cursor) {
      if (!isOpen) return;
      stdout.write(frame(lines, drawnLines, cursor));
      drawnLines = lines;
    },
    onKey: (listener) => void cleanups.push(listenForKeys(stdin, listener)),
    onResize(listener) {
      const redraw = () => {
        drawnLines = [];
        stdout.write("\x1b[2J");
        listener();
      };
      stdout.on("resize", redraw);
      cleanups.push(() => stdout.off("resize", redraw));
    },
    close,
  };
}

/** One write for a frame, of the lines that changed, synchronized where the terminal supports it, to prevent flicker. */
function frame(lines: readonly string[], previous: readonly string[], cursor: number): string {
  const changed = Array.from({ length: Math.max(lines.length, previous.length) }, (_, i) => i)
    .filter((i) => lines[i] !== previous[i])
    .map((i) => `\x1b[${i + 1};1H${lines[i] ?? ""}\x1b[K`);
  return `\x1b[?2026h\x1b[?25l${changed.join("")}\x1b[1;${cursor + 1}H\x1b[?25h\x1b[?2026l`;
}

function listenForKeys(stdin: NodeJS.ReadStream, listener: (key: Key) => void): () => void {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let timer: NodeJS.Timeout | undefined;
  const emit = (keys: readonly Key[]) => {
    for (const key of keys) listener(key);
  };
  const flush = () => {
    const unfinished = rest;
    rest = "";
    emit(keysOfRest(unfinished));
  };
  const onData = (chunk: Buffer) => {
    clearTimeout(timer);
    const result = readKeys(rest + decoder.write(chunk));
    rest = result.rest;
    if (rest !== "" && !rest.startsWith(pasteBegin)) timer = setTimeout(flush, escapeTimeoutMs);
    emit(result.keys);
  };
  const onEnd = () => emit([{ kind: "interrupt" }]);
  stdin.on("data", onData).on("end", onEnd).resume();
  return () => {
    clearTimeout(timer);
    stdin.off("data", onData).off("end", onEnd);
  };
}
