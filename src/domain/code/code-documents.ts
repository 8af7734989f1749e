import { createHash } from "node:crypto";
import signs from "../../../data/repository-signs.json" with { type: "json" };
import { codeKind, historySource, sourceOf } from "../../store/code/code-store.js";
import { type SearchDocument, searchDocument } from "../../store/search/search-document.js";
import type { ChunkedFile } from "./chunk-file.js";
import { fileRoleOf } from "./file-role.js";

/**
 * Words for well-known file names, which the files themselves seldom contain: a part of a path, without its
 * extension and in lower case, and the words that it matches.
 */
const wordsByName: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(signs.fileNames).flatMap(([names, words]) => names.split(" ").map((name) => [name, words])),
);

/** Words for the names in a path; empty for most files. */
export function fileWords(path: string): string[] {
  const parts = path.toLowerCase().split("/");
  const file = parts.at(-1) ?? "";
  const names = [...parts.slice(0, -1), file, file.replace(/\.[^.]*$/, ""), file.replace(/\..*$/, "")];
  const phrases = names.flatMap((name) => (Object.hasOwn(wordsByName, name) ? [wordsByName[name] ?? ""] : []));
  return [...new Set(phrases)];
}

/** Identifies the code of one folder of one tenant. */
export const repositoryId = (owner: string, root: string): string =>
  `code_${createHash("sha256")
    .update(JSON.stringify([owner, root]))
    .digest("hex")
    .slice(0, 24)}`;

// Without a time: the age of code says nothing about how well it answers a question.
const noTime = "1970-01-01T00:00:00.000Z";

/** Under its own name, so that tests, documents and the like do not use up the candidates of sources. */
export const otherFilesOf = (repository: string): string => `${repository}/other`;

export const documentId = (repository: string, path: string, key: string): string =>
  `code/${repository}/${path}#${key}`;

export function codeDocuments(owner: string, repository: string, path: string, file: ChunkedFile): SearchDocument[] {
  const words = fileWords(path);
  const project = fileRoleOf(path) === "source" ? repository : otherFilesOf(repository);
  return file.chunks.map((chunk) =>
    searchDocument({
      id: documentId(repository, path, chunk.key),
      kind: codeKind,
      project,
      scope: owner,
      source: sourceOf(repository, path),
      at: noTime,
      title: chunk.symbol,
      body: chunk.text,
      files: [path],
      tags: [file.language, chunk.kind, ...words],
    }),
  );
}

const historyKey = "history";

/** The subject lines of the commits that changed a file: often its best description in people's words. */
export const historyDocument = (
  owner: string,
  repository: string,
  path: string,
  subjects: readonly string[],
): SearchDocument =>
  searchDocument({
    id: `${documentId(repository, path, historyKey)}/`,
    kind: codeKind,
    project: repository,
    scope: owner,
    source: historySource(repository, path),
    at: noTime,
    body: subjects.join("\n"),
    files: [path],
  });

export const isHistory = ({ source }: Pick<SearchDocument, "source">): boolean => source.endsWith(`#${historyKey}`);
