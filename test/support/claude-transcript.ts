/** Lines as Claude Code writes them, with defaults for fields that a test does not set. */
export class ClaudeTranscript {
  readonly lines: string[] = [];
  #step = 0;

  constructor(
    readonly session: string,
    readonly folder: string,
    readonly started = "2026-10-10T09:00:00.000Z",
    /** The session whose sub-agent this is. */
    readonly parent?: string,
  ) {}

  #put(type: "user" | "assistant", content: unknown): this {
    const timestamp = new Date(Date.parse(this.started) + this.#step * 60_000).toISOString();
    const uuid = `${this.session}-${this.#step++}`;
    const base = {
      type,
      uuid,
      ...(this.parent ? { sessionId: this.parent, agentId: this.session } : { sessionId: this.session }),
      cwd: this.folder,
      gitBranch: "main",
      version: "2.1.0",
      timestamp,
    };
    this.lines.push(JSON.stringify({ ...base, message: { role: type, content } }));
    return this;
  }

  ask(text: string): this {
    return this.#put("user", text);
  }

  say(text: string): this {
    return this.#put("assistant", [{ type: "text", text }]);
  }

  /** One call with its result. */
  use(name: string, input: object, result: string, isError = false): this {
    const id = `${this.session}-call-${this.#step}`;
    this.#put("assistant", [{ type: "tool_use", id, name, input }]);
    return this.#put("user", [{ type: "tool_result", tool_use_id: id, content: result, is_error: isError }]);
  }

  /** Several parallel calls in one message. */
  useAll(calls: readonly { name: string; input: object; result: string }[]): this {
    const blocks = calls.map(({ name, input }, i) => ({
      type: "tool_use",
      id: `${this.session}-p${this.#step}-${i}`,
      name,
      input,
    }));
    this.#put("assistant", [{ type: "text", text: "All at once." }, ...blocks]);
    return this.#put(
      "user",
      calls.map(({ result }, i) => ({ type: "tool_result", tool_use_id: blocks[i]?.id, content: result })),
    );
  }

  raw(line: string): this {
    this.lines.push(line);
    return this;
  }

  get text(): string {
    return `${this.lines.join("\n")}\n`;
  }
}
