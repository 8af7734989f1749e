interface Line {
  readonly indent: number;
  readonly text: string;
}

/** The YAML that settings files are written in: maps, lists and scalars by indentation. No anchors, no flow, no blocks. */
export function readPlainYaml(text: string): unknown {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, "").trimEnd())
    .filter((line) => line.trim() !== "" && line.trim() !== "---")
    .map((line): Line => ({ indent: line.length - line.trimStart().length, text: line.trimStart() }));
  return readBlock(lines);
}

function readBlock(lines: readonly Line[]): unknown {
  const [first] = lines;
  if (!first) return undefined;
  return first.text.startsWith("- ") || first.text === "-" ? readList(lines) : readMap(lines);
}

/** Each line of the block's own indentation with the lines below it. */
function* sections(lines: readonly Line[]): Generator<{ head: string; indent: number; below: Line[] }> {
  const indent = lines[0]?.indent ?? 0;
  let current: { head: string; indent: number; below: Line[] } | undefined;
  for (const line of lines) {
    // A list may stand at the indentation of the name it belongs to.
    const isOwn = line.indent <= indent && !(line.text.startsWith("- ") && current && !current.head.startsWith("- "));
    if (isOwn) {
      if (current) yield current;
      current = { head: line.text, indent: line.indent, below: [] };
    } else current?.below.push(line);
  }
  if (current) yield current;
}

function readMap(lines: readonly Line[]): Record<string, unknown> {
  const map: Record<string, unknown> = {};
  for (const { head, below } of sections(lines)) {
    const [, key = "", rest = ""] = /^("[^"]*"|'[^']*'|[^:]+):(?:\s+(.*))?$/.exec(head) ?? [];
    if (key !== "") map[unquote(key)] = rest === "" ? readBlock(below) : scalar(rest);
  }
  return map;
}

function readList(lines: readonly Line[]): unknown[] {
  return [...sections(lines)].map(({ head, indent, below }) => {
    const rest = head.slice(1).trimStart();
    if (rest === "") return readBlock(below);
    if (!/^[^"'\s][^:]*:(\s|$)/.test(rest)) return scalar(rest);
    return readBlock([{ indent: indent + head.length - rest.length, text: rest }, ...below]);
  });
}

const unquote = (text: string) => text.trim().replace(/^(["'])(.*)\1$/, "$2");

function scalar(text: string): unknown {
  if (/^["']/.test(text)) return unquote(text);
  if (text === "true" || text === "false") return text === "true";
  if (text === "null" || text === "~" || text === "{}" || text === "[]") return undefined;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
