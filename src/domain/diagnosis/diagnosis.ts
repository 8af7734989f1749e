import type { Call } from "../call.js";
import type { FoundRemediation, Remediations } from "../memory/remediations.js";
import { errorLine } from "../search/error-fingerprint.js";
import type { Search } from "../search/search.js";
import { type Hypothesis, hypothesesOf, ownFrame, seenPatterns } from "./diagnose.js";

export interface RelatedFix {
  readonly id: string;
  readonly title: string;
  readonly rootCause: string;
  readonly solution: string;
  readonly score: number;
  readonly isSameError: boolean;
  readonly failedAttempts: readonly string[];
}

/** An exchange of a past session that speaks of such an error. */
export interface PastSession {
  readonly sessionId: string;
  readonly at: string;
  readonly asked: string;
  readonly answered: string;
  readonly score: number;
}

export interface Diagnosis {
  readonly rootCause: string;
  readonly hypotheses: readonly Hypothesis[];
  readonly recommendations: readonly string[];
  readonly related: readonly RelatedFix[];
  readonly sessions: readonly PastSession[];
  /** Names of the failure patterns that were seen, surest first. */
  readonly patterns: readonly string[];
  readonly confidence: number;
}

export interface Failure {
  readonly message: string;
  readonly context: string;
  /** Whose fixes to consult; without one those of the whole account. */
  readonly owner?: string | undefined;
  readonly projectPath?: string | undefined;
}

export interface Diagnoses {
  diagnose(call: Call, failure: Failure): Promise<Diagnosis>;
}

/** Causes of errors from known patterns and from what was fixed before; no model is asked. */
export function createDiagnoses({ remediations, search }: { remediations: Remediations; search: Search }): Diagnoses {
  const pastSessions = async (call: Call, message: string): Promise<PastSession[]> => {
    const request = { kinds: ["exchange"], limit: 3, minScore: leastLikeness, perSession: 1 };
    const { hits } = await search.find({ tenant: call.tenant, query: message, ...request });
    return hits.map(({ document, score }) => ({
      ...{ sessionId: document.session, at: document.at, score },
      ...{ asked: document.title, answered: document.reply.slice(0, 400) },
    }));
  };

  return {
    async diagnose(call, { message, context, owner, projectPath }) {
      const query = { query: message, limit: 5, includeHierarchy: true, projectPath };
      const fixes =
        owner !== undefined
          ? await remediations.search(call, owner, query)
          : await remediations.searchAccount(call, message, 5);
      const seen = seenPatterns(message, context);
      const known = fixes.filter(isLikely);
      const hypotheses = [...known.map(fromFix), ...hypothesesOf(seen)].sort((a, b) => b.confidence - a.confidence);
      const [best] = hypotheses;
      const frame = ownFrame(`${message}\n${context}`);
      return {
        rootCause:
          best?.description ?? `No known pattern fits: ${(errorLine(message) ?? message).trim().slice(0, 300)}`,
        hypotheses: hypotheses.length > 0 ? hypotheses : [unknownFailure(frame)],
        recommendations: recommend(
          known,
          seen.slice(0, 3).flatMap(({ checks }) => checks),
          frame,
        ),
        related: fixes.map(toRelated),
        sessions: await pastSessions(call, message),
        patterns: seen.map(({ id }) => id),
        confidence: best?.confidence ?? unknownConfidence,
      };
    },
  };
}

/** Below this a session merely shares words with the error. */
const leastLikeness = 0.3;
const unknownConfidence = 0.1;
/** A fix that shares only some words is worth naming, not believing. */
const isLikely = ({ isSameError, score }: FoundRemediation) => isSameError || score >= 0.5;

const fromFix = (fix: FoundRemediation): Hypothesis => ({
  description: fix.rootCause,
  confidence: Math.round((fix.isSameError ? 0.75 + 0.2 * fix.confidence : 0.7 * fix.score) * 100) / 100,
  evidence: [`${fix.isSameError ? "The same error" : "A similar error"} was fixed before (${fix.id}): ${fix.title}`],
});

const unknownFailure = (frame: string | undefined): Hypothesis => ({
  description: "The error is of a kind that no known pattern describes",
  confidence: unknownConfidence,
  evidence: frame ? [`The trace leads to ${frame}`] : [],
});

function recommend(fixes: readonly FoundRemediation[], checks: readonly string[], frame: string | undefined): string[] {
  const tried = fixes.flatMap(({ failedAttempts }) =>
    failedAttempts.map((one) => `Do not try again what did not help: ${one}`),
  );
  const all = [
    ...fixes.map(({ solution, title }) => `${title}: ${solution}`),
    ...tried,
    ...(frame ? [`Look at ${frame}, the first place of your own code in the trace`] : []),
    ...checks,
  ];
  if (all.length > 0) return [...new Set(all)].slice(0, 8);
  return [
    "Read the first error of the whole output, not the last",
    "Record the fix with remediation_record once you have it",
  ];
}

const toRelated = (fix: FoundRemediation): RelatedFix => ({
  ...{ id: fix.id, title: fix.title, rootCause: fix.rootCause, solution: fix.solution, score: fix.score },
  ...{ isSameError: fix.isSameError, failedAttempts: fix.failedAttempts },
});
