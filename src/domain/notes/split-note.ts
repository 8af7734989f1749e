import { outsideBlock } from "../context/agents/managed-block.js";
import { titleFrom } from "../memory/lesson.js";

/** One thing that a note says. */
export interface NoteSection {
  readonly title: string;
  readonly content: string;
}

/** A memory longer than this says several things. */
const maxChars = 6000;

/** The section to which Gemini CLI appends one fact a line. */
const factLists = new Set(["gemini added memories"]);

/** What other programs put into the notes of an agent is theirs to bring. */
const foreign = /<claude-mem-context>[\s\S]*?<\/claude-mem-context>\n?/g;

/** Cuts a note into what it says: by its headings, or as a whole when it names itself. */
export function splitNote(name: string, text: string): NoteSection[] {
  const { matter, body } = splitMatter(outsideBlock(text.replaceAll("\r\n", "\n")).replace(foreign, ""));
  const own = matterField(matter, "description") || matterField(matter, "name") || matterField(matter, "title");
  const clean = withoutPointers(body).trim();
  if (own !== "" && clean.length <= maxChars) return clean === "" ? [] : [{ title: titleFrom(own), content: clean }];
  return sectionsOf(own || name, clean).flatMap(splitSection);
}

function splitMatter(text: string): { matter: string; body: string } {
  const [, matter = "", body = text] = /^\ufeff?---\n([\s\S]*?)\n---\n?([\s\S]*)$/.exec(text) ?? [];
  return { matter, body: body.replace(/^\ufeff/, "") };
}

const matterField = (matter: string, name: string): string =>
  new RegExp(`^${name}:[ \\t]*["']?(.*?)["']?[ \\t]*$`, "m").exec(matter)?.[1] ?? "";

/** A line that only points to another note says nothing of its own; that note is read as well. */
const withoutPointers = (body: string) =>
  body
    .split("\n")
    .filter((line) => !/^\s*[-*] \[[^\]]*\]\([^)\s]+\.md\)/.test(line) && !/^\s*@\S+\s*$/.test(line))
    .join("\n");

interface Section {
  readonly path: readonly string[];
  readonly body: string;
}

/** Headings of the first three levels begin a section; what looks like one inside a code block does not. */
function sectionsOf(name: string, text: string): Section[] {
  const sections: { path: string[]; lines: string[] }[] = [{ path: [], lines: [] }];
  let fence = "";
  for (const line of text.split("\n")) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? "";
    if (mark !== "") fence = fence === "" ? mark : line.trim().startsWith(fence) ? "" : fence;
    const [, hashes = "", heading = ""] = (fence === "" && /^(#{1,3})\s+(.+?)\s*#*\s*$/.exec(line)) || [];
    const last = sections.at(-1);
    if (hashes === "") last?.lines.push(line);
    else sections.push({ path: [...(last?.path ?? []).slice(0, hashes.length - 1), heading], lines: [] });
  }
  return sections
    .map(({ path, lines }) => ({ path: path.length === 0 ? [name] : path, body: lines.join("\n").trim() }))
    .filter(({ body }) => body !== "");
}

function splitSection({ path, body }: Section): NoteSection[] {
  const title = titleFrom(path.slice(-2).join(": "));
  if (factLists.has((path.at(-1) ?? "").toLowerCase())) {
    return itemsOf(body).map((content) => ({ title: titleFrom(content), content }));
  }
  const pieces = piecesOf(body);
  return pieces.map((content, i) => ({ title: i === 0 ? title : titleFrom(`${title} (${i + 1})`), content }));
}

const itemsOf = (body: string) =>
  body
    .split(/^[-*] /m)
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Whole paragraphs, as many as a memory holds. */
function piecesOf(body: string): string[] {
  const pieces: string[] = [];
  for (const paragraph of body.split(/\n{2,}/)) {
    const last = pieces.at(-1);
    if (last === undefined || last.length + paragraph.length > maxChars) pieces.push(paragraph.slice(0, maxChars));
    else pieces[pieces.length - 1] = `${last}\n\n${paragraph}`;
  }
  return pieces;
}
