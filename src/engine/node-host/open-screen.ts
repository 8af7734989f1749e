import { StringDecoder } from "node:string_decoder";
import pc from "picocolors";
import { plainPaint } from "../../base/paint.js";
import type { Key, Screen } from "../screen.js";
import { keysOfRest, pasteBegin, readKeys } from "./read-keys.js";

/** Between the escape key and the rest of a sequence that begins like it, also over a slow line. */
const restMs = 80;
/** Another screen than the shell's, lines that do not wrap, pastes marked as such. */
const enter = "\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[2J";
const leave = "\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l";

/** Takes the terminal for a full-screen dialogue; undefined without a terminal. */
export function openScreen(): Screen | undefined {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY || process.env.TERM === "dumb") return undefined;
  const wasRaw = stdin.isRaw;
  let shown: readonly string[] = [];
  let isOpen = true;
  const stops: (() => void)[] = [];

  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    for (const stop of stops) stop();
    stdout.write(leave);
    stdin.setRawMode(wasRaw);
    stdin.pause();
  };
  // Restores the terminal however the process ends.
  process.once("exit", close);
  stops.push(() => process.off("exit", close));
  stdin.setRawMode(true);
  stdout.write(enter);

  return {
    paint: pc.isColorSupported ? pc : plainPaint,
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    draw(lines, cursor) {
      if (!isOpen) return;
      stdout.write(frame(lines, shown, cursor));
      shown = lines;
    },
    onKey: (heard) => void stops.push(hearKeys(stdin, heard)),
    onResize(changed) {
      const redraw = () => {
        shown = [];
        stdout.write("\x1b[2J");
        changed();
      };
      stdout.on("resize", redraw);
      stops.push(() => stdout.off("resize", redraw));
    },
    close,
  };
}

/** One write for a frame, of the lines that changed, synchronized where the terminal supports it, to prevent flicker. */
function frame(lines: readonly string[], before: readonly string[], cursor: number): string {
  const changed = Array.from({ length: Math.max(lines.length, before.length) }, (_, i) => i)
    .filter((i) => lines[i] !== before[i])
    .map((i) => `\x1b[${i + 1};1H${lines[i] ?? ""}\x1b[K`);
  return `\x1b[?2026h\x1b[?25l${changed.join("")}\x1b[1;${cursor + 1}H\x1b[?25h\x1b[?2026l`;
}

function hearKeys(stdin: NodeJS.ReadStream, heard: (key: Key) => void): () => void {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let late: NodeJS.Timeout | undefined;
  const tell = (keys: readonly Key[]) => {
    for (const key of keys) heard(key);
  };
  const giveUp = () => {
    const unfinished = rest;
    rest = "";
    tell(keysOfRest(unfinished));
  };
  const hear = (chunk: Buffer) => {
    clearTimeout(late);
    const read = readKeys(rest + decoder.write(chunk));
    rest = read.rest;
    if (rest !== "" && !rest.startsWith(pasteBegin)) late = setTimeout(giveUp, restMs);
    tell(read.keys);
  };
  const end = () => tell([{ kind: "interrupt" }]);
  stdin.on("data", hear).on("end", end).resume();
  return () => {
    clearTimeout(late);
    stdin.off("data", hear).off("end", end);
  };
}
