/** A word that must not come back, as a regular expression of whole lower-case words, with what to write instead. */
export interface RetiredWord {
  readonly word: string;
  readonly use: string;
}

/** Retired in names: parts of identifiers (split at humps) and of file names (split at dashes). */
export const retiredInNames: readonly RetiredWord[] = [
  { word: "nearness", use: "proximity" },
  { word: "rarity", use: "idf" },
  { word: "adviser|advisers", use: "model" },
  { word: "glimpse", use: "header, preview" },
  { word: "rehears(e|es|al|als)", use: "smoke test" },
  { word: "patience", use: "timeoutMs" },
];

/** Retired as the beginning of a name that states a bound: `mostBytes`. */
export const retiredPrefixes: readonly RetiredWord[] = [
  { word: "most|longest", use: "max…" },
  { word: "least|fewest", use: "min…" },
];

/** Retired everywhere: in names, comments, strings and Markdown. */
export const retiredInTexts: readonly RetiredWord[] = [
  { word: "kinships?|kindred", use: "related terms" },
  { word: "behaviours?", use: "behavior" },
  { word: "catalogues?", use: "catalog" },
  { word: "dialled", use: "dialed, called" },
  { word: "favour(s|ed|ite|able)?", use: "favor" },
  { word: "honour(s|ed|ing)?", use: "honor, apply" },
  { word: "initialis(e|es|ed|er|ing|ation)", use: "initialize" },
  { word: "licences?", use: "license" },
  { word: "optimis(e|es|ed|er|ing|ation)", use: "optimize" },
  { word: "organis(e|es|ed|er|ing|ations?)", use: "organize, organization" },
  { word: "recognis(e|es|ed|er|ing)", use: "recognize" },
  { word: "serialis(e|es|ed|er|ing|ation)", use: "serialize" },
  { word: "artefacts?", use: "artifact" },
  { word: "centres?|centred", use: "center" },
  { word: "whence|thither|thereof", use: "plain English" },
  { word: "nobody|somebody|whoever", use: "who is meant: the caller, a person, another process" },
  { word: "anew", use: "again, rebuild" },
  { word: "told", use: "passed, shown, reported" },
  { word: "goes on", use: "continues, resumes" },
  { word: "unless told", use: "default: …" },
  { word: "at hand", use: "available" },
  { word: "g(ives?|iven|iving|ave) back", use: "returns, restores" },
  { word: "mend(s|ed|ing)?", use: "fix, repair" },
  { word: "clash(es|ed|ing)?", use: "conflict" },
  { word: "likeness(es)?", use: "similarity" },
  { word: "drawn from", use: "derived from" },
  { word: "t(akes?|aken|aking|ook) back", use: "undo" },
  { word: "analys(e|ed|er|ing)", use: "analyze" },
  { word: "colour(s|ed|ing)?", use: "color" },
  { word: "neighbour(s|ing|hood)?", use: "neighbor" },
  { word: "normalis(e|es|ed|er|ing|ation)", use: "normalize" },
  { word: "summaris(e|es|ed|er|ing)", use: "summarize" },
];

/** Names that are frozen, on the wire or on disk, or that mean something else. */
export const allowedWords: readonly { readonly path: RegExp; readonly text: RegExp; readonly why: string }[] = [
  { path: /./, text: /^mostCommonType$/, why: "a field of get_patterns, fixed by its contract" },
  { path: /domain\/code\/file-words\.ts$/, text: /licence terms/, why: "matches queries in British spelling" },
  { path: /domain\/search\/query\/filler-words\.ts$/, text: /./, why: "a list of English words" },
  {
    path: /domain\/archive\/extract\//,
    text: /\(\?:someone\|somebody\)|"somebody must/,
    why: "matches what people write",
  },
  { path: /access\/audit\.ts$|test\/e2e\/service-/, text: /\(nobody\)/, why: "a stored tenant name" },
  { path: /test\/support\/postgres-server\.ts$/, text: /nobody/, why: "a Unix user" },
  { path: /docs\/decisions\//, text: /alternative[- ]is[- ]told/, why: "the title of a decision record" },
  { path: /./, text: /^most(Frequent|Mentioned|Similar|Specific)/, why: "the superlative, not a bound" },
];
