import type { Family } from "../base/settings.js";
import type { AppCall } from "../domain/app.js";

/** A message that a person inserts into a conversation by name. */
export interface Prompt {
  readonly name: string;
  readonly toolset: Family;
  readonly title: string;
  readonly description: string;
  render(app: AppCall): Promise<string>;
}

export const definePrompt = (prompt: Prompt): Prompt => prompt;
