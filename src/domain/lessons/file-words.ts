/** The words that a file's name may be part of, each once, between spaces: hooks look a name up before anything is loaded. */
export const wordsIn = (...texts: readonly string[]): string =>
  [...new Set(texts.flatMap((text) => text.match(/[\p{L}\p{N}._+@~-]+/gu) ?? []))].join(" ");
