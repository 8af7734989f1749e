export interface ChatRequest {
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

export interface ChatReply {
  readonly text: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A language model that answers one message. */
export interface ChatModel {
  readonly model: string;
  ask(request: ChatRequest): Promise<ChatReply>;
}
