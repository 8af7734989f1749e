/** One table of a TOML file: its name, and what it holds in strings and in numbers. */
export interface TomlBlock {
  readonly table: string;
  readonly strings: ReadonlyMap<string, readonly string[]>;
  readonly numbers: ReadonlyMap<string, number>;
}

interface OpenBlock extends TomlBlock {
  readonly strings: Map<string, readonly string[]>;
  readonly numbers: Map<string, number>;
}

/** Reads the tables of a TOML file in order, as far as rule files use the language; the rest is passed over. */
export function readTomlBlocks(toml: string): TomlBlock[] {
  const blocks: OpenBlock[] = [];
  let at = 0;
  while (at < toml.length) {
    const line = toml.slice(at, endOfLine(toml, at));
    const table = /^\s*\[{1,2}\s*([\w.]+)\s*\]{1,2}/.exec(line)?.[1];
    const key = /^\s*(\w+)\s*=\s*/.exec(line);
    if (table !== undefined) blocks.push({ table, strings: new Map(), numbers: new Map() });
    const end = key ? readValue(toml, at + key[0].length, key[1] ?? "", blocks.at(-1)) : at;
    at = endOfLine(toml, end) + 1;
  }
  return blocks;
}

/** Puts the value that begins at `from` into the block and gives its end. */
function readValue(toml: string, from: number, key: string, block: OpenBlock | undefined): number {
  const number = /^[+-]?\d[\d.]*/.exec(toml.slice(from, from + 32))?.[0];
  if (number !== undefined) {
    block?.numbers.set(key, Number(number));
    return from + number.length;
  }
  const { strings, end } = readStrings(toml, from);
  block?.strings.set(key, strings);
  return end;
}

/** One string, or an array of strings over any number of lines; anything else gives none. */
function readStrings(toml: string, from: number): { strings: string[]; end: number } {
  if (toml[from] !== "[") {
    const single = readString(toml, from);
    return { strings: single ? [single.text] : [], end: single?.end ?? from };
  }
  const strings: string[] = [];
  let at = from + 1;
  while (at < toml.length && toml[at] !== "]") {
    const string = readString(toml, at);
    if (string) strings.push(string.text);
    at = string?.end ?? (toml[at] === "#" ? endOfLine(toml, at) : at + 1);
  }
  return { strings, end: at };
}

function endOfLine(toml: string, at: number): number {
  const end = toml.indexOf("\n", at);
  return end < 0 ? toml.length : end;
}

const marks = ["'''", '"""', "'", '"'];

function readString(toml: string, at: number): { text: string; end: number } | undefined {
  const mark = marks.find((quote) => toml.startsWith(quote, at));
  if (!mark) return undefined;
  const from = at + mark.length;
  let end = toml.indexOf(mark, from);
  while (mark === '"' && end > 0 && isEscaped(toml, end)) end = toml.indexOf(mark, end + 1);
  if (end < 0) return undefined;
  const raw = toml.slice(from, end);
  return { text: mark.startsWith('"') ? raw.replace(/\\(["\\])/g, "$1") : raw, end: end + mark.length };
}

function isEscaped(toml: string, at: number): boolean {
  let backslashes = 0;
  while (toml[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
