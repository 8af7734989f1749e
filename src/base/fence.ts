/** Characters without a glyph, and marks above letters: they can disguise a tag so that only a model reads it. */
const invisible = "\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{M}";

/** The start of a tag in any spelling: `<`, also small and in full width, blanks and slashes, and the name. */
const tagStart = new RegExp(
  `[<\\uff1c\\ufe64]([\\s/\\uff0f${invisible}]*)(\\p{L}[\\p{L}\\p{N}_:.\\uff3f\\uff1a\\uff0d\\ufe63${invisible}-]{0,80})`,
  "gu",
);
const invisibleCharacters = new RegExp(`[${invisible}]`, "gu");

/** Tag names of hosts and models that have no separator. Their other tags have one, and HTML's have none. */
const bareHostTags = new Set([
  ...["system", "user", "assistant", "human", "developer", "tool", "tools", "function", "functions", "invoke"],
  ...["instruction", "instructions", "reminder", "important", "thinking", "result", "results", "context", "persona"],
]);

/** Hosts tag their own messages with names such as `system-reminder`, `hook_context`, `tool_result`, `x:invoke`. */
function isHostTag(name: string): boolean {
  return bareHostTags.has(name) || /[-_:]/.test(name);
}

/**
 * Text between tags that it can neither close nor open itself, in any spelling; nor can it imitate those of a host.
 * Tags within the text are escaped, not removed: removing one from the middle of another would complete that other one.
 */
export function fence(tag: string, text: string, labels: Readonly<Record<string, string>> = {}): string {
  const attributes = Object.entries(labels).map(([name, value]) => ` ${name}="${value.replace(/["<>\n]/g, " ")}"`);
  return `<${tag}${attributes.join("")}>\n${escapeTags(text, tag)}\n</${tag}>`;
}

function escapeTags(text: string, fenceTag: string): string {
  return text.replace(tagStart, (match, separators: string, spelled: string) => {
    const name = spelled.normalize("NFKD").replace(invisibleCharacters, "").toLowerCase();
    return name.startsWith(fenceTag.toLowerCase()) || isHostTag(name) ? `&lt;${separators}${spelled}` : match;
  });
}
