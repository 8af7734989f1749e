import { markdownHeadings } from "../../../src/base/text/markdown-blocks.js";

/** One section of a file in three versions; undefined where a version does not have it. */
export interface ThreeWaySection {
  /** Its heading; empty before the first one. */
  readonly heading: string;
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
  /** The automatic resolution; undefined when both sides changed it differently. */
  readonly resolution: string | undefined;
}

/** Splits a file at its headings and aligns the sections of the three versions, in the order of ours, then theirs. */
export function alignSections(base: string, ours: string, theirs: string): ThreeWaySection[] {
  const [b, o, t] = [splitSections(base), splitSections(ours), splitSections(theirs)];
  return orderOf([...o.keys()], [...t.keys()], [...b.keys()]).map((key) => {
    const versions = { base: b.get(key), ours: o.get(key), theirs: t.get(key) };
    return { heading: key.split("\n")[0] ?? "", ...versions, ...autoResolve(versions) };
  });
}

/** Both versions of a section under one heading. */
export function keepBoth(heading: string, ours: string, theirs: string): string {
  const body = heading !== "" && ours !== "" && theirs.startsWith(heading) ? theirs.slice(heading.length) : theirs;
  const first = ours.replace(/\s*$/, "");
  return first === "" ? theirs : `${first}\n\n${body.replace(/^\s+/, "")}`;
}

/** The file that results from the choices. */
export const joinSections = (texts: readonly string[]): string => texts.join("");

type Versions = Pick<ThreeWaySection, "base" | "ours" | "theirs">;

function autoResolve({ base, ours, theirs }: Versions): { resolution: string | undefined } {
  if (ours === theirs) return { resolution: ours ?? "" };
  if (ours === base) return { resolution: theirs ?? "" };
  if (theirs === base) return { resolution: ours ?? "" };
  return { resolution: undefined };
}

/** Sections by heading; repeated headings are numbered. */
function splitSections(text: string): Map<string, string> {
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

/** Every key once; a key that only later lists have comes after its predecessor there. */
function orderOf(...lists: readonly (readonly string[])[]): string[] {
  const order: string[] = [];
  for (const list of lists)
    list.forEach((key, i) => {
      if (order.includes(key)) return;
      const predecessor = i === 0 ? -1 : order.indexOf(list[i - 1] ?? "");
      order.splice(predecessor + 1, 0, key);
    });
  return order;
}
