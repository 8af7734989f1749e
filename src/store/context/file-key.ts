import { AppError } from "../../base/errors.js";

const maxBytes = 200;

/** A key as a file name: letters, digits, `_` and `-` in lower case. No key can name a path. */
export function fileKey(key: string): string {
  const safe = toName(key);
  if (safe === "") throw new AppError("invalid", "Key cannot be empty", { hint: "Use letters, digits, `_` or `-`." });
  if (Buffer.byteLength(safe) > maxBytes) {
    throw new AppError("invalid", `The key is longer than ${maxBytes} bytes.`, { hint: "Use a shorter key." });
  }
  return safe;
}

/** The same for a text that may be long or empty, cut to `maxCharacters`. */
export const fileSlug = (text: string, maxCharacters: number): string =>
  toName([...toName(text)].slice(0, maxCharacters).join("")) || "untitled";

/** Composed form, so that a name typed on a Mac is the name found on Linux. */
const toName = (text: string) =>
  text
    .slice(0, 4096)
    .normalize("NFC")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_-]+/gu, "-")
    .replace(/-{2,}/g, "-")
    .replace(/^-+|-+$/g, "");
