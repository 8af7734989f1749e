import { AppError } from "../../base/errors.js";
import { isStatedCause } from "../../base/text/root-cause.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { Call } from "../call.js";
import type { CodeIndex } from "../code/code-index.js";
import type { ProjectRegistry } from "../identity/project-registry.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import type { Remediations } from "../memory/remediations.js";
import type { Search } from "../search/search.js";
import { findByPrefix, fullIdOf } from "./short-id.js";

export interface ReadHitDeps {
  readonly search: Search;
  readonly code: Pick<CodeIndex, "projectOf" | "linesOf">;
  readonly identity: ProjectResolver;
  readonly projectRegistry: ProjectRegistry;
  readonly remediations: Pick<Remediations, "get">;
  indexContext(call: Call): Promise<void>;
}

/** Returns a search result in full. */
export function createReadHit(deps: ReadHitDeps) {
  const { search, code, identity, projectRegistry, remediations, indexContext } = deps;

  /** Several for a session: its exchanges. */
  const findDocuments = async (call: Call, id: string): Promise<SearchDocument[]> => {
    const { tenant, folder } = call;
    const here = await code.projectOf(call, folder);
    const ids = [fullIdOf(id), ...(here === undefined ? [] : [`code/${here}/${id}`])];
    const [document] = await search.index.readById(tenant, ids);
    if (document) return [document];
    const [kind = "", ...rest] = id.split("/");
    await indexContext(call);
    const filter = { kinds: [kind], projects: [await identity.root(folder)] };
    const docIds = await search.index.findByTitle(tenant, rest.join("/"), filter, 1);
    const named = await search.index.read(tenant, docIds, filter);
    return named.length > 0 ? named : findByPrefix(search.index, tenant, id);
  };

  return async (call: Call, id: string) => {
    const documents = (await findDocuments(call, id.trim())).toSorted((a, b) => (a.at < b.at ? -1 : 1));
    const [document] = documents;
    if (!document)
      throw new AppError("missing", `Not found: ${id}.`, { hint: "Use an id from the results of recall or search." });
    const line = (await code.linesOf(call.tenant, document.kind === "code" ? [document] : [])).get(document.id)?.start;
    return {
      document,
      text: document.kind === "remediation" ? await fixText(call, document) : documents.map(textOf).join("\n\n"),
      /** If it is known. */
      projectName: await projectRegistry.nameOf(call.tenant, document.project),
      line,
    };
  };

  /** The record has more than its search document: what did not help, and how the fix was verified. */
  async function fixText(call: Call, { source }: SearchDocument): Promise<string> {
    const fix = await remediations.get(call, source);
    const parts = {
      Problem: fix.problem,
      Symptoms: fix.symptoms.join("; "),
      Cause: isStatedCause(fix.rootCause) ? fix.rootCause : "",
      Fix: fix.solution,
      "Did not help": fix.failedAttempts.join("; "),
      "Verified by": fix.verifiedBy,
      Diff: fix.codeDiff,
    };
    const stated = Object.entries(parts).filter(([, text]) => text.trim() !== "");
    return stated.map(([title, text]) => `${title}: ${text}`).join("\n\n");
  }
}

const textOf = ({ body, reply }: SearchDocument): string => [body, reply].filter(Boolean).join("\n\n");
