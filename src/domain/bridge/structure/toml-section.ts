/** The simple `key = "value"` lines of one section: enough for what manifests say about scripts and names. */
export function tomlSection(text: string, section: string): Record<string, string> {
  const found: Record<string, string> = {};
  let isInside = false;
  for (const line of text.split("\n")) {
    const header = /^\s*\[+([^\]]+)\]+\s*(?:#.*)?$/.exec(line);
    if (header) isInside = header[1]?.trim() === section;
    const pair = isInside ? /^\s*"?([\w.-]+)"?\s*=\s*["']([^"']*)["']/.exec(line) : null;
    if (pair?.[1]) found[pair[1]] = pair[2] ?? "";
  }
  return found;
}

export const hasTomlSection = (text: string, section: string): boolean =>
  new RegExp(`^\\s*\\[+${section.replaceAll(".", "\\.")}[\\].]`, "m").test(text);
