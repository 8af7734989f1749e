import { withTimeout } from "../../../base/with-timeout.js";
import type { Call } from "../../call.js";
import type { Hypothesis } from "./diagnose.js";
import type { AdviceReport, Diagnosis, Failure } from "./diagnosis-answer.js";
import type { DiagnosisModel } from "./diagnosis-models.js";
import { advicePrompt, readAdvice } from "./model-advice.js";

interface Deps {
  readonly model: DiagnosisModel;
  readonly timeoutMs: number;
  readonly redact: (text: string) => string;
}

/** Adds a model's advice to the diagnosis by rules, which is returned unchanged if the model's reply is late or unusable. */
export async function addModelAdvice(
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
    (one): Hypothesis => ({
      ...one,
      evidence: [...one.evidence, `Suggested by the model of the ${model.name}`],
    }),
  );
  const hypotheses = bestFirst([...byRules.hypotheses, ...fromModel]);
  const [best] = hypotheses;
  const isFromModel = best !== undefined && fromModel.includes(best);
  return {
    ...byRules,
    ...{ hypotheses, rootCause: isFromModel ? advice.rootCause : byRules.rootCause },
    confidence: best?.confidence ?? byRules.confidence,
    recommendations: [...new Set([...byRules.recommendations, ...advice.recommendations])].slice(0, maxRecommendations),
    advice: { by: model.name, outcome: "used" },
  };
}

const maxRecommendations = 12;

export const bestFirst = (hypotheses: readonly Hypothesis[]): Hypothesis[] =>
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
