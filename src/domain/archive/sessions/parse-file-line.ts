/** `src/a.ts:42` names a line of a file, `src/a.ts` the file. */
export function parseFileLine(text: string): { path: string; line: number | undefined } {
  const [, path = text, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(text) ?? [];
  return { path, line: line === undefined ? undefined : Number(line) };
}
