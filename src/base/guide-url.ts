/** The npm package has no docs, so messages name the page in the repository. */
export const guideUrl = (guide: string): string =>
  `https://github.com/throughline/throughline/blob/main/docs/guides/${guide}.md`;
