export interface AnswerSource {
  readonly file: string;
  readonly line?: number;
}

const maxSources = 20;

/** The places that an answer names, as far as the repository really has them. */
export function findSources(answer: string, files: ReadonlySet<string>): AnswerSource[] {
  const found = new Map<string, AnswerSource>();
  for (const [, file = "", line] of answer.matchAll(
    /(?:^|[\s`("'[<])\.?\/?([\p{L}\p{N}_@.+/-]+\.[\p{L}\p{N}]+)(?::(\d{1,6}))?/gmu,
  )) {
    if (!files.has(file)) continue;
    const source = line === undefined ? { file } : { file, line: Number(line) };
    found.set(`${file}:${line ?? ""}`, source);
  }
  return [...found.values()].slice(0, maxSources);
}
