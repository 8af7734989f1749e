import type { TokenEmbedding } from "../../../engine/token-embedding.js";
import type { SearchDocument } from "../../../store/search/search-document.js";

/** Bounds what a document costs. */
const maxTokens = 256;
const bytesPerToken = 16;

/** Code is long and there is much of it: its tokens would cost more space than they find (decision 0144). */
export const matchesTokens = ({ kind }: Pick<SearchDocument, "kind">): boolean => kind !== "code";

/** The binary codes of a document's most important tokens, over all its passages; undefined if it has none. */
export function selectTokens(passages: readonly TokenEmbedding[]): Uint8Array | undefined {
  const tokens = passages.flatMap(({ codes, tokens: vectors }) => {
    const count = codes.length / bytesPerToken;
    const size = vectors.length / Math.max(1, count);
    return Array.from({ length: count }, (_, i) => ({
      code: codes.subarray(i * bytesPerToken, (i + 1) * bytesPerToken),
      // The lengths of a passage's tokens add up to 1: times their number, they are comparable across passages.
      importance: count * Math.hypot(...vectors.subarray(i * size, (i + 1) * size)),
    }));
  });
  if (tokens.length === 0) return undefined;
  const selected = new Set(tokens.toSorted((a, b) => b.importance - a.importance).slice(0, maxTokens));
  return Buffer.concat(tokens.filter((token) => selected.has(token)).map(({ code }) => code));
}
