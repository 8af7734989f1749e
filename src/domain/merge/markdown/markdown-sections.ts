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
  const document = node("document", "", 0, leadingGap(lines, blocks[0]));
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

function leadingGap(lines: readonly string[], first: Block | undefined): string {
  return first === undefined
    ? lines.join("\n")
    : lines
        .slice(0, first.start)
        .map((line) => `${line}\n`)
        .join("");
}

function gapAfter(lines: readonly string[], block: Block, next: Block | undefined): string {
  if (next !== undefined)
    return `\n${lines
      .slice(block.end, next.start)
      .map((line) => `${line}\n`)
      .join("")}`;
  return block.end === lines.length ? "" : `\n${lines.slice(block.end).join("\n")}`;
}

/** A node and its descendants in the order of the text. */
export function* inOrder(node: MarkdownNode): Generator<MarkdownNode> {
  yield node;
  for (const unit of node.units) yield* inOrder(unit);
  for (const section of node.sections) yield* inOrder(section);
}

/** The text of a node and its descendants, without gaps. */
export const wholeText = (node: MarkdownNode): string => Array.from(inOrder(node), (each) => each.text).join("\n");
