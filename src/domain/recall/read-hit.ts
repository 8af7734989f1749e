import { AppError } from "../../base/errors.js";
import { isStatedCause } from "../../base/text/root-cause.js";
import type { SearchDocument } from "../../store/search/search-document.js";
import type { Call } from "../call.js";
import type { CodeIndex } from "../code/code-index.js";
import type { ProjectRegistry } from "../identity/project-registry.js";
import type { ProjectResolver } from "../identity/project-resolver.js";
import type { Remediations } from "../memory/remediations.js";
import type { Search } from "../search/search.js";

/** A search result in full. */
export interface WholeHit {
  readonly document: SearchDocument;
  readonly text: string;
  /** Name of the project, if it is known. */
  readonly projectName: string;
  readonly line?: number;
}

export type ReadHit = (call: Call, id: string) => Promise<WholeHit>;

export interface ReadHitDeps {
  readonly search: Search;
  readonly code: Pick<CodeIndex, "linesOf">;
  readonly identity: ProjectResolver;
  readonly projectRegistry: ProjectRegistry;
  readonly remediations: Pick<Remediations, "get">;
  indexContext(call: Call): Promise<void>;
}

/** Ids of records, whose prefix says the kind: `mem_01hw…`. */
const recordKinds: Readonly<Record<string, string>> = { mem: "memory", rem: "remediation", cp: "checkpoint" };

export function createReadHit(deps: ReadHitDeps): ReadHit {
  const { search, code, identity, projectRegistry, remediations, indexContext } = deps;

  const findDocument = async (call: Call, id: string): Promise<SearchDocument | undefined> => {
    const { tenant, folder } = call;
    const [document] = await search.index.readById(tenant, [fullId(id)]);
    if (document) return document;
    const [kind = "", ...rest] = id.split("/");
    await indexContext(call);
    const filter = { kinds: [kind], projects: [await identity.root(folder)] };
    const docIds = await search.index.findByTitle(tenant, rest.join("/"), filter, 1);
    return (await search.index.read(tenant, docIds, filter))[0];
  };

  return async (call, id) => {
    const document = await findDocument(call, id.trim());
    if (!document)
      throw new AppError("missing", `Not found: ${id}.`, { hint: "Use an id from the results of recall or search." });
    const line = (await code.linesOf(call.tenant, document.kind === "code" ? [document] : [])).get(document.id)?.start;
    return {
      document,
      text: document.kind === "remediation" ? await fixText(call, document) : textOf(document),
      projectName: await projectRegistry.nameOf(call.tenant, document.project),
      ...(line === undefined ? {} : { line }),
    };
  };

  /** The record has more than its search document: what did not help, and how the fix was verified. */
  async function fixText(call: Call, { source }: SearchDocument): Promise<string> {
    const fix = await remediations.get(call, source);
    const part = (title: string, text: string) => (text.trim() === "" ? [] : [`${title}: ${text}`]);
    return [
      ...part("Problem", fix.problem),
      ...part("Symptoms", fix.symptoms.join("; ")),
      ...part("Cause", isStatedCause(fix.rootCause) ? fix.rootCause : ""),
      ...part("Fix", fix.solution),
      ...part("Did not help", fix.failedAttempts.join("; ")),
      ...part("Verified by", fix.verifiedBy),
      ...part("Diff", fix.codeDiff),
    ].join("\n\n");
  }
}

const fullId = (id: string): string => {
  const kind = recordKinds[/^([a-z]+)_/.exec(id)?.[1] ?? ""];
  return kind === undefined ? id : `${kind}/${id}`;
};

const textOf = ({ body, reply }: SearchDocument): string => [body, reply].filter(Boolean).join("\n\n");
