import type * as z from "zod";
import type { Paint } from "../base/paint.js";
import type { CommandCall } from "../domain/command-app.js";

/** Something a person does at the terminal that no agent needs. Tools are commands too, from their own declaration. */
export interface CommandSpec<I extends z.ZodObject, Answer> {
  /** The words typed: `config set`. */
  readonly name: string;
  readonly summary: string;
  readonly input: I;
  readonly positional?: readonly Extract<keyof z.input<I>, string>[];
  /** Whole command lines, without the program's name. */
  readonly examples: readonly string[];
  /** Why a secret in the answer must be shown: it was made for the person at the terminal. Without it, it is taken out. */
  readonly rawAnswer?: string;
  run(input: z.output<I>, app: CommandCall): Promise<Answer>;
  toText(answer: Answer, paint: Paint): string;
  /** True when the answer should end the command with exit code 1. */
  isFailure?(answer: Answer): boolean;
  /** The exit code, where there is more to tell than failure. */
  exitCode?(answer: Answer): number;
}

export type Command = CommandSpec<z.ZodObject, unknown>;

export const defineCommand = <I extends z.ZodObject, Answer>(spec: CommandSpec<I, Answer>): CommandSpec<I, Answer> =>
  spec;
