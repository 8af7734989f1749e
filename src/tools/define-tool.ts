import type * as z from "zod";
import type { Paint } from "../base/paint.js";
import type { Toolset } from "../base/settings.js";
import { joinLines, type Lines } from "../base/text/lines.js";
import type { AppCall } from "../domain/app.js";
import type { ProjectContext } from "../domain/context/project-context.js";
import type { AnswerSchema } from "./answer-schema.js";
import type { ListedFields } from "./core-tools.js";

/** What a call does to stored records; MCP's tool annotations are derived from it. */
export type Effect = "reads" | "adds" | "replaces" | "deletes";

/** The command line form of a tool: words of the command, and which inputs need no flag. */
export interface CommandForm<Name extends string> {
  readonly command: string;
  readonly positional?: readonly Name[];
  /** True for a search: a command embeds new documents first, because no server may be running that does. */
  readonly isSearch?: boolean;
  /** True when it adds many documents: a command can wait until they are embedded. */
  readonly isIndexing?: boolean;
  /** What a deleting command deletes, and whether that can be undone; empty if there is nothing to lose. */
  confirm?(input: Readonly<Record<string, unknown>>, app: AppCall): Promise<string>;
  /** Inputs that default to values of the current folder at the terminal. Agents must pass them. */
  readonly defaults?: { readonly [name in Name]?: (app: AppCall) => Promise<string> };
}

type InputSchema = z.ZodObject;
type InputName<I extends InputSchema> = Extract<keyof z.input<I>, string>;

/** One capability, declared once: MCP, command line, HTTP, reference and tests follow from this value. */
export interface ToolSpec<I extends InputSchema, Answer> {
  readonly toolset: Toolset;
  readonly name: string;
  readonly effect: Effect;
  readonly title: string;
  /** When to use it, and what to use instead. */
  readonly description: string;
  readonly input: I;
  readonly output: Pick<AnswerSchema<Answer>, "shape" | "answer">;
  /** Inputs that work on the store that tests seed: shown in the reference, run by the tests. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  readonly cli: CommandForm<InputName<I>> | { readonly none: string };
  /** Why the tool is callable but not listed: it is an alias. */
  readonly unlisted?: string;
  /** Default: all fields are listed. */
  readonly listedFields?: ListedFields | undefined;
  /** Whether inputs are listed as required that a contract requires, though a call without them is answered. */
  readonly listsContract?: boolean;
  /** Why secrets in the input must reach the tool, such as a command to run. Without it they are redacted first. */
  readonly rawInput?: string;
  run(input: z.output<I>, app: AppCall): Promise<Answer>;
  /** The answer for a person at a terminal. */
  toText(answer: Answer, paint: Paint): string;
  /** True when the answer should end the command with exit code 1. */
  isFailure?(answer: Answer): boolean;
  /** Resources whose content this call changed. */
  changes?(input: z.output<I>): readonly string[];
}

/** A tool of any schema, as in the catalog. Methods, not fields, so that every spec fits without a cast. */
export type Tool = ToolSpec<InputSchema, unknown>;

/** `run` gives what the answer is read from, and `toText` lines. */
interface ToolDeclaration<I extends InputSchema, Answer, Source>
  extends Omit<ToolSpec<I, Answer>, "toolset" | "name" | "effect" | "output" | "examples" | "run" | "toText"> {
  readonly output: AnswerSchema<Answer, Source>;
  /** Default: one without inputs. */
  readonly examples?: readonly z.input<I>[];
  run(input: z.output<I>, app: AppCall): Promise<Source>;
  toText(answer: Answer, paint: Paint): Lines;
  /** Instead of a text without lines. */
  readonly whenEmpty?: string;
}

/** The compiler checks examples, positionals and answers against the schemas. */
const definerOf =
  (toolset: Toolset) =>
  <I extends InputSchema, Answer, Source>(
    name: string,
    effect: Effect,
    tool: ToolDeclaration<I, Answer, Source>,
  ): ToolSpec<I, Answer> => ({
    toolset,
    name,
    effect,
    examples: [{}],
    ...tool,
    run: async (input, app) => tool.output.read(await tool.run(input, app)),
    toText: (answer, paint) => joinLines(tool.toText(answer, paint)) || (tool.whenEmpty ?? ""),
  });

export const defineCoreTool = definerOf("core");
export const defineMemoryTool = definerOf("memory");
export const defineArchiveTool = definerOf("archive");
export const defineBridgeTool = definerOf("bridge");

interface ContextDeclaration<I extends InputSchema, Answer, Source>
  extends Omit<ToolDeclaration<I, Answer, Source>, "run"> {
  /** `project` is the store of the project that the call is in. */
  run(input: z.output<I>, project: ProjectContext, app: AppCall): Promise<Source>;
}

export const defineContextTool = <I extends InputSchema, Answer, Source>(
  name: string,
  effect: Effect,
  tool: ContextDeclaration<I, Answer, Source>,
): ToolSpec<I, Answer> =>
  definerOf("context")(name, effect, {
    ...tool,
    run: async (input: z.output<I>, app: AppCall) => tool.run(input, await app.context.open(app.call), app),
  });
