import { errorSignature } from "../../base/text/error-fingerprint.js";
import { truncate } from "../../base/text/truncate.js";
import type { RecordFixCandidate } from "../../domain/archive/promote-fixes.js";
import type { ProjectResolver } from "../../domain/identity/project-resolver.js";
import type { SharedFixes } from "../../domain/lessons/fixes.js";
import type { Remediations } from "../../domain/memory/remediations.js";
import { archiveAuthor } from "../../store/memory/forget-session.js";
import type { OwnedRemediation, RemediationStore } from "../../store/memory/remediation-store.js";

/** Not reviewed by a person: it ranks below recorded fixes, and its confidence changes with feedback. */
const fixCandidateConfidence = 0.4;
const maxTitleLength = 120;

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

/** Records the fix of a session as a candidate remediation with the command that proved it. */
export function recordFixCandidateIn(remediations: Remediations, identity: ProjectResolver): RecordFixCandidate {
  return async (call, { error, command, files, steps = [], attempts, proof, diff = "", sessionId, at, folder }) => {
    const owner = await identity.tenant(undefined, folder);
    const archive = { ...call, folder, caller: archiveAuthor };
    await remediations.record(archive, owner, {
      scope: "project",
      team: "",
      projectPath: folder,
      category: categoryOf(command),
      sessionId,
      confidence: fixCandidateConfidence,
      title: truncate(error, maxTitleLength),
      problem: error,
      symptoms: [`\`${command}\` failed`],
      rootCause: `Not stated. Fixed in session ${sessionId} on ${at.slice(0, 10)}.`,
      solution: `${[...changed(files), ...steps.map((one) => `Ran \`${one}\``)].join("; ")}; then \`${proof}\` passed.`,
      failedAttempts: attempts,
      verifiedBy: proof,
      codeDiff: diff,
      affectedFiles: files,
      tags: ["candidate"],
    });
  };
}

const changed = (files: readonly string[]) => (files.length > 0 ? [`Changed ${files.join(", ")}`] : []);

const categories: readonly [category: string, commands: RegExp][] = [
  ["test", /\b(test|vitest|jest|pytest|mocha|rspec|go test|cargo test)\b/],
  ["lint", /\b(lint|eslint|biome|ruff|clippy|prettier)\b/],
  ["dependency", /\b(npm (i|ci|install)|pnpm (i|install)|yarn( install)?|pip install|bundle install|cargo add)\b/],
  ["build", /\b(build|tsc|make|gcc|cargo (build|check)|mvn|gradle|webpack|vite)\b/],
  ["database", /\b(psql|sqlite3|migrate|migration|prisma|alembic)\b/],
];

const categoryOf = (command: string): string =>
  categories.find(([, commands]) => commands.test(command))?.[0] ?? "runtime";
