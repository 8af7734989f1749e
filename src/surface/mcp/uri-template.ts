/** The parameters of `uri` if it fits `template`, decoded. Each name in braces is one segment. */
export function matchTemplate(template: string, uri: string): Record<string, string> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "([^/]+)");
  const found = uri.match(new RegExp(`^${pattern}$`));
  if (!found) return undefined;
  return Object.fromEntries(names.map((name, i) => [name, decode(found[i + 1] ?? "")]));
}

/** A percent sign that starts no escape stands for itself. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
