// A part of somebody else's file that is ours: between two markers, and not a byte outside them.

const start = /<!-- throughline:start (\d+) -->\n/;
const end = "<!-- throughline:end -->\n";
const foreign = /<!-- ctx:start -->[\s\S]*?<!-- ctx:end -->\n?/g;

interface Found {
  readonly from: number;
  readonly to: number;
}

/** Puts `body` into the text's block, makes one at the end, or takes it away when there is nothing to say. */
export function writeBlock(text: string, body: string): string {
  const found = findBlock(text);
  if (body === "") return found ? withoutBlock(text, found) : text;
  if (found) return text.slice(0, found.from) + render(body, gapBefore(text, found)) + text.slice(found.to);
  const gap = text === "" ? 0 : text.endsWith("\n") ? 1 : 2;
  return `${text}${"\n".repeat(gap)}${render(body, gap)}`;
}

/** What people wrote around our block, and around that of Context Teleport. */
export function outsideBlock(text: string): string {
  const found = findBlock(text);
  return (found ? withoutBlock(text, found) : text).replace(foreign, "");
}

/** The start marker notes how many line ends before it are ours, so that removal gives back the very bytes. */
const render = (body: string, gap: number) => `<!-- throughline:start ${gap} -->\n${harmless(body.trimEnd())}\n${end}`;

/** Content that holds a marker must not end the block. */
const harmless = (body: string) => body.replace(/<!--(\s*)(throughline|ctx):/g, "<!--$1$2&#58;");

const gapBefore = (text: string, { from }: Found) => Number(start.exec(text.slice(from))?.[1] ?? 0);

function findBlock(text: string): Found | undefined {
  const opening = start.exec(text);
  if (!opening) return undefined;
  const close = text.indexOf(end, opening.index);
  // Without its end, nobody can tell what is ours.
  return close < 0 ? undefined : { from: opening.index, to: close + end.length };
}

function withoutBlock(text: string, found: Found): string {
  const before = text.slice(0, found.from);
  const gap = /\n*$/.exec(before)?.[0].length ?? 0;
  return before.slice(0, before.length - Math.min(gap, gapBefore(text, found))) + text.slice(found.to);
}
