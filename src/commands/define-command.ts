import * as z from "zod";
import type { Paint } from "../base/paint.js";
import { joinLines, type Lines } from "../base/text/lines.js";
import type { CommandCall } from "../domain/command-app.js";

/** A command for a person at the terminal that agents do not need. Tools become commands through their own declaration. */
export interface CommandSpec<I extends z.ZodObject, Answer> {
  /** The words typed: `config set`. */
  readonly name: string;
  readonly summary: string;
  readonly input: I;
  readonly positional?: readonly Extract<keyof z.input<I>, string>[];
  /** Whole command lines, without the program's name. */
  readonly examples: readonly string[];
  /** Why a secret in the answer must be shown, such as a new token. Without it, secrets are redacted. */
  readonly rawAnswer?: string;
  /** Why the text is printed unchanged where the output is not a terminal, such as the content of a file. */
  readonly verbatim?: string;
  /** What the command deletes, and whether that can be undone; asked at a terminal before it runs. Empty: nothing is lost. */
  confirm?(input: z.output<I>, app: CommandCall): Promise<string>;
  run(input: z.output<I>, app: CommandCall): Promise<Answer>;
  toText(answer: Answer, paint: Paint): string;
  /** True when the answer should end the command with exit code 1. */
  isFailure?(answer: Answer): boolean;
  /** The exit code, where there are more than success and failure. */
  exitCode?(answer: Answer): number;
}

export type Command = CommandSpec<z.ZodObject, unknown>;

interface CommandDeclaration<I extends z.ZodObject, Answer>
  extends Omit<CommandSpec<I, Answer>, "name" | "input" | "examples" | "toText"> {
  /** Default: none. */
  readonly input?: I;
  /** Default: its name alone. */
  readonly examples?: readonly string[];
  toText(answer: Answer, paint: Paint): Lines;
  /** Instead of a text without lines. */
  readonly whenEmpty?: string;
}

export const defineCommand = <Answer, I extends z.ZodObject = z.ZodObject<Record<never, never>>>(
  name: string,
  command: CommandDeclaration<I, Answer>,
): CommandSpec<I, Answer> => ({
  name,
  examples: [name],
  ...command,
  input: command.input ?? (z.object({}) as z.ZodObject as I),
  toText: (answer, paint) => joinLines(command.toText(answer, paint)) || (command.whenEmpty ?? ""),
});
