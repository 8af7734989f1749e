/** Beyond these a pattern is refused: states that repeats make, and repeats. */
const maxStates = 2000;
const maxRepeats = 50;
/** How many characters a lookahead or lookbehind sees: of a command more than of a file, whose places are many. */
const lookIn = ({ length }: Text): number => (length > 5000 ? 100 : 400);

type Text = string | readonly string[];
/** A state of the pattern: it reads a character, asks about the place where it is, or only goes on. The first is the end. */
interface State {
  readonly reads?: (char: string) => boolean;
  readonly asks?: (text: Text, at: number) => boolean;
  to: readonly number[];
}
/** Adds the states of a part before the one that follows, and returns the first of them. */
type Part = (next: number) => number;

/** One character, class or escape. */
const atom = /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\(?:p\{\w+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^1-9kpPux])|[^\\()[|])/u;
const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})[?+]?/;
const group = /^\((\?(?:i?:|<?[=!]|<\w+>))?/;

/**
 * A regular expression that takes time proportional to text times pattern, because patterns come from agents and
 * repositories: no state is tried twice at the same place. As in JavaScript, with the flags `m` and, if it has no capital
 * letter or has a group with that flag, `i`; without references. Without a `\b` of its own, one that begins or ends with a letter begins or ends a word.
 * Throws a `SyntaxError`.
 */
export function linearRegex(source: string, mindsCase = hasCapital(source)): (text: string) => boolean {
  let rest = source.replace(/^\(\?i\)/, "");
  const ignoresCase = rest !== source || source.includes("(?i:") || !mindsCase;
  const states: State[] = [{ to: [] }];
  const add = (state: State): number => states.push(state) - 1;
  const asking =
    (asks: NonNullable<State["asks"]>): Part =>
    (next) =>
      add({ asks, to: [next] });
  const take = (length: number): string => {
    const taken = rest.slice(0, length);
    rest = rest.slice(length);
    return taken;
  };

  function readAlternatives(isWhole: boolean): Part {
    const parts = [readSequence(isWhole)];
    while (rest.startsWith("|")) {
      take(1);
      parts.push(readSequence(isWhole));
    }
    return (next) => add({ to: parts.map((part) => part(next)) });
  }

  function readSequence(isWhole: boolean): Part {
    const parts: Part[] = isWhole && isWordChar(rest[0]) ? [asking(isWordStart)] : [];
    let last = "";
    while (rest !== "" && !/^[|)]/.test(rest)) {
      const before = rest;
      parts.push(readQuantified());
      last = before.slice(0, before.length - rest.length);
    }
    if (isWhole && last.length === 1 && isWordChar(last)) parts.push(asking(isWordEnd));
    return (next) => parts.reduceRight((following, part) => part(following), next);
  }

  function readQuantified(): Part {
    const part = readPart();
    const [written = "", sign = "", least = "", comma = "", most = ""] = quantifier.exec(rest) ?? [];
    if (written === "") return part;
    take(written.length);
    const min = sign === "" ? Number(least) : sign === "+" ? 1 : 0;
    const max = sign === "?" ? 1 : sign !== "" || (comma && !most) ? undefined : Math.max(min, Number(most));
    if (Math.max(min, max ?? 0) > maxRepeats) throw new SyntaxError(`it repeats more than ${maxRepeats} times`);
    return (next) => {
      if (Math.max(min, max ?? 0) > 1 && states.length > maxStates) throw new SyntaxError("it repeats too much");
      let start = next;
      if (max === undefined) {
        start = add({ to: [] });
        (states[start] as State).to = [part(start), next];
      } else for (let i = min; i < max; i++) start = add({ to: [part(start), next] });
      for (let i = 0; i < min; i++) start = part(start);
      return start;
    };
  }

  function readPart(): Part {
    const [opening = "", kind = ""] = group.exec(rest) ?? [];
    if (opening === "(" && rest[1] === "?") throw new SyntaxError("flags in parentheses are not known");
    if (opening !== "") {
      take(opening.length);
      const inner = readAlternatives(false);
      if (take(1) !== ")") throw new SyntaxError("a parenthesis is not closed");
      return /[=!]$/.test(kind) ? looking(inner, kind) : inner;
    }
    const written = take(atom.exec(rest)?.[0].length ?? 0);
    if (written === "") throw new SyntaxError("it has a reference or a bracket that is not closed");
    const [asks, reads] = [places[written], readerOf(written, ignoresCase)];
    return asks ? asking(asks) : (next) => add({ reads, to: [next] });
  }

  function looking(inner: Part, kind: string): Part {
    const isBehind = kind.startsWith("?<");
    let end = 0;
    const start = inner(isBehind ? add({ asks: (_, at) => at === end, to: [0] }) : 0);
    return asking((text, at) => {
      end = at;
      const tried = new Set<number>();
      const look = lookIn(text);
      const places = isBehind ? Array.from({ length: Math.min(at, look) + 1 }, (_, i) => at - i) : [at];
      return places.some((one) => reaches(states, start, text, one, tried, at + look)) === kind.endsWith("=");
    });
  }

  const whole = readAlternatives(!rest.includes("\\b"));
  if (rest !== "") throw new SyntaxError("a parenthesis was not opened");
  const start = whole(0);
  let beginnings: RegExp | undefined;
  return (given) => {
    beginnings ??= beginningsOf(states, start);
    const text = /[\ud800-\udfff]/.test(given) ? [...given] : given;
    const tried = new Uint8Array(states.length * (text.length + 1));
    const marks = {
      has: (key: number) => tried[key] === 1,
      add(key: number) {
        tried[key] = 1;
      },
    };
    const next = (from: number) => (typeof text === "string" ? indexFrom(beginnings, text, from) : from);
    for (let at = next(0); at <= text.length; at = next(at + 1))
      if (reaches(states, start, text, at, marks)) return true;
    return false;
  };
}

/** The characters with which a match may begin: most places of a text need no further look. */
function beginningsOf(states: readonly State[], start: number): RegExp {
  const found = new Set([start]);
  for (const index of found) if (!states[index]?.reads) for (const next of states[index]?.to ?? []) found.add(next);
  const readers = [...found].flatMap((index) => states[index]?.reads ?? []);
  const codes = ascii.flatMap((_, code) => (readers.some((reads) => reads(String.fromCharCode(code))) ? [code] : []));
  const chars = codes.map((code) => `\\x${code.toString(16).padStart(2, "0")}`).join("");
  return new RegExp(found.has(0) ? "[\\s\\S]" : `[${chars}\\x80-\\uffff]`, "g");
}

function indexFrom(pattern: RegExp | undefined, text: string, from: number): number {
  if (!pattern || from >= text.length) return from;
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** Whether the end can be reached from a state. Where ways part, what was tried before was in vain. */
function reaches(
  states: readonly State[],
  start: number,
  text: Text,
  from: number,
  tried: { has(key: number): boolean; add(key: number): void },
  end = text.length,
): boolean {
  const stack = [start, from];
  next: while (stack.length > 0) {
    let at = stack.pop() ?? 0;
    let index = stack.pop() ?? 0;
    while (index !== 0) {
      const { reads, asks, to } = states[index] as State;
      if (to.length > 1) {
        const key = at * states.length + index;
        if (tried.has(key)) continue next;
        tried.add(key);
      }
      if (asks && !asks(text, at)) continue next;
      if (reads && !(at < end && at < text.length && reads(text[at++] ?? ""))) continue next;
      for (let i = to.length - 1; i > 0; i--) stack.push(to[i] ?? 0, at);
      index = to[0] ?? 0;
    }
    return true;
  }
  return false;
}

/** A character is itself; of classes and escapes JavaScript decides. */
function readerOf(written: string, ignoresCase: boolean): (char: string) => boolean {
  const literal = /^\\?([^\w\s])$|^(\w|\s)$/u.exec(written);
  const char = literal && written !== "." ? (literal[1] ?? literal[2]) : undefined;
  if (char !== undefined && !(ignoresCase && /\p{L}/u.test(char))) return (one) => one === char;
  const pattern = new RegExp(
    `^${written}$`,
    `${ignoresCase ? "i" : ""}${/\\p|[\ud800-\udfff]/.test(written) ? "u" : ""}`,
  );
  const known = new Map<string, boolean>();
  return (one) => {
    const found = known.get(one) ?? pattern.test(one);
    known.set(one, found);
    return found;
  };
}

const hasCapital = (source: string): boolean => /\p{Lu}/u.test(source.replace(/\\./g, ""));
const ascii = Array.from({ length: 128 }, (_, code) => /\w/.test(String.fromCharCode(code)));
const isWordChar = (char = ""): boolean => ascii[char.charCodeAt(0)] ?? /^[\p{L}\p{N}]/u.test(char);
const isWordStart = (text: Text, at: number): boolean => !isWordChar(text[at - 1]);
/** `db` does not end in `db-types`. */
const isWordEnd = (text: Text, at: number): boolean =>
  !isWordChar(text[at]) && !(text[at] === "-" && isWordChar(text[at + 1]));
const isBoundary = (text: Text, at: number): boolean => isWordChar(text[at - 1]) !== isWordChar(text[at]);

const places: Readonly<Record<string, NonNullable<State["asks"]>>> = {
  "^": (text, at) => at === 0 || text[at - 1] === "\n",
  $: (text, at) => at === text.length || text[at] === "\n",
  "\\b": isBoundary,
  "\\B": (text, at) => !isBoundary(text, at),
};
