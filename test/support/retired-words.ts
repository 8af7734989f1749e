/** A word that must not come back, as a regular expression of whole lower-case words, with what to write instead. */
export interface RetiredWord {
  readonly word: string;
  readonly use: string;
}

/** Retired in names: parts of identifiers (split at humps) and of file names (split at dashes). */
export const retiredInNames: readonly RetiredWord[] = [
  { word: "likeness(es)?|nearness", use: "similarity, proximity" },
  { word: "kinships?|kindred", use: "related terms" },
  { word: "rarity", use: "idf" },
  { word: "adviser|advisers", use: "model" },
  { word: "glimpse", use: "header, preview" },
  { word: "clash(es|ing)?", use: "conflict" },
];

/** Retired as the beginning of a name that states a bound: `mostBytes`. */
export const retiredPrefixes: readonly RetiredWord[] = [
  { word: "most|longest", use: "max…" },
  { word: "least|fewest", use: "min…" },
];

/** Retired everywhere: in names, comments, strings and Markdown. */
export const retiredInTexts: readonly RetiredWord[] = [];

/** Names that are frozen, on the wire or on disk, or that mean something else. */
export const allowedWords: readonly { readonly path: RegExp; readonly text: RegExp; readonly why: string }[] = [
  { path: /./, text: /^mostCommon(Type)?$/, why: "a field of get_patterns, fixed by its contract" },
  { path: /./, text: /^most(Frequent|Mentioned|Similar|Specific)/, why: "the superlative, not a bound" },
];
