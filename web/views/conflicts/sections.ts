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
  const sections = new Map<string, string>();
  const counts = new Map<string, number>();
  let key = "";
  let isFenced = false;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    if (/^\s*(```|~~~)/.test(line)) isFenced = !isFenced;
    if (!isFenced && /^#{1,6} /.test(line)) {
      const heading = line.trim();
      const count = counts.get(heading) ?? 0;
      counts.set(heading, count + 1);
      key = count === 0 ? heading : `${heading}\n${count}`;
    }
    sections.set(key, (sections.get(key) ?? "") + line);
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
