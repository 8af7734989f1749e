import type { Step, Story } from "./stories.js";

export interface DemoSession {
  readonly id: string;
  readonly agent: "claude-code" | "codex" | "gemini" | "copilot";
  readonly folder: string;
  readonly startedMs: number;
  readonly stories: readonly Story[];
}

export interface TranscriptFile {
  /** Relative to the person's home folder. */
  readonly path: string;
  readonly text: string;
  /** Other files that the agent writes next to it. */
  readonly beside?: Readonly<Record<string, string>>;
}

const writers = { "claude-code": claude, codex, gemini, copilot };

/** The session as its agent would write it to disk. */
export const transcriptOf = (session: DemoSession): TranscriptFile => writers[session.agent](session);

const lines = (all: readonly object[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join("");

/** Every call advances some seconds. */
function clock({ startedMs }: DemoSession): () => string {
  let ms = startedMs;
  return () => {
    ms += 21_000;
    return new Date(ms).toISOString();
  };
}

interface ToolUse {
  readonly tool: string;
  readonly input: object;
  readonly out: string;
  readonly failed: boolean;
}

function toolOf(step: Exclude<Step, { readonly say: string }>, folder: string): ToolUse {
  if ("run" in step) {
    const code = step.code ?? 0;
    return { tool: "Bash", input: { command: step.run }, out: step.out || "(no output)", failed: code !== 0 };
  }
  if ("read" in step)
    return { tool: "Read", input: { file_path: `${folder}/${step.read}` }, out: step.text, failed: false };
  const { edit, before, after } = step;
  return before === ""
    ? { tool: "Write", input: { file_path: `${folder}/${edit}`, content: after }, out: "File created.", failed: false }
    : {
        ...{ tool: "Edit", input: { file_path: `${folder}/${edit}`, old_string: before, new_string: after } },
        ...{ out: "The file has been updated.", failed: false },
      };
}

function claude(session: DemoSession): TranscriptFile {
  const { id, folder, stories } = session;
  const at = clock(session);
  const all: object[] = [];
  const put = (type: "user" | "assistant", content: unknown) =>
    all.push({
      ...{ type, uuid: `${id}-${all.length}`, sessionId: id, cwd: folder, gitBranch: "main", version: "2.1.0" },
      timestamp: at(),
      message: {
        ...{ role: type, content },
        ...(type === "assistant"
          ? {
              id: `${id}-m${all.length}`,
              model: "claude-sonnet-4-5",
              usage: { input_tokens: 5200 + 310 * all.length, output_tokens: 420 },
            }
          : {}),
      },
    });
  for (const { ask, steps, answer } of stories) {
    put("user", ask);
    for (const step of steps) {
      if ("say" in step) {
        put("assistant", [{ type: "text", text: step.say }]);
        continue;
      }
      const { tool, input, out, failed } = toolOf(step, folder);
      const call = `${id}-call-${all.length}`;
      put("assistant", [{ type: "tool_use", id: call, name: tool, input }]);
      put("user", [{ type: "tool_result", tool_use_id: call, content: out, is_error: failed }]);
    }
    put("assistant", [{ type: "text", text: answer }]);
  }
  return { path: `.claude/projects/${folder.replaceAll("/", "-")}/${id}.jsonl`, text: lines(all) };
}

function codex(session: DemoSession): TranscriptFile {
  const { id, folder, stories, startedMs } = session;
  const at = clock(session);
  const all: object[] = [];
  const put = (type: string, payload: object) => all.push({ timestamp: at(), type, payload });
  put("session_meta", { id, cwd: folder, cli_version: "0.166.0", git: { branch: "main" } });
  put("turn_context", { model: "gpt-5.1-codex", cwd: folder });
  for (const { ask, steps, answer } of stories) {
    put("event_msg", { type: "user_message", message: ask, turn_id: `${id}-t${all.length}` });
    for (const step of steps) {
      const key = `${id}-${all.length}`;
      if ("say" in step) {
        put("response_item", {
          type: "message",
          id: key,
          role: "assistant",
          content: [{ type: "output_text", text: step.say }],
        });
        continue;
      }
      const { tool, input, out, failed } = toolOf(step, folder);
      const name = tool === "Bash" ? "exec_command" : tool;
      put("response_item", { type: "function_call", id: key, call_id: key, name, arguments: JSON.stringify(input) });
      const output = JSON.stringify({ output: out, metadata: { exit_code: failed ? 1 : 0 } });
      put("response_item", { type: "function_call_output", call_id: key, output });
    }
    put("response_item", {
      type: "message",
      id: `${id}-a${all.length}`,
      role: "assistant",
      content: [{ type: "output_text", text: answer }],
    });
    put("event_msg", {
      type: "token_count",
      info: { last_token_usage: { input_tokens: 18_400, output_tokens: 1900 } },
    });
  }
  const day = new Date(startedMs).toISOString();
  const name = `rollout-${day.slice(0, 19).replaceAll(":", "-")}-${id}.jsonl`;
  return { path: `.codex/sessions/${day.slice(0, 10).replaceAll("-", "/")}/${name}`, text: lines(all) };
}

function gemini(session: DemoSession): TranscriptFile {
  const { id, folder, stories } = session;
  const at = clock(session);
  const all: object[] = [{ sessionId: id }];
  for (const { ask, steps, answer } of stories) {
    all.push({ id: `${id}-${all.length}`, type: "user", timestamp: at(), content: ask });
    for (const step of steps) {
      const message = { id: `${id}-${all.length}`, type: "gemini", timestamp: at(), model: "gemini-3-pro" };
      if ("say" in step) {
        all.push({ ...message, content: step.say, tokens: { input: 9100, output: 300 } });
        continue;
      }
      const { tool, input, out, failed } = toolOf(step, folder);
      const result = [{ functionResponse: { response: { output: out } } }];
      const call = {
        id: `${id}-c${all.length}`,
        name: tool,
        args: input,
        result,
        status: failed ? "error" : "success",
      };
      all.push({ ...message, content: "", toolCalls: [call] });
    }
    all.push({
      id: `${id}-${all.length}`,
      type: "gemini",
      timestamp: at(),
      model: "gemini-3-pro",
      content: answer,
      tokens: { input: 11_800, output: 640 },
    });
  }
  const project = folder.split("/").at(-1) ?? "";
  const path = `.gemini/tmp/${project}/chats/session-${id}.jsonl`;
  return { path, text: lines(all), beside: { [`.gemini/tmp/${project}/.project_root`]: folder } };
}

function copilot(session: DemoSession): TranscriptFile {
  const { id, folder, stories } = session;
  const at = clock(session);
  const all: object[] = [];
  const put = (type: string, data: object) => all.push({ type, data, id: `${id}-${all.length}`, timestamp: at() });
  put("session.start", { sessionId: id, context: { cwd: folder, branch: "main" }, selectedModel: "gpt-5" });
  for (const { ask, steps, answer } of stories) {
    put("user.message", { content: ask });
    for (const step of steps) {
      if ("say" in step) {
        put("assistant.message", { content: step.say });
        continue;
      }
      const { tool, input, out, failed } = toolOf(step, folder);
      const toolCallId = `${id}-c${all.length}`;
      put("tool.execution_start", { toolCallId, toolName: tool, arguments: input });
      put("tool.execution_complete", { toolCallId, success: !failed, result: { content: out } });
    }
    put("assistant.message", { content: answer });
  }
  return { path: `.copilot/session-state/${id}.jsonl`, text: lines(all) };
}
