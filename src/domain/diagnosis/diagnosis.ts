import { isStatedCause } from "../../base/text/root-cause.js";
import type { Call } from "../call.js";
import type { FoundRemediation, Remediations } from "../memory/remediations.js";
import type { Search } from "../search/search.js";
import { addModelAdvice, bestFirst } from "./add-model-advice.js";
import {
  describeCause,
  describeUnknown,
  type Hypothesis,
  hypothesesOf,
  matchPatterns,
  statedError,
} from "./diagnose.js";
import type { Diagnosis, Failure, PastSession, RelatedFix } from "./diagnosis-answer.js";
import type { DiagnosisModel } from "./diagnosis-models.js";
import type { MatchedPattern } from "./failure-pattern.js";
import { ownFrame } from "./own-frame.js";
import { adviceOfPastFix, fromPastFix, type ReadPastFixes } from "./past-fixes.js";
import { describeChanges, type ReadRecentChanges, type RecentChanges } from "./recent-changes.js";

export interface Diagnoses {
  diagnose(call: Call, failure: Failure): Promise<Diagnosis>;
}

export interface DiagnosisDeps {
  readonly remediations: Remediations;
  readonly search: Search;
  readonly pastFixes: ReadPastFixes;
  readonly recentChanges: ReadRecentChanges;
  /** All names of the project of a folder: fixes of others are marked. */
  readonly projectNames: (call: Call, folder: string) => Promise<readonly string[]>;
  /** Asked in addition to the patterns; undefined when the settings allow none. */
  readonly model: DiagnosisModel | undefined;
  readonly timeoutMs: number;
  readonly redact: (text: string) => string;
}

/** Diagnoses errors by known patterns and past fixes; a model only adds to these. */
export function createDiagnoses(deps: DiagnosisDeps): Diagnoses {
  const { remediations, search, pastFixes, recentChanges, projectNames, model } = deps;
  const findPastSessions = async (call: Call, message: string): Promise<PastSession[]> => {
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
    const matches = matchPatterns(message, context);
    const own = new Set(fixes.length === 0 ? [] : await projectNames(call, projectPath ?? call.folder));
    const originOf = ({ project }: FoundRemediation) => (project === "" || own.has(project) ? undefined : project);
    const likely = fixes.filter(isLikely);
    const past = await pastFixes(call, message);
    const fromFixes = [...likely.map((fix) => fromFix(fix, originOf(fix))), ...past.map(fromPastFix)];
    const hypotheses = bestFirst([...fromFixes, ...lowerConfidence(hypothesesOf(matches), fromFixes)]);
    const [best] = hypotheses;
    const frame = ownFrame(`${message}\n${context}`);
    const changes = frame && (await recentChanges(projectPath ?? call.folder, frame));
    const checks = [...past.flatMap(adviceOfPastFix), ...matches.slice(0, 3).flatMap((one) => one.checks)];
    const steps = recommend(
      likely.map((fix) => ({ fix, origin: originOf(fix) })),
      checks,
      changes ? `${changes.path}:${changes.line}` : frame,
    );
    return {
      rootCause: rootCauseOf(best, matches[0], frame, message),
      hypotheses: withChanges(hypotheses.length > 0 ? hypotheses : [unknownFailure(message, frame)], changes),
      recommendations: steps.length > 0 ? steps : adviceWithoutCause(message),
      related: fixes
        .filter(({ isSameError, score }) => isSameError || score >= minSimilarity)
        .map((fix) => toRelated(fix, originOf(fix))),
      sessions: await findPastSessions(call, message),
      patterns: matches.map(({ id }) => id),
      confidence: best?.confidence ?? unknownConfidence,
    };
  };

  return {
    async diagnose(call, failure) {
      const byRules = await fromRules(call, failure);
      if (model === undefined || byRules.related.some(({ isSameError }) => isSameError)) return byRules;
      return addModelAdvice({ ...deps, model }, call, failure, byRules);
    },
  };
}

/** Of a pattern, with the values and the place of this failure; of a fix, as it was recorded. */
function rootCauseOf(
  best: Hypothesis | undefined,
  match: MatchedPattern | undefined,
  frame: string | undefined,
  message: string,
) {
  if (best !== undefined && best.description === match?.cause) return describeCause(match, frame);
  return best?.description ?? describeUnknown(message, frame);
}

/** Below this a session or a fix merely shares words with the error. */
const minSimilarity = 0.3;
const unknownConfidence = 0.1;
/** A fix that shares only some words is listed as related, but is not evidence of a cause. */
const isLikely = ({ isSameError, score }: FoundRemediation) => isSameError || score >= 0.5;

/** Past fixes of this account are stronger evidence than patterns: the better they match, the less likely the usual causes. */
function lowerConfidence(fromPatterns: readonly Hypothesis[], fromFixes: readonly Hypothesis[]): Hypothesis[] {
  const factor = 1 - 0.6 * Math.max(0, ...fromFixes.map(({ confidence }) => confidence));
  return fromPatterns.map((one) => ({ ...one, confidence: Math.round(one.confidence * factor * 100) / 100 }));
}

/** The cause; where none was recorded, what helped. */
const causeOf = ({ rootCause, solution }: FoundRemediation): string =>
  isStatedCause(rootCause) ? rootCause : `Fixed before by: ${solution}`;

const fromFix = (fix: FoundRemediation, origin: string | undefined): Hypothesis => ({
  description: causeOf(fix),
  confidence: Math.round((fix.isSameError ? 0.75 + 0.2 * fix.confidence : 0.7 * fix.score) * 100) / 100,
  evidence: [
    `${fix.isSameError ? "The same error" : "A similar error"} was fixed before${inProject(origin)} (${fix.id}): ${fix.title}`,
  ],
});

/** The likeliest cause also shows what was last changed at the place of the failure. */
const withChanges = ([first, ...rest]: readonly Hypothesis[], changes: RecentChanges | "" | undefined): Hypothesis[] =>
  first && changes
    ? [{ ...first, evidence: [...first.evidence, ...describeChanges(changes)] }, ...rest]
    : [...(first ? [first] : []), ...rest];

const unknownFailure = (message: string, frame: string | undefined): Hypothesis => ({
  description: statedError(message) === undefined ? "The text has no error" : "No known pattern describes this error",
  confidence: unknownConfidence,
  evidence: frame ? [`First frame of your own code: ${frame}`] : [],
});

const inProject = (origin: string | undefined) => (origin === undefined ? "" : ` in the project ${origin}`);

interface FixWithOrigin {
  readonly fix: FoundRemediation;
  /** The project, when it is another one. */
  readonly origin: string | undefined;
}

function recommend(fixes: readonly FixWithOrigin[], checks: readonly string[], frame: string | undefined): string[] {
  const failed = fixes.flatMap(({ fix }) => fix.failedAttempts.map((one) => `Do not retry what did not help: ${one}`));
  const steps = [
    ...fixes.map(({ fix: { solution, title }, origin }) => `${title}${inProject(origin)}: ${solution}`),
    ...failed,
    ...(frame ? [`Look at ${frame}, the first frame of your own code in the trace`] : []),
    ...checks,
  ];
  return [...new Set(steps)].slice(0, 8);
}

/** Where nothing is known; output without an error has nothing to fix. */
const adviceWithoutCause = (message: string): string[] =>
  statedError(message) === undefined
    ? ["If a command failed, pass its whole output"]
    : [
        "Read the first error of the full output, not the last",
        "Record the fix with remediation_record once you have it",
      ];

const toRelated = (fix: FoundRemediation, origin: string | undefined): RelatedFix => ({
  ...(origin === undefined ? {} : { project: origin }),
  ...{ id: fix.id, title: fix.title, rootCause: fix.rootCause, solution: fix.solution, score: fix.score },
  ...{ isSameError: fix.isSameError, failedAttempts: fix.failedAttempts },
});
