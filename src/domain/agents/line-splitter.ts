/** No agent prints an event longer than this; a longer line is split for the transcript alone. */
const maxCharacters = 8 * 1024 * 1024;

export interface LineSplitter {
  add(chunk: Uint8Array): void;
  end(): void;
}

/** Splits bytes into lines of text. Invalid UTF-8 becomes U+FFFD; characters split between chunks are joined. */
export function createLineSplitter(onLine: (line: string, isWhole: boolean) => void): LineSplitter {
  const decoder = new TextDecoder("utf-8");
  let pending = "";
  let isOverlong = false;
  const split = (text: string) => {
    let from = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
      onLine(pending + text.slice(from, at), !isOverlong);
      pending = "";
      isOverlong = false;
      from = at + 1;
    }
    pending += text.slice(from);
    if (pending.length <= maxCharacters) return;
    onLine(pending, false);
    pending = "";
    isOverlong = true;
  };
  return {
    add: (chunk) => split(decoder.decode(chunk, { stream: true })),
    end() {
      split(decoder.decode());
      if (pending !== "") onLine(pending, !isOverlong);
      pending = "";
    },
  };
}
