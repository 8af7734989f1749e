import { join } from "node:path";
import type { Turn } from "../story.js";

export type Json = Readonly<Record<string, unknown>>;

/** What one session has in common: ids, the project's folder, the home. */
export interface SessionScope {
  readonly id: string;
  readonly folder: string;
  readonly home: string;
  readonly startedAt: Date;
}

/** Where in a session something happens: prompts count turns, everything counts steps. */
export interface Position {
  readonly turn: number;
  readonly step: number;
  readonly now: Date;
}

/** A tool call as a host's hooks and transcript describe it. */
export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Json;
  /** What the hook after the call carries. */
  readonly response: unknown;
  /** What the model sees, as in the transcript. */
  readonly result: string;
  readonly exit: number;
}

/** How a host with command hooks names its events, writes its payloads and its transcript. */
export interface Dialect {
  /** The settings file, below the home, in which the product has put its hooks. */
  readonly settings: string;
  /** How many of the timeout's units are a second. */
  readonly timeoutUnits: number;
  readonly events: {
    readonly start: string;
    readonly prompt: string;
    readonly before: string;
    readonly after: string;
    /** The event of a failed call, where it is another than `after`. */
    readonly failure?: string;
    readonly stop: string;
    readonly end: string;
  };
  transcript(scope: SessionScope): string;
  /** Other files that the host writes when a session begins. */
  files?(scope: SessionScope): Readonly<Record<string, string>>;
  /** Fields of every payload besides session, transcript, folder and event. */
  payload(scope: SessionScope, event: string, at: Position): Json;
  call(scope: SessionScope, turn: Turn, number: number): ToolCall;
  /** The prompt as the host sends it on when a hook gave context at the start. */
  promptAfterStart?(prompt: string, context: string): string;
  lines: {
    head(scope: SessionScope, context: string): Json[];
    prompt(scope: SessionScope, at: Position, prompt: string, context: string): Json[];
    answer(scope: SessionScope, at: Position, text: string): Json[];
    call(scope: SessionScope, at: Position, call: ToolCall): Json[];
  };
}

export const fileOf = ({ folder }: SessionScope, { read, edit, write }: Turn): string =>
  join(folder, read ?? edit ?? write ?? "");

/** A name that is the same in every run. */
export const nameOf = (scope: SessionScope, ...parts: readonly (string | number)[]): string =>
  [scope.id.slice(0, 8), ...parts].join("-");
