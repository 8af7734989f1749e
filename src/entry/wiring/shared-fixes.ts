import { errorSignature } from "../../base/text/error-signature.js";
import type { SharedFixes } from "../../domain/archive/recall/fix-text.js";
import type { OwnedRemediation, RemediationStore } from "../../store/memory/remediation-store.js";

/** Fixes of a team or the organization, for the archive to give to agents when a command fails. */
export function sharedFixesIn(store: Pick<RemediationStore, "withFingerprint">): SharedFixes {
  return {
    async find({ tenant }, errorLine) {
      const fixes = (await store.withFingerprint(tenant, errorSignature(errorLine)))
        .filter(({ scope, confidence }) => scope !== "project" && confidence >= minConfidence)
        .toSorted((a, b) => b.confidence - a.confidence);
      const [best] = fixes;
      if (best === undefined) return undefined;
      const { problem, solution, codeDiff: diff, verifiedBy: proof } = best;
      return { source: sourceOf(best), problem, solution, diff, proof };
    },
  };
}

const minConfidence = 0.4;

const sourceOf = ({ id, scope, team }: OwnedRemediation): string =>
  scope === "team" ? `fix ${id} of team ${team}` : `fix ${id} of the organization`;
