import { blankControls } from "../../base/text-cells.js";
import type { SearchDocument } from "../../store/search/search-document.js";

/** A whole document as text for a person. */
export function documentText(document: SearchDocument, project: string): string {
  const { id, kind, title, at, body, reply, files, tags } = document;
  const facts = [kind, project, at.slice(0, 16).replace("T", " "), id].filter(Boolean).join(" · ");
  const lists = [
    ...(files.length > 0 ? [`Files: ${files.join(", ")}`] : []),
    ...(tags.length > 0 ? [`Tags: ${tags.join(", ")}`] : []),
  ];
  const parts = [[title, facts].filter(Boolean).join("\n"), body, reply, lists.join("\n")];
  return blankControls(parts.filter(Boolean).join("\n\n"));
}
