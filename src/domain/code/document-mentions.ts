import type { SearchDocument } from "../../store/search/search-document.js";
import type { Candidate } from "../search/retrieve/retrieve-candidates.js";
import { fileRoleOf } from "./file-role.js";
import { writtenPaths } from "./query-clues.js";

/** A text that names more files is a list of them, not about one. */
const maxFilesNamed = 4;

/** Reading what sections name takes time; the best ones decide. */
export const maxSections = 5;

/** The files that a section of documentation names, as paths from the top of the repository. */
export function filesNamedIn({ files, body }: Pick<SearchDocument, "files" | "body">): readonly string[] {
  if (!body.includes("/") || fileRoleOf(files[0] ?? "") !== "document") return [];
  const paths = writtenPaths(body).filter(({ path }) => path.includes("/") && !path.includes("://"));
  const named = new Set(paths.map(({ path }) => path.replace(/^(?:\.?\/)+/, "")));
  return named.size <= maxFilesNamed ? [...named] : [];
}

/** For each file that documentation names, the section of it that matches the question best. */
export function sectionsByFile(
  candidates: readonly Candidate[],
  scoreOf: (candidate: Candidate) => number,
): ReadonlyMap<string, Candidate> {
  const sections = new Map<string, Candidate>();
  const documented = candidates
    .filter(({ document }) => fileRoleOf(document.files[0] ?? "") === "document")
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .sort((a, b) => b.score - a.score);
  for (const { candidate: one } of documented.slice(0, maxSections))
    for (const path of filesNamedIn(one.document)) if (!sections.has(path)) sections.set(path, one);
  return sections;
}
