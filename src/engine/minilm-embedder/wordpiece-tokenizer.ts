/** Turns a text into the numbers of the pieces that the model knows. */
export type WordPieceTokenizer = (text: string) => number[];

const begin = 101;
const end = 102;
const unknown = 100;
const maxWordLength = 100;
const wordsRemembered = 10_000;

/**
 * The model's own reader knows Unicode 8: marks, punctuation and format signs that came later are letters to it. As ranges
 * for an expression, joined where nothing older lies between.
 */
const later =
  "\\u061d\\u07fd\\u0890-\\u08e2\\u09fd\\u09fe\\u0a76\\u0afa-\\u0aff\\u0b55\\u0c04-\\u0c3c\\u0c77\\u0c84\\u0d00\\u0d3b\\u0d3c" +
  "\\u0d81\\u0eba\\u0ece\\u180f-\\u1886\\u1abf-\\u1aeb\\u1b4e\\u1b4f\\u1b7d-\\u1b7f\\u1df6-\\u1dfb\\u2e43-\\u2e5d\\ua82c\\ua8c5" +
  "\\ua8ff\\ua9bd\\u{10d24}-\\u{10f89}\\u{11070}-\\u{11074}\\u{110c2}-\\u{110cd}\\u{111c9}\\u{111cf}\\u{1123e}-\\u{11241}" +
  "\\u{1133b}\\u{113bb}-\\u{1145e}\\u{11660}-\\u{1166c}\\u{116b9}\\u{1182f}-\\u{11fff}\\u{12ff1}-\\u{1612f}" +
  "\\u{16d6d}-\\u{16f4f}\\u{16fe2}-\\u{16fe4}\\u{1cf00}-\\u{1cf46}\\u{1e000}-\\u{1e6f5}\\u{1e944}-\\u{1e95f}";
const punctuation = "\\p{P}$+<=>^`|~";

const plain = /^[\t\n\r\x20-\x7e]*$/;
const plainWords = /[a-z0-9]+|[^\sa-z0-9]/g;
const otherWords = new RegExp(`(?:[^\\s${punctuation}]|[${later}])+|[${punctuation}]`, "gu");
const controls = new RegExp(`(?![\\t\\n\\r${later}])[\\p{Cc}\\p{Cf}\\p{Co}\\ufffd]`, "gu");
/** Two were taken for others before. */
const accents = new RegExp(`(?![${later}])\\p{Mn}|[\\u1734\\u{1171e}]`, "gu");
/** The model's own signs, which it also sees where a text writes them. */
const signs = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;
const chineseSigns =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;

/** `vocabulary` has the pieces in order of their numbers; those inside a word begin with `##`. At most `longest` numbers. */
export function createWordPieceTokenizer(vocabulary: readonly string[], maxLength: number): WordPieceTokenizer {
  const numbers = new Map(vocabulary.map((piece, i) => [piece, i]));
  let remembered = new Map<string, readonly number[]>();

  const tokenize = (word: string): readonly number[] => {
    const known = remembered.get(word);
    if (known) return known;
    if (remembered.size >= wordsRemembered) remembered = new Map();
    const pieces = split(word, numbers);
    remembered.set(word, pieces);
    return pieces;
  };

  return (text) => {
    const found = [begin];
    for (const word of text.split(signs).flatMap(wordsOf)) {
      found.push(...tokenize(word));
      if (found.length >= maxLength) break;
    }
    return [...found.slice(0, maxLength - 1), end];
  };
}

function wordsOf(text: string): readonly string[] {
  if (signs.test(text)) return [text];
  if (plain.test(text)) return text.toLowerCase().match(plainWords) ?? [];
  const bare = text.replace(controls, "").replace(chineseSigns, " $& ").normalize("NFD").replace(accents, "");
  // Letter by letter, as the model was taught: no sigma is the last of its word.
  return bare.replaceAll("Σ", "σ").toLowerCase().match(otherWords) ?? [];
}

/** The longest known beginning, then the longest known continuation, and so on. */
function split(word: string, numbers: ReadonlyMap<string, number>): readonly number[] {
  const letters = [...word];
  if (letters.length > maxWordLength) return [unknown];
  const pieces: number[] = [];
  for (let from = 0; from < letters.length; ) {
    let to = letters.length;
    let piece: number | undefined;
    for (; to > from && piece === undefined; to--) {
      piece = numbers.get((from > 0 ? "##" : "") + letters.slice(from, to).join(""));
    }
    if (piece === undefined) return [unknown];
    pieces.push(piece);
    from = to + 1;
  }
  return pieces;
}
