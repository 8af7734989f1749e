/**
 * Text between tags that it can neither close nor open itself, in whatever spelling. Its own marks are written
 * otherwise, not taken out: what is taken out of the middle of another mark would leave that one whole.
 */
export function fence(tag: string, text: string, labels: Readonly<Record<string, string>> = {}): string {
  const said = Object.entries(labels).map(([name, value]) => ` ${name}="${value.replace(/["<>\n]/g, " ")}"`);
  const mark = new RegExp(`<(?=[\\s/]*${tag})`, "gi");
  return `<${tag}${said.join("")}>\n${text.replace(mark, "&lt;")}\n</${tag}>`;
}
