import { isStatedCause } from "../../../base/text/root-cause.js";
import { withTimeout } from "../../../base/with-timeout.js";
import type { Call } from "../../call.js";
import { namedFolder } from "../../identity/project-resolver.js";
import type { FoundRemediation, Remediations } from "../../memory/remediations.js";
import type { Search } from "../../search/search.js";
import { areRelated, isSameError } from "../same-error.js";
import {
  describeCause,
  describeUnknown,
  type Hypothesis,
  hypothesesOf,
  matchPatterns,
  statedError,
} from "./diagnose.js";
import type { AdviceReport, Diagnosis, Failure, PastSession, RelatedFix } from "./diagnosis-answer.js";
import type { DiagnosisModel } from "./diagnosis-models.js";
import type { MatchedPattern } from "./failure-pattern.js";
import { advicePrompt, readAdvice } from "./model-advice.js";
import { adviceOfPastFix, fromPastFix, type ReadPastFixes } from "./past-fixes.js";
import type { ProjectEvidence, ReadProjectEvidence } from "./project-evidence.js";

interface Deps {
  readonly model: DiagnosisModel;
  readonly timeoutMs: number;
  readonly redact: (text: string) => string;
}

/** Adds a model's advice to the diagnosis by rules, which is returned unchanged if the model's reply is late or unusable. */
async function addModelAdvice(
  { model, timeoutMs, redact }: Deps,
  call: Call,
  { message, context }: Failure,
  byRules: Diagnosis,
): Promise<Diagnosis> {
  const prompt = redact(advicePrompt({ message, context, hypotheses: byRules.hypotheses, fixes: byRules.related }));
  call.progress(0, undefined, `Asking the model of the ${model.name}`);
  const reply = await awaitReply(model.ask(call, prompt, timeoutMs), timeoutMs);
  const report = (outcome: AdviceReport["outcome"]): Diagnosis => ({ ...byRules, advice: { by: model.name, outcome } });
  if ("failure" in reply) return report(reply.failure);
  const advice = readAdvice(reply.text, `${message}\n${context}`);
  if (!advice) return report("unreadable");
  const fromModel = advice.hypotheses.map(
    (one): Hypothesis => ({ ...one, evidence: [...one.evidence, `Suggested by the model of the ${model.name}`] }),
  );
  const hypotheses = bestFirst([...byRules.hypotheses, ...fromModel]);
  const [best] = hypotheses;
  const isFromModel = best !== undefined && fromModel.includes(best);
  return {
    ...byRules,
    hypotheses,
    rootCause: isFromModel ? advice.rootCause : byRules.rootCause,
    confidence: best?.confidence ?? byRules.confidence,
    recommendations: [...new Set([...byRules.recommendations, ...advice.recommendations])].slice(0, maxRecommendations),
    advice: { by: model.name, outcome: "used" },
  };
}

const maxRecommendations = 12;

const bestFirst = (hypotheses: readonly Hypothesis[]): Hypothesis[] =>
  [...hypotheses].sort((a, b) => b.confidence - a.confidence);

type Reply = { readonly text: string } | { readonly failure: Exclude<AdviceReport["outcome"], "used"> };

/** A model that fails or is too slow leaves the diagnosis by rules unchanged. */
async function awaitReply(answer: Promise<string | undefined>, timeoutMs: number): Promise<Reply> {
  const reply = answer.then(
    (text): Reply => (text === undefined ? { failure: "not offered" } : { text }),
    (): Reply => ({ failure: "refused" }),
  );
  return withTimeout(reply, timeoutMs, { failure: "too late" });
}

export interface Diagnoses {
  diagnose(call: Call, failure: Failure): Promise<Diagnosis>;
}

export interface DiagnosisDeps {
  readonly remediations: Remediations;
  readonly search: Search;
  readonly pastFixes: ReadPastFixes;
  readonly projectEvidence: ReadProjectEvidence;
  /** All names of the project of a folder: fixes of others are marked. */
  readonly projectNames: (call: Call, folder: string) => Promise<readonly string[]>;
  /** Asked in addition to the patterns; undefined when the settings allow none. */
  readonly model: DiagnosisModel | undefined;
  readonly timeoutMs: number;
  readonly redact: (text: string) => string;
}

/** Diagnoses errors by known patterns and past fixes; a model only adds to these. */
export function createDiagnoses(deps: DiagnosisDeps): Diagnoses {
  const { remediations, search, pastFixes, projectEvidence, projectNames, model } = deps;
  const findPastSessions = async (call: Call, message: string): Promise<PastSession[]> => {
    const request = { kinds: ["exchange"], limit: 3, minScore: minSimilarity, perSession: 1 };
    const { hits } = await search.find({ tenant: call.tenant, query: message, ...request });
    return hits.map(({ document, score }) => ({
      sessionId: document.session,
      at: document.at,
      score,
      asked: document.title,
      answered: document.reply.slice(0, 400),
    }));
  };

  const findFixes = async (call: Call, { message, context, owner, projectPath }: Failure): Promise<RelatedFix[]> => {
    const query = { query: message, limit: 5, includeHierarchy: true, projectPath };
    const fixes =
      owner !== undefined
        ? await remediations.search(call, owner, query)
        : await remediations.searchAccount(call, message, 5);
    const own = new Set(fixes.length === 0 ? [] : await projectNames(call, projectPath ?? call.folder));
    return fixes
      .map((fix) => toRelated(fix, isSameError(`${message}\n${context}`, fix.problem), own))
      .filter(({ isSameError, score }, i) => isSameError || (score >= minSimilarity && isRelated(message, fixes[i])));
  };

  const fromRules = async (call: Call, failure: Failure): Promise<Diagnosis> => {
    const { message, context, projectPath } = failure;
    const related = await findFixes(call, failure);
    const sameErrors = related.filter((one) => one.isSameError);
    const matches = matchPatterns(message, context);
    const past = await pastFixes(call, message);
    const fromFixes = [...sameErrors.map(fromFix), ...past.map(fromPastFix)];
    const hypotheses = bestFirst([...fromFixes, ...lowerConfidence(hypothesesOf(matches), fromFixes)]);
    const [best] = hypotheses;
    const evidence = await projectEvidence(call, {
      text: `${message}\n${context}`,
      isKnown: matches.length > 0,
      folder: projectPath === undefined ? undefined : namedFolder(call, projectPath),
    });
    const checks = [...past.flatMap(adviceOfPastFix), ...matches.slice(0, 3).flatMap((one) => one.checks)];
    const steps = recommend(sameErrors, evidence, checks);
    return {
      rootCause: rootCauseOf(best, matches[0], evidence.place, message),
      hypotheses: withEvidence(hypotheses.length > 0 ? hypotheses : [unknownFailure(message)], evidence.lines),
      recommendations: steps.length > 0 ? steps : adviceWithoutCause(message),
      related,
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
/** Fixes whose problem shares no more than a word with the error have nothing to do with it. */
const isRelated = (message: string, fix: FoundRemediation | undefined): boolean =>
  fix !== undefined && (fix.isSameError || areRelated(message, `${fix.title} ${fix.problem}`));

/** Past fixes of this account are stronger evidence than patterns: the better they match, the less likely the usual causes. */
function lowerConfidence(fromPatterns: readonly Hypothesis[], fromFixes: readonly Hypothesis[]): Hypothesis[] {
  const factor = 1 - 0.6 * Math.max(0, ...fromFixes.map(({ confidence }) => confidence));
  return fromPatterns.map((one) => ({ ...one, confidence: Math.round(one.confidence * factor * 100) / 100 }));
}

/** The cause; where none was recorded, what helped. A fix of another project may not fit this one. */
const causeOf = ({ rootCause, solution, project }: RelatedFix): string =>
  `${isStatedCause(rootCause) ? rootCause : `Fixed before by: ${solution}`}${project === undefined ? "" : ` (from the project ${project})`}`;

const fromFix = (fix: RelatedFix): Hypothesis => ({
  description: causeOf(fix),
  confidence: Math.round((0.75 + 0.2 * fix.confidence) * 100) / 100,
  evidence: [`The same error was fixed before${inProject(fix)} (${fix.id}): ${fix.title}`],
});

/** The likeliest cause also shows what the project has about the failure. */
const withEvidence = ([first, ...rest]: readonly Hypothesis[], lines: readonly string[]): Hypothesis[] =>
  first ? [{ ...first, evidence: [...first.evidence, ...lines] }, ...rest] : [];

const unknownFailure = (message: string): Hypothesis => ({
  description: statedError(message) === undefined ? "The text has no error" : "No known pattern describes this error",
  confidence: unknownConfidence,
  evidence: [],
});

const inProject = ({ project }: RelatedFix) => (project === undefined ? "" : ` in the project ${project}`);

const maxSteps = 8;

function recommend(fixes: readonly RelatedFix[], { advice }: ProjectEvidence, checks: readonly string[]): string[] {
  const failed = fixes.flatMap((fix) => fix.failedAttempts.map((one) => `Do not retry what did not help: ${one}`));
  const solutions = fixes.map((fix) => `${fix.title}${inProject(fix)}: ${fix.solution}`);
  return [...new Set([...solutions, ...failed, ...advice, ...checks])].slice(0, maxSteps);
}

/** Where nothing is known; output without an error has nothing to fix. */
const adviceWithoutCause = (message: string): string[] =>
  statedError(message) === undefined
    ? ["If a command failed, pass its whole output"]
    : [
        "Read the first error of the full output, not the last",
        "Record the fix with remediation_record once you have it",
      ];

/** Names the project of a fix from another one. */
const toRelated = (fix: FoundRemediation, isSame: boolean, own: ReadonlySet<string>): RelatedFix => ({
  ...(fix.project === "" || own.has(fix.project) ? {} : { project: fix.project }),
  id: fix.id,
  title: fix.title,
  rootCause: fix.rootCause,
  solution: fix.solution,
  score: fix.score,
  isSameError: isSame,
  failedAttempts: fix.failedAttempts,
  confidence: fix.confidence,
});
