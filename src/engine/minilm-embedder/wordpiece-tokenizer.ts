const beginToken = 101;
const endToken = 102;
const unknownToken = 100;
const maxWordLength = 100;
const maxCachedWords = 10_000;

/**
 * The model's original tokenizer uses Unicode 8: marks, punctuation and format characters added later are letters to it.
 * As ranges for a regular expression, merged where no older character lies between.
 */
const newerThanUnicode8 =
  "\\u061d\\u07fd\\u0890-\\u08e2\\u09fd\\u09fe\\u0a76\\u0afa-\\u0aff\\u0b55\\u0c04-\\u0c3c\\u0c77\\u0c84\\u0d00\\u0d3b\\u0d3c" +
  "\\u0d81\\u0eba\\u0ece\\u180f-\\u1886\\u1abf-\\u1aeb\\u1b4e\\u1b4f\\u1b7d-\\u1b7f\\u1df6-\\u1dfb\\u2e43-\\u2e5d\\ua82c\\ua8c5" +
  "\\ua8ff\\ua9bd\\u{10d24}-\\u{10f89}\\u{11070}-\\u{11074}\\u{110c2}-\\u{110cd}\\u{111c9}\\u{111cf}\\u{1123e}-\\u{11241}" +
  "\\u{1133b}\\u{113bb}-\\u{1145e}\\u{11660}-\\u{1166c}\\u{116b9}\\u{1182f}-\\u{11fff}\\u{12ff1}-\\u{1612f}" +
  "\\u{16d6d}-\\u{16f4f}\\u{16fe2}-\\u{16fe4}\\u{1cf00}-\\u{1cf46}\\u{1e000}-\\u{1e6f5}\\u{1e944}-\\u{1e95f}";
const punctuation = "\\p{P}$+<=>^`|~";

const plain = /^[\t\n\r\x20-\x7e]*$/;
const plainWords = /[a-z0-9]+|[^\sa-z0-9]/g;
const otherWords = new RegExp(`(?:[^\\s${punctuation}]|[${newerThanUnicode8}])+|[${punctuation}]`, "gu");
const controls = new RegExp(`(?![\\t\\n\\r${newerThanUnicode8}])[\\p{Cc}\\p{Cf}\\p{Co}\\ufffd]`, "gu");
/** The last two had another category in Unicode 8. */
const accents = new RegExp(`(?![${newerThanUnicode8}])\\p{Mn}|[\\u1734\\u{1171e}]`, "gu");
/** The model's special tokens, which it also recognizes in texts. */
const specialTokens = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;
const chineseCharacters =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;

/**
 * Splits a text into at most `maxLength` token ids of the model. `vocabulary` has the pieces in order of their ids; those
 * inside a word begin with `##`.
 */
export function createWordPieceTokenizer(vocabulary: readonly string[], maxLength: number): (text: string) => number[] {
  const idsByPiece = new Map(vocabulary.map((piece, i) => [piece, i]));
  let cache = new Map<string, readonly number[]>();

  const tokenize = (word: string): readonly number[] => {
    const cached = cache.get(word);
    if (cached) return cached;
    if (cache.size >= maxCachedWords) cache = new Map();
    const pieces = splitWord(word, idsByPiece);
    cache.set(word, pieces);
    return pieces;
  };

  return (text) => {
    const tokenIds = [beginToken];
    for (const word of text.split(specialTokens).flatMap(wordsOf)) {
      tokenIds.push(...tokenize(word));
      if (tokenIds.length >= maxLength) break;
    }
    return [...tokenIds.slice(0, maxLength - 1), endToken];
  };
}

function wordsOf(text: string): readonly string[] {
  if (specialTokens.test(text)) return [text];
  if (plain.test(text)) return text.toLowerCase().match(plainWords) ?? [];
  const normalized = text
    .replace(controls, "")
    .replace(chineseCharacters, " $& ")
    .normalize("NFD")
    .replace(accents, "");
  // Lower case without context, as in training: no final sigma.
  return normalized.replaceAll("Σ", "σ").toLowerCase().match(otherWords) ?? [];
}

/** The longest known prefix, then the longest known continuation, and so on. */
function splitWord(word: string, idsByPiece: ReadonlyMap<string, number>): readonly number[] {
  const letters = [...word];
  if (letters.length > maxWordLength) return [unknownToken];
  const pieces: number[] = [];
  for (let start = 0; start < letters.length; ) {
    let end = letters.length;
    let piece: number | undefined;
    for (; end > start && piece === undefined; end--) {
      piece = idsByPiece.get((start > 0 ? "##" : "") + letters.slice(start, end).join(""));
    }
    if (piece === undefined) return [unknownToken];
    pieces.push(piece);
    start = end + 1;
  }
  return pieces;
}
