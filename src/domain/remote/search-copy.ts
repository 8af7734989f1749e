import { errorSignature } from "../../base/text/error-signature.js";
import type { CopiedRecord } from "../../store/remote/copy-store.js";
import { rankTexts } from "../search/rank/rank-texts.js";

type Input = Readonly<Record<string, unknown>>;

/** The records that a tool of the service would list, among those on this machine. */
export function searchCopy(tool: string, input: Input, records: readonly CopiedRecord[]): CopiedRecord[] {
  if (tool === "memory_search") return rank(input, records.filter(isCurrent), memoryText).map(({ item }) => item);
  if (tool === "remediation_search") return searchFixes(input, records);
  const { state, tag } = input;
  return records.filter(
    (one) =>
      (state === undefined || one.state === state) &&
      (tag === undefined || (Array.isArray(one.tags) && one.tags.includes(tag))),
  );
}

/** The same error first, as on the service. */
function searchFixes(input: Input, records: readonly CopiedRecord[]): CopiedRecord[] {
  const signature = errorSignature(String(input.query));
  return rank(input, records.filter(isWithin(input)), fixText)
    .map(({ item: { project: _, ...shown }, score }) => ({
      ...{ ...shown, score, same_error: errorSignature(String(shown.problem)) === signature },
    }))
    .sort((a, b) => Number(b.same_error) - Number(a.same_error));
}

/** Fixes of a project are for that project only. */
const isWithin =
  ({ scope, include_hierarchy: isWide, category, min_confidence: minConfidence = 0, project_path: project }: Input) =>
  (one: CopiedRecord): boolean =>
    (scope === undefined || isWide === true || one.scope === scope) &&
    (category === undefined || one.category === category) &&
    Number(one.confidence) >= Number(minConfidence) &&
    (one.scope !== "project" || one.project === project);

const isCurrent = ({ state }: CopiedRecord) => state === "candidate" || state === "verified";
const memoryText = ({ title, content }: CopiedRecord) => `${title}\n${content}`;
const fixText = ({ title, problem, root_cause: cause, solution }: CopiedRecord) =>
  [title, problem, cause, solution].join("\n");

const rank = ({ query }: Input, records: readonly CopiedRecord[], textOf: (record: CopiedRecord) => string) =>
  rankTexts(String(query), records, textOf);
