import { inOrder, type MarkdownNode } from "./markdown-sections.js";
import { itemParts, rowCells } from "./unit-parts.js";

/** The content of a subtree without numbering and padding: only a change of content makes a deletion a conflict. */
export function contentOf(node: MarkdownNode | undefined): string {
  if (node === undefined) return "";
  return Array.from(inOrder(node), (each) => {
    if (each.kind === "row") return rowCells(each.text).join(" | ");
    if (each.kind !== "item") return each.text;
    const { box, words } = itemParts(each.text);
    return `${box.trim()} ${words}`;
  }).join("\n");
}
