export interface AnswerSource {
  readonly file: string;
  readonly line?: number;
}

const maxSources = 20;

/** Files that an answer mentions and the repository contains. */
export function findSources(answer: string, files: ReadonlySet<string>): AnswerSource[] {
  const sources = new Map<string, AnswerSource>();
  for (const [, file = "", line] of answer.matchAll(
    /(?:^|[\s`("'[<])\.?\/?([\p{L}\p{N}_@.+/-]+\.[\p{L}\p{N}]+)(?::(\d{1,6}))?/gmu,
  )) {
    if (!files.has(file)) continue;
    const source = line === undefined ? { file } : { file, line: Number(line) };
    sources.set(`${file}:${line ?? ""}`, source);
  }
  return [...sources.values()].slice(0, maxSources);
}
