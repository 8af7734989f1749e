const headBytes = 8192;

/** As UTF-16 with a byte order mark or with the zeros that it has in most characters, else as UTF-8, else as Windows-1252, which includes Latin-1; undefined for binary files. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, headBytes);
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const wide = wideEncodingOf(head);
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (head.some(isControl)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const highBytes = head.filter((byte) => byte >= 0x80).length;
    return highBytes <= maxHighShare * head.length ? new TextDecoder("windows-1252").decode(bytes) : undefined;
  }
}

/** In UTF-16 every other byte of plain text is zero, and none of those between. */
function wideEncodingOf(head: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (head.length < 4 || head.length % 2 !== 0 || !head.includes(0)) return undefined;
  const zeros = [0, 1].map((from) => head.filter((byte, i) => i % 2 === from && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  const hasControls = (from: number) => head.some((byte, i) => i % 2 === from && isControl(byte));
  const min = minZeroShare * (head.length / 2);
  if (odd >= min && even === 0 && !hasControls(0)) return "utf-16le";
  return even >= min && odd === 0 && !hasControls(1) ? "utf-16be" : undefined;
}

const minZeroShare = 0.7;

/** Text has tabs, line ends, form feeds and escapes, but no other control characters. */
const isControl = (byte: number) => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
/** In Latin-1 most letters are ASCII; more than this is compressed or another encoding. */
const maxHighShare = 0.3;
