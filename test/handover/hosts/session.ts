import type { Turn } from "../story.js";

/** A session of an agent as the product sees it. Each method resolves to the context that the agent received. */
export interface AgentSession {
  start(now: Date): Promise<string>;
  prompt(text: string, now: Date): Promise<string>;
  answer(text: string, now: Date): Promise<void>;
  call(turn: Turn, now: Date): Promise<string>;
  end(now: Date): Promise<void>;
}
