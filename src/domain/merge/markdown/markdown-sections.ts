import { type Block, markdownBlocks } from "../../../base/text/markdown-blocks.js";

/** A piece of a markdown document: a heading with all below it, a list item with its nested ones, or a plain block. */
export interface MarkdownNode {
  readonly kind: Block["kind"] | "document";
  /** Its own lines, without what is nested in it and without the last line's end. */
  readonly text: string;
  readonly level: number;
  /** What stands between its own text and the next: a line end and blank lines. */
  readonly gap: string;
  /** Blocks of a section's body, or what is nested in a list item. */
  readonly units: MarkdownNode[];
  /** Sections with deeper headings. */
  readonly sections: MarkdownNode[];
}

/** Parses a text into the tree its headings and lists form. Writing all nodes and gaps in order gives the text again. */
export function parseMarkdown(text: string): MarkdownNode {
  const lines = text.split("\n");
  const blocks = markdownBlocks(lines);
  const document = node("document", "", 0, leadingGap(lines, blocks[0]));
  const sections: MarkdownNode[] = [document];
  let items: { node: MarkdownNode; inside: number }[] = [];
  for (const [i, block] of blocks.entries()) {
    const own = lines.slice(block.start, block.end).join("\n");
    const made = node(block.kind, own, block.level, gapAfter(lines, block, blocks[i + 1]));
    if (block.kind === "heading") {
      while (sections.length > 1 && (sections.at(-1)?.level ?? 0) >= block.level) sections.pop();
      sections.at(-1)?.sections.push(made);
      sections.push(made);
      items = [];
      continue;
    }
    while (items.length > 0 && (items.at(-1)?.inside ?? 0) > block.indent) items.pop();
    const parent = items.at(-1)?.node ?? sections.at(-1);
    parent?.units.push(made);
    if (block.kind === "item") items.push({ node: made, inside: block.indent + 2 });
  }
  return document;
}

function node(kind: MarkdownNode["kind"], text: string, level: number, gap: string): MarkdownNode {
  return { kind, text, level, gap, units: [], sections: [] };
}

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

/** A node and all below it in the order of the text. */
export function* inOrder(node: MarkdownNode): Generator<MarkdownNode> {
  yield node;
  for (const unit of node.units) yield* inOrder(unit);
  for (const section of node.sections) yield* inOrder(section);
}

/** All that a node says, whatever the spacing. */
export function wholeText(node: MarkdownNode): string {
  return Array.from(inOrder(node), (each) => each.text).join("\n");
}
