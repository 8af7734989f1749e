/** A line longer than this is no event of any agent; it is passed on in pieces for the transcript alone. */
const maxCharacters = 8 * 1024 * 1024;

export interface LineSplitter {
  add(chunk: Uint8Array): void;
  end(): void;
}

/** Cuts bytes into lines of text. Invalid UTF-8 becomes U+FFFD; characters split between chunks are put together. */
export function createLineSplitter(take: (line: string, isWhole: boolean) => void): LineSplitter {
  const decoder = new TextDecoder("utf-8");
  let held = "";
  let isLong = false;
  const feed = (text: string) => {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      take(held + text.slice(from, at), !isLong);
      held = "";
      isLong = false;
      from = at + 1;
    }
    held += text.slice(from);
    if (held.length <= maxCharacters) return;
    take(held, false);
    held = "";
    isLong = true;
  };
  return {
    add: (chunk) => feed(decoder.decode(chunk, { stream: true })),
    end() {
      feed(decoder.decode());
      if (held !== "") take(held, !isLong);
      held = "";
    },
  };
}
