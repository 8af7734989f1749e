import { errorSignature } from "../../base/text/error-fingerprint.js";
import type { ProjectResolver } from "../../domain/identity/project-resolver.js";
import type { SharedFixes } from "../../domain/lessons/fix-text.js";
import type { OwnedRemediation, RemediationStore } from "../../store/memory/remediation-store.js";
import { fixCandidateConfidence } from "./record-fix-candidate.js";

/** Recorded fixes of the project, a team or the organization, for the archive to give to agents when a command fails. */
export function sharedFixesIn(
  store: Pick<RemediationStore, "withFingerprint">,
  identity: Pick<ProjectResolver, "projectNames">,
): SharedFixes {
  return {
    async find(call, errorLine) {
      const stored = await store.withFingerprint(call.tenant, errorSignature(errorLine));
      if (stored.length === 0) return undefined;
      const names = await identity.projectNames(call, call.folder);
      // A candidate of this project is a fix that the archive has itself.
      const isGiven = ({ scope, confidence, project }: OwnedRemediation) =>
        scope === "project"
          ? names.includes(project) && confidence > fixCandidateConfidence
          : confidence >= fixCandidateConfidence;
      const [best] = stored.filter(isGiven).toSorted((a, b) => b.confidence - a.confidence);
      if (best === undefined) return undefined;
      const { problem, solution, codeDiff: diff, verifiedBy: proof } = best;
      return { source: sourceOf(best), problem, solution, diff, proof };
    },
  };
}

const sourceOf = ({ id, scope, team }: OwnedRemediation): string =>
  scope === "project"
    ? `fix ${id} of this project`
    : scope === "team"
      ? `fix ${id} of team ${team}`
      : `fix ${id} of the organization`;
