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
  readonly otherFiles?: Readonly<Record<string, string>>;
}

const writers = { "claude-code": claude, codex, gemini, copilot };

/** The session as its agent would write it to disk. */
export const transcriptOf = (session: DemoSession): TranscriptFile => writers[session.agent](session);

const toJsonLines = (entries: readonly object[]): string => entries.map((one) => `${JSON.stringify(one)}\n`).join("");

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
  const nextTime = clock(session);
  const entries: object[] = [];
  const addLine = (type: "user" | "assistant", content: unknown) =>
    entries.push({
      ...{ type, uuid: `${id}-${entries.length}`, sessionId: id, cwd: folder, gitBranch: "main", version: "2.1.0" },
      timestamp: nextTime(),
      message: {
        ...{ role: type, content },
        ...(type === "assistant"
          ? {
              id: `${id}-m${entries.length}`,
              model: "claude-sonnet-4-5",
              usage: { input_tokens: 5200 + 310 * entries.length, output_tokens: 420 },
            }
          : {}),
      },
    });
  for (const { ask, steps, answer } of stories) {
    addLine("user", ask);
    for (const step of steps) {
      if ("say" in step) {
        addLine("assistant", [{ type: "text", text: step.say }]);
        continue;
      }
      const { tool, input, out, failed } = toolOf(step, folder);
      const call = `${id}-call-${entries.length}`;
      addLine("assistant", [{ type: "tool_use", id: call, name: tool, input }]);
      addLine("user", [{ type: "tool_result", tool_use_id: call, content: out, is_error: failed }]);
    }
    addLine("assistant", [{ type: "text", text: answer }]);
  }
  return { path: `.claude/projects/${folder.replaceAll("/", "-")}/${id}.jsonl`, text: toJsonLines(entries) };
}

function codex(session: DemoSession): TranscriptFile {
  const { id, folder, stories, startedMs } = session;
  const nextTime = clock(session);
  const entries: object[] = [];
  const addLine = (type: string, payload: object) => entries.push({ timestamp: nextTime(), type, payload });
  addLine("session_meta", { id, cwd: folder, cli_version: "0.166.0", git: { branch: "main" } });
  addLine("turn_context", { model: "gpt-5.1-codex", cwd: folder });
  for (const { ask, steps, answer } of stories) {
    addLine("event_msg", { type: "user_message", message: ask, turn_id: `${id}-t${entries.length}` });
    for (const step of steps) {
      const key = `${id}-${entries.length}`;
      if ("say" in step) {
        addLine("response_item", {
          type: "message",
          id: key,
          role: "assistant",
          content: [{ type: "output_text", text: step.say }],
        });
        continue;
      }
      const { tool, input, out, failed } = toolOf(step, folder);
      const name = tool === "Bash" ? "exec_command" : tool;
      addLine("response_item", {
        type: "function_call",
        id: key,
        call_id: key,
        name,
        arguments: JSON.stringify(input),
      });
      const output = JSON.stringify({ output: out, metadata: { exit_code: failed ? 1 : 0 } });
      addLine("response_item", { type: "function_call_output", call_id: key, output });
    }
    addLine("response_item", {
      type: "message",
      id: `${id}-a${entries.length}`,
      role: "assistant",
      content: [{ type: "output_text", text: answer }],
    });
    addLine("event_msg", {
      type: "token_count",
      info: { last_token_usage: { input_tokens: 18_400, output_tokens: 1900 } },
    });
  }
  const day = new Date(startedMs).toISOString();
  const name = `rollout-${day.slice(0, 19).replaceAll(":", "-")}-${id}.jsonl`;
  return { path: `.codex/sessions/${day.slice(0, 10).replaceAll("-", "/")}/${name}`, text: toJsonLines(entries) };
}

function gemini(session: DemoSession): TranscriptFile {
  const { id, folder, stories } = session;
  const nextTime = clock(session);
  const entries: object[] = [{ sessionId: id }];
  for (const { ask, steps, answer } of stories) {
    entries.push({ id: `${id}-${entries.length}`, type: "user", timestamp: nextTime(), content: ask });
    for (const step of steps) {
      const message = { id: `${id}-${entries.length}`, type: "gemini", timestamp: nextTime(), model: "gemini-3-pro" };
      if ("say" in step) {
        entries.push({ ...message, content: step.say, tokens: { input: 9100, output: 300 } });
        continue;
      }
      const { tool, input, out, failed } = toolOf(step, folder);
      const result = [{ functionResponse: { response: { output: out } } }];
      const call = {
        id: `${id}-c${entries.length}`,
        name: tool,
        args: input,
        result,
        status: failed ? "error" : "success",
      };
      entries.push({ ...message, content: "", toolCalls: [call] });
    }
    entries.push({
      id: `${id}-${entries.length}`,
      type: "gemini",
      timestamp: nextTime(),
      model: "gemini-3-pro",
      content: answer,
      tokens: { input: 11_800, output: 640 },
    });
  }
  const project = folder.split("/").at(-1) ?? "";
  const path = `.gemini/tmp/${project}/chats/session-${id}.jsonl`;
  return { path, text: toJsonLines(entries), otherFiles: { [`.gemini/tmp/${project}/.project_root`]: folder } };
}

function copilot(session: DemoSession): TranscriptFile {
  const { id, folder, stories } = session;
  const nextTime = clock(session);
  const entries: object[] = [];
  const addLine = (type: string, data: object) =>
    entries.push({ type, data, id: `${id}-${entries.length}`, timestamp: nextTime() });
  addLine("session.start", { sessionId: id, context: { cwd: folder, branch: "main" }, selectedModel: "gpt-5" });
  for (const { ask, steps, answer } of stories) {
    addLine("user.message", { content: ask });
    for (const step of steps) {
      if ("say" in step) {
        addLine("assistant.message", { content: step.say });
        continue;
      }
      const { tool, input, out, failed } = toolOf(step, folder);
      const toolCallId = `${id}-c${entries.length}`;
      addLine("tool.execution_start", { toolCallId, toolName: tool, arguments: input });
      addLine("tool.execution_complete", { toolCallId, success: !failed, result: { content: out } });
    }
    addLine("assistant.message", { content: answer });
  }
  return { path: `.copilot/session-state/${id}.jsonl`, text: toJsonLines(entries) };
}
