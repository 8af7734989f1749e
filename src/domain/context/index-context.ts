import { AppError } from "../../base/errors.js";
import type { Scopes } from "../../store/context/scopes.js";
import { type SearchDocument, searchDocument } from "../../store/search/search-document.js";
import type { SearchIndex } from "../../store/search/search-index.js";
import type { Call } from "../call.js";
import { allEntries, type ContextEntry } from "./entries.js";
import type { ProjectContext, TeamContext } from "./project-context.js";
import { contextKinds } from "./search-context.js";

/** Indexes the context of the call's project. Unchanged texts are not written again. */
export async function indexContext(context: TeamContext, index: SearchIndex, call: Call): Promise<void> {
  const project = await openIfExists(context, call);
  if (project) await indexProject(project, index, call.tenant);
}

export async function indexProject(project: ProjectContext, index: SearchIndex, tenant: string): Promise<void> {
  const scopes = await project.scopes.read();
  const documents = await Promise.all((await allEntries(project)).map((entry) => toDocument(project, scopes, entry)));
  for (const kind of contextKinds) {
    const ofKind = documents.filter((document) => document.kind === kind);
    await index.replace(tenant, { kind, source: project.root }, ofKind);
  }
}

/** Searches also run outside of projects, where there is nothing to index. */
async function openIfExists(context: TeamContext, call: Call): Promise<ProjectContext | undefined> {
  try {
    return await context.open(call);
  } catch (error) {
    if (error instanceof AppError && error.problem === "missing") return undefined;
    throw error;
  }
}

async function toDocument(
  project: ProjectContext,
  scopes: Scopes,
  { type: kind, key, file: name, path: file, content, scope }: ContextEntry,
): Promise<SearchDocument> {
  const title = kind === "decision" ? name.replace(/\.md$/, "") : key;
  const modifiedAt = await project.files.modified(scopes.locate(file));
  return searchDocument({
    id: `${kind}/${project.root}/${file}`,
    kind,
    scope,
    title,
    body: content,
    files: [file],
    project: project.root,
    source: project.root,
    at: (modifiedAt ?? new Date(0)).toISOString(),
  });
}
