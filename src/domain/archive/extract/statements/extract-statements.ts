import type { Statement, StatementKind } from "../../../../store/archive/exchange.js";
import { pasted } from "../decision-cues.js";
import { classifyStatement } from "./classify-statement.js";
import { confirmation } from "./cues/choice-cues.js";
import { remember } from "./cues/fact-cues.js";
import { addressesPerson, hypothetical, instruction, isCodeLike, toolPlan } from "./cues/not-a-statement.js";
import { isStandingRule } from "./cues/preference-cues.js";
import { isTrap } from "./cues/trap-cues.js";
import { droppedTerms } from "./dropped-terms.js";
import { splitSentences } from "./split-sentences.js";

type Speaker = Statement["by"];
type Extracted = Omit<Statement, "files">;

const minLength = 12;
const maxLength = 400;
const maxStatements = 12;

/** What a text states for later sessions: sentences by rules, without a model. */
export function extractStatements(text: string, by: Speaker): Extracted[] {
  const sentences = splitSentences(text);
  const statements: Extracted[] = [];
  for (const [i, sentence] of sentences.entries()) {
    const about = kindOf(sentence, by, sentences[i + 1] ?? "");
    if (about !== undefined) {
      statements.push({ kind: "statement", about, text: tidy(sentence), by, dropped: droppedTerms(sentence) });
    }
  }
  return statements.slice(0, maxStatements);
}

function kindOf(sentence: string, by: Speaker, next: string): StatementKind | undefined {
  if (!isStatementLike(sentence, by)) return undefined;
  const about = classifyStatement(sentence, by);
  if (about === "fact" && by === "agent" && reported.test(sentence)) return undefined;
  if (about !== undefined) return about;
  if (by === "person" && confirmation.test(next)) return "decision";
  return by === "person" && isReminder(next) ? "fact" : undefined;
}

/** "Remember that." is about the sentence before it. */
const isReminder = (sentence: string) => remember.test(sentence) && sentence.split(/\s+/).length <= 4;

/** What an agent counted or measured in its work holds for that moment. */
const reported =
  /(?:passed|failed|tests?|errors?|warnings?|took|built|added|removed|changed|lines?|diverged|found|seconds? ago|after \d+ seconds|step \d|version)/i;

/** Whether a sentence asserts something: no question, plan, order, hypothetical, quotation or code. */
export function isStatementLike(sentence: string, by: Speaker): boolean {
  if (sentence.length < minLength || sentence.length > maxLength || !/\p{L}{2}.*\s/u.test(sentence)) return false;
  if (/\?["')”»]?$/.test(sentence) || /^[¿]/.test(sentence)) return false;
  if (pasted.test(sentence) || isCodeLike(sentence) || isQuotation(sentence) || confirmation.test(sentence))
    return false;
  if (hypothetical.test(sentence) || /^(?:we should )?use \S+ to \S+/i.test(sentence)) return false;
  if (by === "agent") return !toolPlan.test(sentence) && !isExplanation(sentence);
  return !instruction.test(sentence) || (isStandingRule(sentence) && !isPurpose(sentence));
}

/** "Change the endpoint to always return a list" is an order for now; "Run the linter, always" is a rule. */
const isPurpose = (sentence: string) => /\sto\s[^,;]*\s?(?:always|never)\s/i.test(sentence);

/** An agent's fragment, or a sentence that needs the one before it. */
const isDependent = (sentence: string) =>
  /^\p{Ll}\S*\s(?!(?:replaces|is|are|was|uses|runs|works|stays)\s)/u.test(sentence) ||
  /^(?:that|this|it|they|these|those|why|how|because|since|therefore|thus)\s/i.test(sentence);

/** What an agent tells the person to do or to know, unless it warns. */
const isExplanation = (sentence: string) =>
  isDependent(sentence) ||
  (/^(?:we'll|we will|let's)\s/i.test(sentence) && !/(?:instead|rather|because|only|not)\s/i.test(sentence)) ||
  ((instruction.test(sentence) || addressesPerson.test(sentence) || /^(?:if|when)\s/i.test(sentence)) &&
    !isTrap(sentence));

const quoted = /["“«„][^"”»“]*\s[^"”»“]*\s[^"”»“]*["”»“]|(?<=^|\s)['‘][^'’]*\s[^'’]*\s[^'’]*['’](?=[\s,.;]|$)/;

/** Words of another author; a trap may quote its error. */
const isQuotation = (sentence: string) => quoted.test(sentence) && !isTrap(sentence.replace(quoted, " "));

/** Without what only joins it to the conversation. */
const tidy = (sentence: string): string =>
  sentence
    .replace(
      /^(?:(?:ok(?:ay)?|well|right|yes|good|great|fine|noted|understood|done|lovely|hey|verstanden|gut|notiert|hecho|perfecto|d'accord|entendu)\s?[,:!]\s+|(?:so|and|but|also|oh|und|y|et)\s+)+(?=\S+\s+\S+)/i,
      "",
    )
    .trim();
