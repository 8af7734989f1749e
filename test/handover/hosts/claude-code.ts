import { join } from "node:path";
import { type Dialect, fileOf, type Json, nameOf, type SessionScope, type ToolCall } from "./dialect.js";

/** As Claude Code 2.1 does it: `~/.claude/projects/<folder with dashes>/<session>.jsonl`. */
export const claudeCode: Dialect = {
  settings: ".claude/settings.json",
  timeoutUnits: 1,
  events: {
    start: "SessionStart",
    prompt: "UserPromptSubmit",
    before: "PreToolUse",
    after: "PostToolUse",
    failure: "PostToolUseFailure",
    stop: "Stop",
    end: "SessionEnd",
  },
  transcript: ({ home, folder, id }) =>
    join(home, ".claude", "projects", folder.replace(/[^A-Za-z0-9]/g, "-"), `${id}.jsonl`),
  payload: (scope, event, { turn }) => ({
    ...(event === "SessionStart" ? { source: "startup" } : {}),
    ...(event === "SessionEnd" ? { reason: "other" } : {}),
    ...(/^Session/.test(event) ? {} : { prompt_id: nameOf(scope, "prompt", turn), permission_mode: "default" }),
    ...(event === "Stop" ? { stop_hook_active: false } : {}),
  }),
  call: (scope, turn, number): ToolCall => {
    const id = `toolu_${nameOf(scope, number)}`;
    const { exit = 0, output = "", old = "", text = "" } = turn;
    const file_path = fileOf(scope, turn);
    const base = { id, exit };
    if (turn.run !== undefined) {
      const result = exit === 0 ? output : `Exit code ${exit}\n${output}`;
      const response = { stdout: output, stderr: "", interrupted: false, isImage: false, noOutputExpected: false };
      return { ...base, tool: "Bash", input: { command: turn.run, description: "Run it" }, response, result };
    }
    if (turn.read !== undefined) {
      const lines = output.split("\n");
      const numLines = lines.length;
      const file = { filePath: file_path, content: output, numLines, startLine: 1, totalLines: numLines };
      const result = lines.map((line, i) => `${i + 1}\t${line}`).join("\n");
      return { ...base, tool: "Read", input: { file_path }, response: { type: "text", file }, result };
    }
    if (turn.edit !== undefined) {
      const input = { file_path, old_string: old, new_string: turn.new ?? "" };
      const response = { filePath: file_path, oldString: old, newString: turn.new ?? "", structuredPatch: [] };
      return { ...base, tool: "Edit", input, response, result: `The file ${file_path} has been updated.` };
    }
    if (turn.write !== undefined) {
      const response = { type: "create", filePath: file_path, content: text, structuredPatch: [], originalFile: null };
      const result = `File created successfully at: ${file_path}`;
      return { ...base, tool: "Write", input: { file_path, content: text }, response, result };
    }
    const input = { ...turn.input, prompt: "Read it" };
    return { ...base, tool: "WebFetch", input, response: { code: 200, result: output }, result: output };
  },
  lines: {
    head: (scope, context) => (context === "" ? [] : [attachment(scope, "SessionStart", context)]),
    prompt: (scope, { step, now }, prompt, context) => [
      line(scope, now, "user", `u${step}`, { role: "user", content: prompt }),
      ...(context === "" ? [] : [attachment(scope, "UserPromptSubmit", context)]),
    ],
    answer: (scope, { step, now }, text) => [line(scope, now, "assistant", `a${step}`, said([{ type: "text", text }]))],
    call: (scope, { step, now }, { id, tool, input, response, result, exit }) => [
      line(scope, now, "assistant", `c${step}`, said([{ type: "tool_use", id, name: tool, input }])),
      {
        ...line(scope, now, "user", `r${step}`, {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: id, content: result, is_error: exit !== 0 }],
        }),
        toolUseResult: exit === 0 ? response : `Error: ${result}`,
      },
    ],
  },
};

const said = (content: readonly Json[]): Json => ({
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5",
  content,
  usage: { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 20 },
});

const common = ({ id, folder }: SessionScope, now: Date, uuid: string) => ({
  isSidechain: false,
  uuid,
  timestamp: now.toISOString(),
  userType: "external",
  entrypoint: "cli",
  cwd: folder,
  sessionId: id,
  version: "2.1.197",
  gitBranch: "HEAD",
});

const line = (scope: SessionScope, now: Date, type: string, key: string, message: Json): Json => ({
  ...common(scope, now, nameOf(scope, key)),
  type,
  message,
});

const attachment = (scope: SessionScope, hookEvent: string, text: string): Json => ({
  ...common(scope, scope.startedAt, nameOf(scope, "hook", hookEvent)),
  type: "attachment",
  attachment: { type: "hook_additional_context", hookEvent, content: [text] },
});
