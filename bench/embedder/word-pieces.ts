/** Turns a text into the numbers of the pieces that the model knows. */
export type WordPieces = (text: string) => number[];

const begin = 101;
const end = 102;
const unknown = 100;
const longestWord = 100;
const piecesRemembered = 50_000;

const plain = /^[\t\n\r\x20-\x7e]*$/;
const plainWords = /[a-z0-9]+|[^\sa-z0-9]/g;
const otherWords = /[^\s\p{P}$+<=>^`|~]+|[\p{P}$+<=>^`|~]/gu;
const controls = /(?![\t\n\r])[\p{Cc}\p{Cf}\ufffd]/gu;
const chineseSigns = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]/gu;

/** `vocabulary` has the pieces in order of their numbers; those inside a word begin with `##`. At most `longest` numbers. */
export function createWordPieces(vocabulary: readonly string[], longest: number): WordPieces {
  const numbers = new Map(vocabulary.map((piece, i) => [piece, i]));
  let remembered = new Map<string, readonly number[]>();

  const piecesOf = (word: string): readonly number[] => {
    const known = remembered.get(word);
    if (known) return known;
    if (remembered.size >= piecesRemembered) remembered = new Map();
    const pieces = split(word, numbers);
    remembered.set(word, pieces);
    return pieces;
  };

  return (text) => {
    const found = [begin];
    for (const word of wordsOf(text)) {
      found.push(...piecesOf(word));
      if (found.length >= longest) break;
    }
    return [...found.slice(0, longest - 1), end];
  };
}

function wordsOf(text: string): readonly string[] {
  if (plain.test(text)) return text.toLowerCase().match(plainWords) ?? [];
  const bare = text.replace(controls, "").replace(chineseSigns, " $& ").toLowerCase().normalize("NFD");
  return bare.replace(/\p{Mn}/gu, "").match(otherWords) ?? [];
}

/** The longest known beginning, then the longest known continuation, and so on. */
function split(word: string, numbers: ReadonlyMap<string, number>): readonly number[] {
  const signs = [...word];
  if (signs.length > longestWord) return [unknown];
  const pieces: number[] = [];
  for (let from = 0; from < signs.length; ) {
    let to = signs.length;
    let piece: number | undefined;
    for (; to > from && piece === undefined; to--) {
      piece = numbers.get((from > 0 ? "##" : "") + signs.slice(from, to).join(""));
    }
    if (piece === undefined) return [unknown];
    pieces.push(piece);
    from = to + 1;
  }
  return pieces;
}
