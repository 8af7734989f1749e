import { type Block, markdownBlocks } from "../../../base/text/markdown-blocks.js";

/** A node of a Markdown document: a heading with its section, a list item with its nested items, or a plain block. */
export interface MarkdownNode {
  readonly kind: Block["kind"] | "document";
  /** Its own lines, without nested nodes and without the last line break. */
  readonly text: string;
  readonly level: number;
  /** The text between it and the next node: a line break and blank lines. */
  readonly gap: string;
  /** Blocks of a section's body, or nodes nested in a list item. */
  readonly units: MarkdownNode[];
  /** Sections with deeper headings. */
  readonly sections: MarkdownNode[];
}

/** Parses a text into the tree of its headings and lists. All nodes and gaps in order are the original text. */
export function parseMarkdown(text: string): MarkdownNode {
  const lines = text.split("\n");
  const blocks = markdownBlocks(lines);
  const leadingGap = blocks[0] ? linesText(lines.slice(0, blocks[0].start)) : text;
  const document = node("document", "", 0, leadingGap);
  const sections: MarkdownNode[] = [document];
  let items: { node: MarkdownNode; contentIndent: number }[] = [];
  for (const [i, block] of blocks.entries()) {
    const text = lines.slice(block.start, block.end).join("\n");
    const child = node(block.kind, text, block.level, gapAfter(lines, block, blocks[i + 1]));
    if (block.kind === "heading") {
      while (sections.length > 1 && (sections.at(-1)?.level ?? 0) >= block.level) sections.pop();
      sections.at(-1)?.sections.push(child);
      sections.push(child);
      items = [];
      continue;
    }
    while (items.length > 0 && (items.at(-1)?.contentIndent ?? 0) > block.indent) items.pop();
    const parent = items.at(-1)?.node ?? sections.at(-1);
    parent?.units.push(child);
    if (block.kind === "item") items.push({ node: child, contentIndent: block.indent + 2 });
  }
  return document;
}

const node = (kind: MarkdownNode["kind"], text: string, level: number, gap: string): MarkdownNode => ({
  kind,
  text,
  level,
  gap,
  units: [],
  sections: [],
});

/** The text after a block: the line break that ends it, and blank lines. */
function gapAfter(lines: readonly string[], { end }: Block, next: Block | undefined): string {
  if (next !== undefined) return `\n${linesText(lines.slice(end, next.start))}`;
  return end === lines.length ? "" : `\n${lines.slice(end).join("\n")}`;
}

const linesText = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

/** A node and its descendants in the order of the text. */
export function* inOrder(node: MarkdownNode): Generator<MarkdownNode> {
  yield node;
  for (const unit of node.units) yield* inOrder(unit);
  for (const section of node.sections) yield* inOrder(section);
}

/** The text of a node and its descendants, without gaps. */
export const wholeText = (node: MarkdownNode): string => Array.from(inOrder(node), (each) => each.text).join("\n");

/** The content of a subtree without numbering and padding: only a change of content makes a deletion a conflict. */
export function contentOf(node: MarkdownNode): string {
  return Array.from(inOrder(node), (each) => {
    if (each.kind === "row") return rowCells(each.text).join(" | ");
    if (each.kind !== "item") return each.text;
    const { box, words } = itemParts(each.text);
    return `${box.trim()} ${words}`;
  }).join("\n");
}

/** The parts of a list item: its marker, its check box if it has one, and its text; `words` is that with single spaces. */
export function itemParts(item: string) {
  const [, marker = "", box = ""] = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]*)(\[[ xX]\](?=\s|$)[ \t]*)?/.exec(item) ?? [];
  const text = item.slice(marker.length + box.length);
  return { marker, box, text, words: text.trim().replace(/\s+/g, " ") };
}

/** The cells of a table row, trimmed; a rule's dashes are shortened so that padding makes no difference. */
export function rowCells(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/^(:?)-+(:?)$/, "$1-$2"));
}
