import { markdownHeadings } from "../../../src/base/text/markdown-blocks.js";

/** One section of a file in three versions; a version without it has undefined. */
export interface ThreeWaySection {
  /** Its heading; empty before the first one. */
  readonly heading: string;
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
  /** What it becomes without anybody's choice; undefined when both sides changed it, each in another way. */
  readonly settled: string | undefined;
}

/** A file cut along its headings, its sections side by side in the order in which ours, then theirs, has them. */
export function alignSections(base: string, ours: string, theirs: string): ThreeWaySection[] {
  const [b, o, t] = [cut(base), cut(ours), cut(theirs)];
  return orderOf([...o.keys()], [...t.keys()], [...b.keys()]).map((key) => {
    const versions = { base: b.get(key), ours: o.get(key), theirs: t.get(key) };
    return { heading: key.split("\n")[0] ?? "", ...versions, ...settle(versions) };
  });
}

/** The file that the choices make. */
export const joinSections = (texts: readonly string[]): string => texts.join("");

type Versions = Pick<ThreeWaySection, "base" | "ours" | "theirs">;

function settle({ base, ours, theirs }: Versions): { settled: string | undefined } {
  if (ours === theirs) return { settled: ours ?? "" };
  if (ours === base) return { settled: theirs ?? "" };
  if (theirs === base) return { settled: ours ?? "" };
  return { settled: undefined };
}

/** Sections by heading; a heading that comes twice is told apart by its number. */
function cut(text: string): Map<string, string> {
  const lines = text.split("\n");
  const sections = new Map<string, string>();
  const counts = new Map<string, number>();
  const starts = markdownHeadings(lines).map(({ start }) => start);
  const textBetween = (from: number, to = lines.length) =>
    lines.slice(from, to).join("\n") + (to === lines.length ? "" : "\n");
  if (starts[0] !== 0 && text !== "") sections.set("", textBetween(0, starts[0]));
  for (const [i, start] of starts.entries()) {
    const heading = lines[start]?.trim() ?? "";
    const count = counts.get(heading) ?? 0;
    counts.set(heading, count + 1);
    sections.set(count === 0 ? heading : `${heading}\n${count}`, textBetween(start, starts[i + 1]));
  }
  return sections;
}

/** Every key once; those that only later lists have come after the one they follow there. */
function orderOf(...lists: readonly (readonly string[])[]): string[] {
  const order: string[] = [];
  for (const list of lists)
    list.forEach((key, i) => {
      if (order.includes(key)) return;
      const before = i === 0 ? -1 : order.indexOf(list[i - 1] ?? "");
      order.splice(before + 1, 0, key);
    });
  return order;
}
