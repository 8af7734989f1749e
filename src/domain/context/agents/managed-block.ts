// Our part of a file that belongs to others: the text between two markers, and nothing outside them.

const start = /<!-- throughline:start (\d+) -->\n/;
const end = "<!-- throughline:end -->\n";
const teleportBlock = /<!-- ctx:start -->[\s\S]*?<!-- ctx:end -->\n?/g;

interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** Writes `body` into the text's block, adds the block at the end, or removes it if `body` is empty. */
export function writeBlock(text: string, body: string): string {
  const block = findBlock(text);
  if (body === "") return block ? withoutBlock(text, block) : text;
  if (block) return text.slice(0, block.from) + render(body, gapBefore(text, block)) + text.slice(block.to);
  const gap = text === "" ? 0 : text.endsWith("\n") ? 1 : 2;
  return `${text}${"\n".repeat(gap)}${render(body, gap)}`;
}

/** The text outside our block and outside that of Context Teleport. */
export function outsideBlock(text: string): string {
  const block = findBlock(text);
  return (block ? withoutBlock(text, block) : text).replace(teleportBlock, "");
}

/** The start marker records how many line breaks before it are ours, so that removal restores the file byte for byte. */
const render = (body: string, gap: number) =>
  `<!-- throughline:start ${gap} -->\n${escapeMarkers(body.trimEnd())}\n${end}`;

/** Content that contains a marker must not end the block. */
const escapeMarkers = (body: string) => body.replace(/<!--(\s*)(throughline|ctx):/g, "<!--$1$2&#58;");

const gapBefore = (text: string, { from }: BlockRange) => Number(start.exec(text.slice(from))?.[1] ?? 0);

function findBlock(text: string): BlockRange | undefined {
  const opening = start.exec(text);
  if (!opening) return undefined;
  const close = text.indexOf(end, opening.index);
  // Without an end marker, the extent of our block is unknown.
  return close < 0 ? undefined : { from: opening.index, to: close + end.length };
}

function withoutBlock(text: string, block: BlockRange): string {
  const before = text.slice(0, block.from);
  const gap = /\n*$/.exec(before)?.[0].length ?? 0;
  return before.slice(0, before.length - Math.min(gap, gapBefore(text, block))) + text.slice(block.to);
}
