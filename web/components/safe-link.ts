/** The address if a link may lead there: the web, mail, or a place inside this page. Anything else is undefined. */
export function safeLink(href: string): string | undefined {
  // Browsers drop these inside an address, so that `java\nscript:` is a scheme to them.
  const clean = [...href].filter((char) => char > " " && char !== "\u007f").join("");
  if (/^(https?:\/\/|mailto:)/i.test(clean)) return clean;
  if (clean.startsWith("#/")) return clean;
  return undefined;
}
