/**
 * Text between tags that it can neither close nor open itself, in any spelling. Tags within the text are escaped,
 * not removed: removing one from the middle of another would complete that other one.
 */
export function fence(tag: string, text: string, labels: Readonly<Record<string, string>> = {}): string {
  const attributes = Object.entries(labels).map(([name, value]) => ` ${name}="${value.replace(/["<>\n]/g, " ")}"`);
  const tagStart = new RegExp(`<(?=[\\s/]*${tag})`, "gi");
  return `<${tag}${attributes.join("")}>\n${text.replace(tagStart, "&lt;")}\n</${tag}>`;
}
