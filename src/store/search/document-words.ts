import { sha256 } from "../../base/sha256.js";
import { tokensOf } from "../../base/text/tokens.js";
import type { FullTextRow } from "../../engine/full-text-index.js";
import type { SearchDocument } from "./search-document.js";

export interface DocumentWords extends Omit<FullTextRow, "docId"> {
  /** Candidates for the correction of typos. */
  readonly terms: ReadonlySet<string>;
}

/** The indexed words of a document, by field. */
export function documentWords(document: SearchDocument): DocumentWords {
  const fields = fieldTexts(document).map(tokensOf);
  const terms = new Set<string>();
  for (const tokens of fields) for (const token of tokens) if (!terms.has(token) && isTerm(token)) terms.add(token);
  return {
    fields: fields.map((tokens) => tokens.join(" ")),
    filterTokens: [kindFilterToken(document.kind), projectFilterToken(document.project)].join(" "),
    terms,
  };
}

/** Title, body, reply with details, names. */
export const fieldTexts = ({ title, body, reply, details, files, tags }: SearchDocument): readonly string[] => [
  title,
  body,
  details ? `${reply}\n${details}` : reply,
  [...files, ...tags].join("\n"),
];

const isTerm = (token: string) =>
  token.length >= 4 && token.length <= 32 && (/^[a-z_]+$/.test(token) || /^[\p{L}_]+$/u.test(token));

/** Filter tokens are hashes, because names may contain any character. */
function filterToken(kind: string, name: string): string {
  const cached = filterTokenCache.get(kind + name);
  if (cached !== undefined) return cached;
  const token = kind + sha256(name).slice(0, 12);
  if (filterTokenCache.size >= maxFilterTokens) filterTokenCache.clear();
  filterTokenCache.set(kind + name, token);
  return token;
}

/** Few projects have many documents. */
const filterTokenCache = new Map<string, string>();
const maxFilterTokens = 1000;

export const kindFilterToken = (kind: string): string => filterToken("k", kind);
export const projectFilterToken = (project: string): string => filterToken("p", project);
