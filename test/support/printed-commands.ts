/** The `throughline …` command lines in a page's code, without what follows `|`, `&&` or `#`. */
export function printedCommands(page: string): string[] {
  const blocks = [...page.matchAll(/^ *```(\w*)[^\n]*\n([\s\S]*?)^ *```/gm)]
    .filter(([, language = ""]) => /^(sh|console|)$/.test(language))
    .flatMap(([, , text = ""]) => text.replaceAll("\\\n", " ").split(/\n(?=(?:\$ |[A-Z_]+=\S+ )?throughline )/));
  const spans = [...page.replace(/^ *```[\s\S]*?^ *```/gm, "").matchAll(/`(throughline [^`\n]+)`/g)].map(
    ([, text = ""]) => text,
  );
  return [...blocks, ...spans].flatMap((text) => {
    const [, line] = /^(?:\$ )?(?:[A-Z_]+=\S+ )?(?:throughline) ([\s\S]+)$/.exec(text.trim()) ?? [];
    return line === undefined ? [] : [line];
  });
}

/** The words of a command line, as a shell would split it, up to a pipe, a second command or a comment. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  for (const [text, double, single] of line.matchAll(/"([^"]*)"|'([^']*)'|\n|#.*|&&|\||[^\s"'|]+/g)) {
    if (/^(\n|#|&&|\|)/.test(text)) break;
    words.push(double ?? single ?? text);
  }
  return words;
}
