/** How a yes-or-no question is asked at the terminal. */
export interface QuestionOptions {
  /** A key that shows something and asks again. */
  readonly more?: { readonly key: string; readonly label: string; readonly text: string };
  /** How long a yes can still be stopped with Ctrl-C. */
  readonly undoMs?: number;
}

/** Asks the person at the terminal; undefined without a terminal. */
export type AskPerson = (question: string, options?: QuestionOptions) => Promise<boolean | undefined>;
