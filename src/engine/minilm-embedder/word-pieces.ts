/** Turns a text into the numbers of the pieces that the model knows. */
export type WordPieces = (text: string) => number[];

const begin = 101;
const end = 102;
const unknown = 100;
const longestWord = 100;
const wordsRemembered = 10_000;

const plain = /^[\t\n\r\x20-\x7e]*$/;
const plainWords = /[a-z0-9]+|[^\sa-z0-9]/g;
const otherWords = /[^\s\p{P}$+<=>^`|~]+|[\p{P}$+<=>^`|~]/gu;
const controls = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\ufffd]/gu;
/** The model's own signs, which it also sees where a text writes them. */
const signs = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;
const chineseSigns = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]/gu;

/** `vocabulary` has the pieces in order of their numbers; those inside a word begin with `##`. At most `longest` numbers. */
export function createWordPieces(vocabulary: readonly string[], longest: number): WordPieces {
  const numbers = new Map(vocabulary.map((piece, i) => [piece, i]));
  let remembered = new Map<string, readonly number[]>();

  const piecesOf = (word: string): readonly number[] => {
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
      found.push(...piecesOf(word));
      if (found.length >= longest) break;
    }
    return [...found.slice(0, longest - 1), end];
  };
}

function wordsOf(text: string): readonly string[] {
  if (signs.test(text)) return [text];
  if (plain.test(text)) return text.toLowerCase().match(plainWords) ?? [];
  const bare = text
    .replace(controls, "")
    .replace(chineseSigns, " $& ")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "");
  // Letter by letter, as the model was taught: no sigma is the last of its word.
  return bare.replaceAll("Σ", "σ").toLowerCase().match(otherWords) ?? [];
}

/** The longest known beginning, then the longest known continuation, and so on. */
function split(word: string, numbers: ReadonlyMap<string, number>): readonly number[] {
  const letters = [...word];
  if (letters.length > longestWord) return [unknown];
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
