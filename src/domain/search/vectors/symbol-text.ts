import type { SearchDocument } from "../../../store/search/search-document.js";

const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[_\W]+/u;
const docLine = /^\s*(?:\/\/[/!]?|#(?!\[|!)|\/\*\*?|\*(?!\/))/;
/** Decorators and attributes may be between a doc comment and its declaration. */
const attribute = /^\s*(?:@\w|#\[)/;
const docstring = /^[^\n]*(?:\n[^\n]*){0,8}?:\s*\n\s*[rR]?(?:"""|''')([\s\S]*?)(?:"""|''')/;
const maxDocLength = 160;

/** A symbol's name in words, its own part first, and the beginning of its doc comment; empty without a symbol. */
export function symbolText({ title, body }: Pick<SearchDocument, "title" | "body">): string {
  if (title === "") return "";
  const own = title.split(/\.|::|#/).at(-1) ?? title;
  return [wordsIn(own), wordsIn(title), docComment(body)].filter(Boolean).join(" ");
}

const wordsIn = (name: string) => name.split(humps).filter(Boolean).join(" ");

function docComment(body: string): string {
  const lines: string[] = [];
  for (const line of body.split("\n")) {
    if (docLine.test(line)) lines.push(line.replace(docLine, "").replace(/\*\/\s*$/, ""));
    else if (!attribute.test(line)) break;
  }
  const text = lines.length > 0 ? lines.join(" ") : (docstring.exec(body.slice(0, 2000))?.[1] ?? "");
  // What follows are parameters and examples.
  const [description = ""] = text.split(/\s[@:](?=\w)/, 1);
  return description.replace(/\s+/g, " ").trim().slice(0, maxDocLength);
}
