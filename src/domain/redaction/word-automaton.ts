/** All words at once: an Aho-Corasick automaton, flattened to one table so that each character costs one look-up. */
export interface WordAutomaton {
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

interface Node {
  readonly next: Map<number, Node>;
  readonly words: number[];
  fail: Node | undefined;
  state: number;
}

/** Words are found whatever their case; they may hold ASCII only. */
export function buildWordAutomaton(words: readonly string[]): WordAutomaton {
  const classes = classesOf(words);
  const nodes = linkFailures(growTrie(words, classes));
  const plain = nodes.filter((node) => node.words.length === 0);
  const final = nodes.filter((node) => node.words.length > 0);
  [...plain, ...final].forEach((node, state) => {
    node.state = state;
  });
  const width = 1 + Math.max(...classes);
  const shift = Math.ceil(Math.log2(width));
  return {
    classes,
    shift,
    table: flatten(nodes, width, shift),
    firstFinal: plain.length,
    endings: final.map((node) => node.words),
  };
}

function classesOf(words: readonly string[]): Uint8Array {
  const classes = new Uint8Array(65536);
  let next = 1;
  for (const char of new Set(words.join("").toLowerCase())) {
    classes[char.charCodeAt(0)] = next;
    classes[char.toUpperCase().charCodeAt(0)] = next;
    next++;
  }
  return classes;
}

function growTrie(words: readonly string[], classes: Uint8Array): Node {
  const root = newNode();
  words.forEach((word, index) => {
    let node = root;
    for (let i = 0; i < word.length; i++) {
      const key = classes[word.charCodeAt(i)] as number;
      const child = node.next.get(key) ?? newNode();
      node.next.set(key, child);
      node = child;
    }
    node.words.push(index);
  });
  return root;
}

const newNode = (): Node => ({ next: new Map(), words: [], fail: undefined, state: 0 });

/** Breadth first, so that a node's failure link is complete before its children ask for it. */
function linkFailures(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) {
    for (const [key, child] of node.next) {
      let fail = node.fail;
      while (fail && !fail.next.has(key)) fail = fail.fail;
      child.fail = fail?.next.get(key) ?? root;
      child.words.push(...child.fail.words);
      nodes.push(child);
    }
  }
  return nodes;
}

function flatten(nodes: readonly Node[], width: number, shift: number): Uint16Array {
  const table = new Uint16Array(nodes.length << shift);
  for (const node of nodes) {
    const row = node.state << shift;
    const failRow = node.fail ? node.fail.state << shift : row;
    for (let key = 0; key < width; key++) {
      const child = node.next.get(key);
      table[row | key] = child ? child.state : node.fail ? (table[failRow | key] as number) : 0;
    }
  }
  return table;
}
