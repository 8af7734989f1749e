import { formatCount } from "../../base/text/plural.js";

/** Keeps the beginning and the end of a text of any length: errors are at either. */
export interface HeadAndTail {
  add(text: string): void;
  readonly isCut: boolean;
  text(): string;
}

export function headAndTail(maxEach: number): HeadAndTail {
  let head = "";
  let tail = "";
  let dropped = 0;
  return {
    add(text) {
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
    text() {
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
