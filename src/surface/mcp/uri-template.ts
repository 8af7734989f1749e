/** The decoded parameters of `uri` if it matches `template`. Each name in braces is one segment. */
export function matchTemplate(template: string, uri: string): Record<string, string> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "([^/]+)");
  const match = uri.match(new RegExp(`^${pattern}$`));
  if (!match) return undefined;
  return Object.fromEntries(names.map((name, i) => [name, decode(match[i + 1] ?? "")]));
}

/** A percent sign without a valid escape stays as it is. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
