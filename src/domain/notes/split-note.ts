import { markdownHeadings } from "../../base/text/markdown-blocks.js";
import { readFrontMatter, textField } from "../../store/context/front-matter.js";
import { outsideBlock } from "../context/agents/managed-block.js";
import { titleFrom } from "../memory/lesson.js";

/** Too few letters to be worth finding. */
export const hasTooLittleText = (text: string): boolean => text.replace(/[^\p{L}\p{N}]/gu, "").length < 12;

/** A part of a note that makes one memory. */
export interface NoteSection {
  readonly title: string;
  readonly content: string;
}

/** A longer note becomes several memories. */
const maxChars = 6000;

/** The section to which Gemini CLI appends one fact a line. */
const factLists = new Set(["gemini added memories"]);

/** Blocks that other programs write into the notes of an agent. */
const otherProgramBlocks = /<claude-mem-context>[\s\S]*?<\/claude-mem-context>\n?/g;

/** Splits a note by its headings; a note with a title in its front matter stays whole. */
export function splitNote(name: string, text: string): NoteSection[] {
  const note = readFrontMatter(outsideBlock(text.replaceAll("\r\n", "\n")).replace(otherProgramBlocks, ""));
  const ownTitle = textField(note, "description") || textField(note, "name") || textField(note, "title");
  const clean = withoutLinkLines(note.body).trim();
  if (ownTitle !== "" && clean.length <= maxChars)
    return clean === "" ? [] : [{ title: titleFrom(ownTitle), content: clean }];
  return sectionsOf(ownTitle || name, clean).flatMap(splitSection);
}

/** A line that only links to another note has no content; that note is read as well. */
const withoutLinkLines = (body: string) =>
  body
    .split("\n")
    .filter((line) => !/^\s*[-*] \[[^\]]*\]\([^)\s]+\.md\)/.test(line) && !/^\s*@\S+\s*$/.test(line))
    .join("\n");

interface Section {
  readonly path: readonly string[];
  readonly body: string;
}

/** Headings of the first three levels begin a section. */
function sectionsOf(name: string, text: string): Section[] {
  const lines = text.split("\n");
  const headings = markdownHeadings(lines).filter(({ level }) => level <= 3);
  return [{ path: [name], end: 0 }, ...headings]
    .map(({ path, end }, i) => ({ path, body: lines.slice(end, headings[i]?.start).join("\n").trim() }))
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
