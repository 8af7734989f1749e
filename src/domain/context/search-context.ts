import type { Scope } from "../../store/context/scope.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import { rankTexts } from "../search/rank/rank-texts.js";
import type { Search, SearchHit } from "../search/search.js";
import type { ProjectContext } from "./project-context.js";

export type ContextHit = ReturnType<typeof linesOf>[number] & { readonly score: number };

/** Kinds of documents that the team's texts have in the search index. */
export const contextKinds = ["knowledge", "decision", "convention", "skill"] as const;
/** Minimum score of a text that shares no word with the query. */
const minSemanticScore = 0.15;
const maxDocuments = 100;

/**
 * The lines that answer the query, best first. The search ranks the texts; a text's best line gets the text's score,
 * its other lines less, by how well they match.
 */
export async function searchContext(
  search: Search,
  project: ProjectContext,
  { tenant, query, limit }: { tenant: string; query: string; limit: number },
): Promise<ContextHit[]> {
  const request = { tenant, query, kinds: contextKinds, project: project.root, limit: maxDocuments, minScore: 0 };
  const { hits } = await search.find(request);
  return hits
    .flatMap((hit) => hitLines(hit, query))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

function hitLines({ document, score }: SearchHit, query: string): ContextHit[] {
  const lines = linesOf(document);
  const ranked = rankTexts(query, lines, ({ text }) => text);
  const best = ranked[0]?.score ?? 0;
  const matchingLines = ranked.map((one) => ({ ...one.item, score: round((score * one.score) / best) }));
  if (matchingLines.length > 0) return matchingLines;
  const first = lines.find(({ text }) => !headingOrDelimiter.test(text)) ?? lines[0];
  return first && score >= minSemanticScore ? [{ ...first, score: round(score) }] : [];
}

const round = (score: number) => Math.round(score * 1000) / 1000;
/** Headings and the delimiters of front matter have little content. */
const headingOrDelimiter = /^(?:#|---)/;

function linesOf({ title: key, files: [file = ""], body, scope }: SearchDocument) {
  const lines = body.split("\n").map((text, i) => ({ line: i + 1, text: text.trim().slice(0, maxCharacters) }));
  return lines.filter(({ text }) => text !== "").map((one) => ({ key, file, ...one, scope: scope as Scope }));
}

/** A line can be a whole minified file. */
const maxCharacters = 500;
