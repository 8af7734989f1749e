/** A JSON value with where it stands in its text. Comments and trailing commas are passed over, as hosts allow them. */
export interface JsonNode {
  readonly from: number;
  readonly to: number;
  readonly kind: "object" | "array" | "other";
  /** Of an object: its members with where their names begin. */
  readonly members: readonly { readonly name: string; readonly from: number; readonly value: JsonNode }[];
  readonly items: readonly JsonNode[];
}

/** Undefined when the text is not JSON with comments. */
export function readJsonRanges(text: string): JsonNode | undefined {
  try {
    const reader = createReader(text);
    const node = reader.value();
    return reader.atEnd() ? node : undefined;
  } catch {
    return undefined;
  }
}

function createReader(text: string) {
  let at = 0;
  const fail = (): never => {
    throw new SyntaxError(`not JSON at ${at}`);
  };
  const skip = () => {
    const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\ufeff)*/y;
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
  };
  const take = (expression: RegExp): string => {
    expression.lastIndex = at;
    const found = expression.exec(text)?.[0] ?? fail();
    at += found.length;
    return found;
  };
  const string = /"(?:[^"\\]|\\.)*"/y;
  const scalar = /"(?:[^"\\]|\\.)*"|true|false|null|-?[\d.eE+-]+/y;

  const value = (): JsonNode => {
    skip();
    const from = at;
    const opened = text[at];
    if (opened === "{") return within(from, "}", "object");
    if (opened === "[") return within(from, "]", "array");
    take(scalar);
    return { from, to: at, kind: "other", members: [], items: [] };
  };

  const within = (from: number, close: string, kind: "object" | "array"): JsonNode => {
    const members: { name: string; from: number; value: JsonNode }[] = [];
    const items: JsonNode[] = [];
    at++;
    for (skip(); text[at] !== close; skip()) {
      if (at >= text.length) fail();
      if (kind === "array") items.push(value());
      else members.push(member());
      skip();
      if (text[at] === ",") at++;
      else if (text[at] !== close) fail();
    }
    at++;
    return { from, to: at, kind, members, items };
  };

  const member = () => {
    const from = at;
    const name = JSON.parse(take(string)) as string;
    skip();
    if (text[at] !== ":") fail();
    at++;
    return { name, from, value: value() };
  };

  return {
    value,
    atEnd() {
      skip();
      return at === text.length;
    },
  };
}
