import { decodeText } from "../../base/text/decode-text.js";
import { placesOf } from "../../base/text/places.js";

const generatedNames =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Gemfile\.lock|composer\.lock|go\.sum|Pipfile\.lock|flake\.lock)$|\.(?:min\.(?:js|css)|map|snap)$/;
/** What generators write, at the beginning of a line of the comment at the top. */
const generatedComment =
  /^(?:(?:this file (?:is|was) )?(?:auto(?:matically)?[ -]?)?@generated\b|code generated .{0,80}do not edit|<auto-?generated\b)|\bthis file (?:is|was) (?:auto(?:matically )?[- ]?)?generated/i;
/** The line that Go defines (go.dev/s/generatedcode); some generators write it below the imports. */
const generatedLine = /^\/\/ Code generated .{0,80} DO NOT EDIT\.$/m;
/** Lines before the first statement: comments and what must come even before them. */
const comment = /^\s*(?:\/\/|\/?\*|#|--|;|%|<!--|<%--|"""|'''|\{-|\(\*|@?rem\b)+[!*\s]*/i;
const preamble = /^\s*(?:$|<\?|["']use |package\s|<!doctype)/i;
/** Opens a comment whose lines have no marker of their own, and closes it. */
const openings: readonly (readonly [string, string])[] = [
  ["/*", "*/"],
  ["<!--", "-->"],
  ['"""', '"""'],
];
/** Longer lines are generated or minified. */
const maxMeanLineLength = 400;
const headLength = 1000;

/** The text of a file, or why it is not indexed. */
export function sourceText(path: string, bytes: Uint8Array): { readonly text: string } | { readonly skip: string } {
  const text = decodeText(bytes);
  if (text === undefined) return { skip: "binary" };
  if (text.trim() === "") return { skip: "empty" };
  const isGenerated = generatedNames.test(path) || hasGeneratedHeader(text.slice(0, headLength)) || isMinified(text);
  return isGenerated ? { skip: "generated" } : { text };
}

/** Whether the comment at the top says that the file is generated; code and later comments may mention such words. */
function hasGeneratedHeader(head: string): boolean {
  if (generatedLine.test(head)) return true;
  let closing: string | undefined;
  for (const line of head.split(/\r?\n/)) {
    const isComment = closing !== undefined || comment.test(line);
    if (!isComment && !preamble.test(line)) return false;
    const text = line.replace(comment, "");
    if (isComment && generatedComment.test(text.trim())) return true;
    const opened = openings.find(([opening]) => line.trimStart().startsWith(opening));
    if (closing !== undefined && text.includes(closing)) closing = undefined;
    else if (closing === undefined && opened && !text.includes(opened[1])) closing = opened[1];
  }
  return false;
}

const isMinified = (text: string): boolean =>
  text.length >= 5000 && text.length / (placesOf("\n", text).length + 1) > maxMeanLineLength;
