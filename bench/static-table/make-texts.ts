import type { Random } from "./random.js";

/** Question templates, so that the embeddings learn how little these words say. */
const questions = [
  "how do I *",
  "how to *",
  "why does * fail",
  "what is *",
  "where is *",
  "where do we *",
  "when does * happen",
  "can I * ?",
  "which * should I use",
  "is there a way to *",
  "what happens when *",
  "why is * so slow",
  "how does * work",
  "fix *",
  "error: *",
  "* not working",
  "* fails with an error",
  "what did we decide about *",
  "have we seen * before",
  "please *",
  "I want to *",
  "add a test for *",
  "how did we solve *",
  "what was the problem with *",
  "*?",
];

/** Makes training texts: whole sentences, parts of them, questions about them, names, single words. */
export function makeTexts(sentences: readonly string[], words: readonly string[], random: Random): string[] {
  const texts = sentences.flatMap((sentence, i) => {
    const chance = random.next();
    if (chance < 0.4) return [sentence];
    if (chance < 0.7) return [partOf(sentence, random)];
    if (chance < 0.85) return [random.pick(questions).replace("*", decapitalized(partOf(sentence, random)))];
    return [`${sentence} ${sentences[i + 1] ?? ""}`.trim()];
  });
  const alone = words.flatMap((word) => [
    word,
    `${word} ${random.pick(words)}`,
    `${random.pick(words)} ${random.pick(words)} ${word}`,
  ]);
  return random.shuffled([...new Set([...texts, ...alone])]);
}

function partOf(sentence: string, random: Random): string {
  const words = sentence.split(" ");
  const length = Math.min(words.length, 2 + random.below(9));
  const from = random.below(words.length - length + 1);
  return words.slice(from, from + length).join(" ");
}

const decapitalized = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
