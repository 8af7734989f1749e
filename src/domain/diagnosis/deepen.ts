import { withTimeout } from "../../base/with-timeout.js";
import type { Call } from "../call.js";
import type { Hypothesis } from "./diagnose.js";
import type { AdviceReport, Diagnosis, Failure } from "./diagnosis-answer.js";
import type { DiagnosisModel } from "./diagnosis-models.js";
import { advicePrompt, readAdvice } from "./model-advice.js";

interface Deps {
  readonly model: DiagnosisModel;
  readonly timeoutMs: number;
  readonly redact: (text: string) => string;
}

/** Adds what a model says to the answer of the rules, which stands if the model says nothing usable in time. */
export async function deepen(
  { model, timeoutMs, redact }: Deps,
  call: Call,
  { message, context }: Failure,
  plain: Diagnosis,
): Promise<Diagnosis> {
  const prompt = redact(advicePrompt({ message, context, hypotheses: plain.hypotheses, fixes: plain.related }));
  call.progress(0, undefined, `Asking the model of the ${model.name}`);
  const reply = await within(model.ask(call, prompt, timeoutMs), timeoutMs);
  const report = (outcome: AdviceReport["outcome"]): Diagnosis => ({ ...plain, advice: { by: model.name, outcome } });
  if ("failure" in reply) return report(reply.failure);
  const advice = readAdvice(reply.text, `${message}\n${context}`);
  if (!advice) return report("unreadable");
  const added = advice.hypotheses.map(
    (one): Hypothesis => ({
      ...one,
      evidence: [...one.evidence, `Said by the model of the ${model.name}`],
    }),
  );
  const hypotheses = bestFirst([...plain.hypotheses, ...added]);
  const [best] = hypotheses;
  const isTheirs = best !== undefined && added.includes(best);
  return {
    ...plain,
    ...{ hypotheses, rootCause: isTheirs ? advice.rootCause : plain.rootCause },
    confidence: best?.confidence ?? plain.confidence,
    recommendations: [...new Set([...plain.recommendations, ...advice.recommendations])].slice(0, maxRecommendations),
    advice: { by: model.name, outcome: "used" },
  };
}

const maxRecommendations = 12;

export const bestFirst = (hypotheses: readonly Hypothesis[]): Hypothesis[] =>
  [...hypotheses].sort((a, b) => b.confidence - a.confidence);

type Reply = { readonly text: string } | { readonly failure: Exclude<AdviceReport["outcome"], "used"> };

/** A model that fails or dawdles takes nothing away. */
async function within(asking: Promise<string | undefined>, ms: number): Promise<Reply> {
  const said = asking.then(
    (text): Reply => (text === undefined ? { failure: "not offered" } : { text }),
    (): Reply => ({ failure: "refused" }),
  );
  return withTimeout(said, ms, { failure: "too late" });
}
