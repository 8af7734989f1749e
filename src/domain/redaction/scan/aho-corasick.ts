/** All words at once: an Aho-Corasick automaton, flattened to one table so that each character costs one look-up. */
export interface AhoCorasick {
  /** Character class of each UTF-16 unit; 0 for those no word holds. */
  readonly classes: Uint8Array;
  /** `table[(state << shift) | class]` is the next state. */
  readonly table: Uint16Array;
  readonly shift: number;
  /** States from here on end at least one word. */
  readonly firstFinal: number;
  /** The words that end in state `firstFinal + i`, longest first. */
  readonly endings: readonly (readonly number[])[];
}

/**
 * The words as a tree, a node being an index into each array; node 0 is the root.
 * Flat arrays, because a short-lived process builds this once and an object per node would cost it milliseconds.
 */
interface Trie {
  readonly size: number;
  readonly firstChild: Uint16Array;
  readonly sibling: Uint16Array;
  readonly key: Uint8Array;
  readonly fail: Uint16Array;
  /** The words that end at a node, those by way of its failure links included. */
  readonly words: (number[] | undefined)[];
}

/**
 * Matches words regardless of case and of the marks on Latin and Greek letters; an uppercase letter must be one UTF-16
 * unit. Letters of other scripts share a few classes, because a row of the table has one entry per class: whoever looks
 * for words in them compares what was found (`withoutMarks`).
 */
export function buildAhoCorasick(words: readonly string[]): AhoCorasick {
  const classes = classesOf(words);
  const trie = growTrie(words, classes);
  const order = linkFailures(trie);
  const { states, firstFinal, endings } = numberStates(trie);
  const shift = Math.ceil(Math.log2(1 + classes.reduce((max, one) => Math.max(max, one), 0)));
  return { classes, shift, table: flatten(trie, order, states, shift), firstFinal, endings };
}

function classesOf(words: readonly string[]): Uint8Array {
  const classes = new Uint8Array(65536);
  const chars = [...new Set(words.join("").toLowerCase())];
  const ascii = chars.filter((char) => char < "\x80");
  // As many as a row has room for, whose length is a power of two.
  const sharedClasses = 2 ** Math.ceil(Math.log2(ascii.length + 1 + minSharedClasses)) - 1 - ascii.length;
  const classOf = (char: string) =>
    char < "\x80" ? ascii.indexOf(char) + 1 : ascii.length + 1 + (char.charCodeAt(0) % sharedClasses);
  for (const char of chars) {
    classes[char.charCodeAt(0)] = classOf(char);
    classes[char.toUpperCase().charCodeAt(0)] = classOf(char);
  }
  for (const [first, last] of markedLetters)
    for (let code = first; code <= last; code++) {
      const base = withoutMarks(String.fromCharCode(code));
      if (base.length === 1) classes[code] = classes[base.charCodeAt(0)] as number;
    }
  return classes;
}

const minSharedClasses = 5;
const markedLetters = [
  [0xc0, 0x17f],
  [0x386, 0x3ce],
  [0x1ea0, 0x1ef9],
] as const;
const withoutOwnMark: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ı: "i" };

/** In small letters. */
export const withoutMarks = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[łøđı]/g, (letter) => withoutOwnMark[letter] ?? letter);

function growTrie(words: readonly string[], classes: Uint8Array): Trie {
  const max = 1 + words.reduce((sum, word) => sum + word.length, 0);
  if (max > 65_535) throw new RangeError("The keywords of all rules together are longer than 65,534 characters.");
  const firstChild = new Uint16Array(max);
  const sibling = new Uint16Array(max);
  const key = new Uint8Array(max);
  const ending: (number[] | undefined)[] = [];
  let size = 1;
  words.forEach((word, index) => {
    let node = 0;
    for (let i = 0; i < word.length; i++) {
      const keyCode = classes[word.charCodeAt(i)] as number;
      let child = childOf({ firstChild, sibling, key }, node, keyCode);
      if (child === 0) {
        child = size++;
        key[child] = keyCode;
        sibling[child] = firstChild[node] as number;
        firstChild[node] = child;
      }
      node = child;
    }
    ending[node] = [...(ending[node] ?? []), index];
  });
  return { size, firstChild, sibling, key, fail: new Uint16Array(max), words: ending };
}

/** The child with this key, or 0: the root is no node's child. */
function childOf(
  { firstChild, sibling, key }: Pick<Trie, "firstChild" | "sibling" | "key">,
  node: number,
  keyCode: number,
): number {
  let child = firstChild[node] as number;
  while (child !== 0 && key[child] !== keyCode) child = sibling[child] as number;
  return child;
}

/** Breadth first, so that a node's failure link is complete before its children ask for it. Gives that order. */
function linkFailures(trie: Trie): Uint16Array {
  const { firstChild, sibling, key, fail, words } = trie;
  const order = new Uint16Array(trie.size);
  let queued = 1;
  for (let at = 0; at < queued; at++) {
    const node = order[at] as number;
    for (let child = firstChild[node] as number; child !== 0; child = sibling[child] as number) {
      const link = node === 0 ? 0 : failureOf(trie, fail[node] as number, key[child] as number);
      fail[child] = link;
      const inherited = words[link];
      if (inherited) words[child] = [...(words[child] ?? []), ...inherited];
      order[queued++] = child;
    }
  }
  return order;
}

function failureOf(trie: Trie, from: number, keyCode: number): number {
  for (let node = from; ; node = trie.fail[node] as number) {
    const child = childOf(trie, node, keyCode);
    if (child !== 0 || node === 0) return child;
  }
}

/** States that end words come last, so that one comparison recognizes them; the root stays 0. */
function numberStates({ size, words }: Trie) {
  const states = new Uint16Array(size);
  const endings: (readonly number[])[] = [];
  let next = 0;
  for (let node = 0; node < size; node++) if (!words[node]) states[node] = next++;
  const firstFinal = next;
  for (let node = 0; node < size; node++) {
    const ending = words[node];
    if (!ending) continue;
    states[node] = next++;
    endings.push(ending);
  }
  return { states, firstFinal, endings };
}

/** A node's row is that of its failure link, which comes before it, with its own children written over. */
function flatten(
  { firstChild, sibling, key, fail }: Trie,
  order: Uint16Array,
  states: Uint16Array,
  shift: number,
): Uint16Array {
  const width = 1 << shift;
  const table = new Uint16Array(order.length << shift);
  for (const node of order) {
    const row = (states[node] as number) << shift;
    const failRow = (states[fail[node] as number] as number) << shift;
    if (node !== 0) table.copyWithin(row, failRow, failRow + width);
    for (let child = firstChild[node] as number; child !== 0; child = sibling[child] as number) {
      table[row | (key[child] as number)] = states[child] as number;
    }
  }
  return table;
}
