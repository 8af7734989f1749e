import { inOrder, type MarkdownNode } from "./markdown-sections.js";
import { itemParts, rowCells } from "./unit-parts.js";

/** What a subtree says, whatever its numbering and padding: only that makes a deletion a conflict. */
export function contentOf(node: MarkdownNode | undefined): string {
  if (node === undefined) return "";
  return Array.from(inOrder(node), (each) => {
    if (each.kind === "row") return rowCells(each.text).join(" | ");
    if (each.kind !== "item") return each.text;
    const { box, words } = itemParts(each.text);
    return `${box.trim()} ${words}`;
  }).join("\n");
}
