/** The URL if a link to it is safe: http(s), mailto or a route of this page. Otherwise undefined. */
export function safeLink(href: string): string | undefined {
  // Browsers ignore these characters in a URL, so `java\nscript:` would be a scheme.
  const clean = [...href].filter((char) => char > " " && char !== "\u007f").join("");
  if (/^(https?:\/\/|mailto:)/i.test(clean)) return clean;
  if (clean.startsWith("#/")) return clean;
  return undefined;
}
