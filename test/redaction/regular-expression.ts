import type { Random } from "./random.js";

/** An expression in the notation of Go, as far as public rule sets use it. */
export type Node =
  | { readonly kind: "char"; readonly ranges: readonly Range[] }
  | { readonly kind: "empty"; readonly source: string }
  | { readonly kind: "group"; readonly captures: boolean; readonly choices: readonly (readonly Node[])[] }
  | {
      readonly kind: "repeat";
      readonly node: Node;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    };

type Range = readonly [number, number];

const everything: readonly Range[] = [[0, 0xffff]];
const newline: Range = [10, 10];
const classes: Readonly<Record<string, readonly Range[]>> = {
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
  d: [[48, 57]],
  s: [
    [9, 10],
    [12, 13],
    [32, 32],
  ],
  alnum: [
    [48, 57],
    [65, 90],
    [97, 122],
  ],
};
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11 };

interface Mode {
  readonly anyCase: boolean;
  readonly dotAll: boolean;
}

/** Reads an expression; throws on what it does not know, so that no rule is misread in silence. */
export function parseExpression(source: string): Node {
  let at = 0;

  function choicesOf(outer: Mode): Node[][] {
    let mode = outer;
    const choices: Node[][] = [[]];
    while (at < source.length && source[at] !== ")") {
      if (source[at] === "|") {
        at++;
        choices.push([]);
        continue;
      }
      const flags = /^\(\?([is]*)(?:-([is]+))?\)/.exec(source.slice(at));
      if (flags) {
        at += flags[0].length;
        mode = changed(mode, flags[1] ?? "", flags[2] ?? "");
        continue;
      }
      choices.at(-1)?.push(repeated(atom(mode)));
    }
    return choices;
  }

  function atom(mode: Mode): Node {
    const char = source[at] ?? "";
    if (char === "(") return group(mode);
    if (char === "[") return { kind: "char", ranges: folded(bracket(), mode) };
    at++;
    if (char === "^" || char === "$") return { kind: "empty", source: char };
    if (char === ".") return { kind: "char", ranges: mode.dotAll ? everything : without(everything, [newline]) };
    if (char === "\\") return escaped(mode);
    return { kind: "char", ranges: folded([[char.charCodeAt(0), char.charCodeAt(0)]], mode) };
  }

  function group(mode: Mode): Node {
    const special = /^\(\?(?:P?<\w+>|([is]*)(?:-([is]+))?:)/.exec(source.slice(at));
    const captures = special === null || special[0].endsWith(">");
    at += special?.[0].length ?? 1;
    const choices = choicesOf(changed(mode, special?.[1] ?? "", special?.[2] ?? ""));
    if (source[at] !== ")") throw new SyntaxError(`A group is not closed in ${source}`);
    at++;
    return { kind: "group", captures, choices };
  }

  function escaped(mode: Mode): Node {
    const char = source[at++] ?? "";
    if (char === "b" || char === "B") return { kind: "empty", source: `\\${char}` };
    if (char === "z" || char === "A") return { kind: "empty", source: char === "z" ? "$" : "^" };
    const set = classOf(char);
    if (set) return { kind: "char", ranges: set };
    const code = codeOf(char);
    return { kind: "char", ranges: folded([[code, code]], mode) };
  }

  function classOf(char: string): readonly Range[] | undefined {
    const set = Object.hasOwn(classes, char.toLowerCase()) ? classes[char.toLowerCase()] : undefined;
    return set && char !== char.toLowerCase() ? without(everything, set) : set;
  }

  function codeOf(char: string): number {
    if (char === "x") {
      at += 2;
      return Number.parseInt(source.slice(at - 2, at), 16);
    }
    return controls[char] ?? char.charCodeAt(0);
  }

  function bracket(): readonly Range[] {
    at++;
    const negated = source[at] === "^";
    if (negated) at++;
    const ranges: Range[] = [];
    for (let first = true; first || source[at] !== "]"; first = false) ranges.push(...bracketItem());
    at++;
    return negated ? without(everything, ranges) : ranges;
  }

  function bracketItem(): readonly Range[] {
    const named = /^\[:(\w+):\]/.exec(source.slice(at));
    if (named) {
      at += named[0].length;
      return classes[named[1] ?? ""] ?? [];
    }
    const from = bracketCode();
    if (typeof from !== "number") return from;
    if (source[at] !== "-" || source[at + 1] === "]") return [[from, from]];
    at++;
    const to = bracketCode();
    return [[from, typeof to === "number" ? to : from]];
  }

  function bracketCode(): number | readonly Range[] {
    const char = source[at++] ?? "";
    if (char !== "\\") return char.charCodeAt(0);
    const next = source[at++] ?? "";
    return classOf(next) ?? codeOf(next);
  }

  function repeated(node: Node): Node {
    const sign = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(source.slice(at));
    if (!sign) return node;
    at += sign[0].length;
    const lazy = source[at] === "?";
    if (lazy) at++;
    const min = sign[1] !== undefined ? Number(sign[1]) : sign[0] === "+" ? 1 : 0;
    const open = sign[0] === "*" || sign[0] === "+" || (sign[2] === "," && sign[3] === "");
    const max = open ? Number.POSITIVE_INFINITY : sign[1] === undefined ? 1 : sign[2] ? Number(sign[3]) : min;
    return { kind: "repeat", node, min, max, lazy };
  }

  const choices = choicesOf({ anyCase: false, dotAll: false });
  if (at < source.length) throw new SyntaxError(`A bracket too many in ${source}`);
  return { kind: "group", captures: false, choices };
}

function changed(mode: Mode, on: string, off: string): Mode {
  return {
    anyCase: off.includes("i") ? false : mode.anyCase || on.includes("i"),
    dotAll: off.includes("s") ? false : mode.dotAll || on.includes("s"),
  };
}

function folded(ranges: readonly Range[], { anyCase }: Mode): readonly Range[] {
  if (!anyCase) return ranges;
  const shifted = (from: number, to: number, by: number) =>
    ranges.flatMap(([a, b]): Range[] =>
      Math.max(a, from) <= Math.min(b, to) ? [[Math.max(a, from) + by, Math.min(b, to) + by]] : [],
    );
  return [...ranges, ...shifted(65, 90, 32), ...shifted(97, 122, -32)];
}

function without(all: readonly Range[], taken: readonly Range[]): readonly Range[] {
  return taken.reduce<readonly Range[]>(
    (left, [from, to]) =>
      left.flatMap(([a, b]): Range[] => {
        const parts: Range[] = [
          [a, Math.min(b, from - 1)],
          [Math.max(a, to + 1), b],
        ];
        return parts.filter(([first, last]) => first <= last);
      }),
    all,
  );
}

/** The same expression for JavaScript. */
export function toJavaScript(node: Node): string {
  switch (node.kind) {
    case "empty":
      return node.source;
    case "char":
      return `[${node.ranges.map(([a, b]) => `${unit(a)}-${unit(b)}`).join("")}]`;
    case "group":
      return `(${node.captures ? "" : "?:"}${node.choices.map((nodes) => nodes.map(toJavaScript).join("")).join("|")})`;
    case "repeat":
      return `${toJavaScript(node.node)}{${node.min},${node.max === Number.POSITIVE_INFINITY ? "" : node.max}}${node.lazy ? "?" : ""}`;
  }
}

const unit = (code: number) => `\\u${code.toString(16).padStart(4, "0")}`;

/** A text that the expression describes, but for what it says about borders. */
export function sampleOf(node: Node, random: Random): string {
  switch (node.kind) {
    case "empty":
      return "";
    case "char":
      // A dot of a host name is meant as one, whatever else it stands for.
      return isAnything(node.ranges) ? "." : String.fromCharCode(sampleCode(node.ranges, random));
    case "group":
      return random
        .pick(node.choices)
        .map((part) => sampleOf(part, random))
        .join("");
    case "repeat": {
      if (node.node.kind === "char" && isAnything(node.node.ranges)) return random.text(random.below(12), "abc xyz");
      const max = Math.min(node.max, node.min + 12);
      const times = node.min + random.below(max - node.min + 1);
      return Array.from({ length: times }, () => sampleOf(node.node, random)).join("");
    }
  }
}

const isAnything = (ranges: readonly Range[]) => ranges.some(([a, b]) => a <= 11 && b === 0xffff);

/** Printable ASCII where the class has any. */
function sampleCode(ranges: readonly Range[], random: Random): number {
  const printable = ranges.flatMap(([a, b]): Range[] =>
    Math.max(a, 32) <= Math.min(b, 126) ? [[Math.max(a, 32), Math.min(b, 126)]] : [],
  );
  const usable = printable.length > 0 ? printable : ranges;
  let left = random.below(usable.reduce((sum, [a, b]) => sum + b - a + 1, 0));
  for (const [a, b] of usable) {
    if (left <= b - a) return a + left;
    left -= b - a + 1;
  }
  throw new RangeError("A class of characters is empty.");
}
