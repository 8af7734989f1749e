/** A window of a terminal: what a person types, and what comes back. */
export interface Scene {
  readonly title: string;
  readonly typed: string;
  readonly lines: readonly string[];
}

const columns = 92;
const lineHeight = 22;
const left = 22;
const top = 66;
/** In seconds. */
const sceneTime = 4.5;
const typingTime = 1.6;
const stillTime = 3;

/** The windows one below the other, each filled while the others wait; it starts again at the end. */
export function terminalSvg(scenes: readonly Scene[]): string {
  const total = scenes.length * sceneTime + stillTime;
  let y = 14;
  const windows = scenes.map((scene, i) => {
    const lines = [...wrap(scene.typed), ...scene.lines.flatMap(wrap)];
    const typedLines = wrap(scene.typed).length;
    const height = top - 22 + lines.length * lineHeight;
    const from = i * sceneTime;
    const texts = lines.map((line, at) => {
      const isTyped = at < typedLines;
      const begin = isTyped ? from + (at / typedLines) * typingTime : from + typingTime + 0.4 * (at - typedLines + 1);
      return `<text class="${isTyped ? "typed" : "said"}" x="${left}" y="${y + top + at * lineHeight - 16}">${escapeXml(line)}${appear(begin, total)}</text>`;
    });
    const frame = `<rect class="window" x="8" y="${y}" width="804" height="${height}" rx="9"/><text class="title" x="${left}" y="${y + 22}">● ● ●   ${escapeXml(scene.title)}</text>`;
    y += height + 14;
    return `<g>${frame}${texts.join("")}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 ${y}" role="img" aria-label="${escapeXml(labelOf(scenes))}">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; }
.window { fill: #ffffff; stroke: #d0d7de; } .title { fill: #6e7781; font-size: 12px; }
.typed { fill: #0550ae; font-weight: 600; } .said { fill: #24292f; }
@media (prefers-color-scheme: dark) {
.window { fill: #161b22; stroke: #30363d; } .title { fill: #8b949e; } .typed { fill: #79c0ff; } .said { fill: #e6edf3; } }
@media (prefers-reduced-motion: reduce) { text { opacity: 1 !important; } }
</style>
${windows.join("\n")}
</svg>
`;
}

/** Hidden until its time, then shown to the end of the round. */
function appear(begin: number, total: number): string {
  const share = (begin / total).toFixed(3);
  return `<animate attributeName="opacity" values="0;0;1;1" keyTimes="0;${share};${Math.min(1, Number(share) + 0.02).toFixed(3)};1" dur="${total}s" repeatCount="indefinite"/>`;
}

/** For readers that see no picture. */
const labelOf = (scenes: readonly Scene[]): string =>
  scenes.map(({ title, typed, lines }) => `${title}: ${typed} ${lines.join(" ")}`).join(" ");

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > columns)
      lines.push(lines.length === 0 ? word : `  ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
