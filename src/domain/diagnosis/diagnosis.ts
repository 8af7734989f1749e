import { errorLine } from "../../base/text/error-line.js";
import type { Call } from "../call.js";
import type { FoundRemediation, Remediations } from "../memory/remediations.js";
import type { Search } from "../search/search.js";
import { bestFirst, deepen } from "./deepen.js";
import { type Hypothesis, hypothesesOf, ownFrame, seenPatterns } from "./diagnose.js";
import type { Diagnosis, Failure, PastSession, RelatedFix } from "./diagnosis-answer.js";
import type { DiagnosisModel } from "./diagnosis-models.js";
import { adviceOfPastFix, fromPastFix, type ReadPastFixes } from "./past-fixes.js";

export interface Diagnoses {
  diagnose(call: Call, failure: Failure): Promise<Diagnosis>;
}

export interface DiagnosisDeps {
  readonly remediations: Remediations;
  readonly search: Search;
  readonly pastFixes: ReadPastFixes;
  /** Whoever may be asked beyond the patterns; undefined when nobody may. */
  readonly model: DiagnosisModel | undefined;
  readonly timeoutMs: number;
  readonly redact: (text: string) => string;
}

/** Causes of errors from known patterns and from what was fixed before; a model only adds to them, where one may be asked. */
export function createDiagnoses(parts: DiagnosisDeps): Diagnoses {
  const { remediations, search, pastFixes, model } = parts;
  const pastSessions = async (call: Call, message: string): Promise<PastSession[]> => {
    const request = { kinds: ["exchange"], limit: 3, minScore: minSimilarity, perSession: 1 };
    const { hits } = await search.find({ tenant: call.tenant, query: message, ...request });
    return hits.map(({ document, score }) => ({
      ...{ sessionId: document.session, at: document.at, score },
      ...{ asked: document.title, answered: document.reply.slice(0, 400) },
    }));
  };

  const fromRules = async (call: Call, failure: Failure): Promise<Diagnosis> => {
    const { message, context, owner, projectPath } = failure;
    const query = { query: message, limit: 5, includeHierarchy: true, projectPath };
    const fixes =
      owner !== undefined
        ? await remediations.search(call, owner, query)
        : await remediations.searchAccount(call, message, 5);
    const seen = seenPatterns(message, context);
    const known = fixes.filter(isLikely);
    const overcome = await pastFixes(call, message);
    const before = [...known.map(fromFix), ...overcome.map(fromPastFix)];
    const hypotheses = bestFirst([...before, ...beside(before, hypothesesOf(seen))]);
    const [best] = hypotheses;
    const frame = ownFrame(`${message}\n${context}`);
    const checks = [...overcome.flatMap(adviceOfPastFix), ...seen.slice(0, 3).flatMap((one) => one.checks)];
    return {
      rootCause: best?.description ?? `No known pattern fits: ${(errorLine(message) ?? message).trim().slice(0, 300)}`,
      hypotheses: hypotheses.length > 0 ? hypotheses : [unknownFailure(frame)],
      recommendations: recommend(known, checks, frame),
      related: fixes.map(toRelated),
      sessions: await pastSessions(call, message),
      patterns: seen.map(({ id }) => id),
      confidence: best?.confidence ?? unknownConfidence,
    };
  };

  return {
    async diagnose(call, failure) {
      const plain = await fromRules(call, failure);
      if (model === undefined || plain.related.some(({ isSameError }) => isSameError)) return plain;
      return deepen({ ...parts, model }, call, failure, plain);
    },
  };
}

/** Below this a session merely shares words with the error. */
const minSimilarity = 0.3;
const unknownConfidence = 0.1;
/** A fix that shares only some words is worth naming, not believing. */
const isLikely = ({ isSameError, score }: FoundRemediation) => isSameError || score >= 0.5;

/** A cause is less likely the more likely another one is: what this account fixed before says more than what usually happens. */
function beside(before: readonly Hypothesis[], usual: readonly Hypothesis[]): Hypothesis[] {
  const left = 1 - 0.6 * Math.max(0, ...before.map(({ confidence }) => confidence));
  return usual.map((one) => ({ ...one, confidence: Math.round(one.confidence * left * 100) / 100 }));
}

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
