import words from "../../../../data/decision-cues.json" with { type: "json" };

// Words that state a choice, its reason and its alternatives, in the languages that people write to agents in. Word
// ends are found by letters, because \b knows only English ones.

interface Row {
  /** `<<name>>` stands for the part of that name. */
  readonly match: string;
  readonly flags?: string;
}

const parts: Readonly<Record<string, string>> = words.parts;

const expressionOf = ({ match, flags = "" }: Row): RegExp =>
  new RegExp(
    match.replace(/<<(\w+)>>/g, (_, name: string) => parts[name] ?? ""),
    flags,
  );

/** A sentence with one of these states a choice. */
export const cues: readonly RegExp[] = words.cues.map(expressionOf);

/** Said of oneself and the next step, this is a plan or a report; with a reason or an alternative it is a choice. */
export const intention: RegExp = expressionOf(words.intention);

/** A text without any of these states no choice: most texts, and most sentences of the others, need only this test. */
export const anyCue: RegExp = expressionOf(words.anyCue);

export const reasonCue: RegExp = expressionOf(words.reasonCue);

/** What follows one of these was not chosen. */
export const insteadOf: RegExp = expressionOf(words.insteadOf);

/** A pasted line of a log or a trace. */
export const pasted: RegExp = expressionOf(words.pasted);
