import { basename, join } from "node:path";
import { type Dialect, fileOf, type Json, nameOf, type SessionScope, type ToolCall } from "./dialect.js";

const chats = ({ home, folder }: SessionScope) => join(home, ".gemini", "tmp", basename(folder));

const inTags = (context: string) => `<hook_context>${context}</hook_context>`;

/** As Gemini CLI 0.61 does it: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`. */
export const gemini: Dialect = {
  settings: ".gemini/settings.json",
  timeoutUnits: 1000,
  events: {
    start: "SessionStart",
    prompt: "BeforeAgent",
    before: "BeforeTool",
    after: "AfterTool",
    stop: "AfterAgent",
    end: "SessionEnd",
  },
  transcript: (scope) => {
    const time = scope.startedAt.toISOString().slice(0, 16).replaceAll(":", "-");
    return join(chats(scope), "chats", `session-${time}-${scope.id.slice(0, 8)}.jsonl`);
  },
  files: (scope) => ({ [join(chats(scope), ".project_root")]: scope.folder }),
  payload: (_, event, { now }) => ({
    timestamp: now.toISOString(),
    ...(event === "SessionStart" ? { source: "startup" } : {}),
    ...(event === "SessionEnd" ? { reason: "exit" } : {}),
    ...(event === "AfterAgent" ? { stop_hook_active: false } : {}),
  }),
  call: (scope, turn, number): ToolCall => {
    const { exit = 0, output = "", old = "", text = "" } = turn;
    const file_path = fileOf(scope, turn);
    const tool = toolOf(turn);
    const base = { id: `${tool}__${nameOf(scope, number)}`, exit, tool };
    if (turn.run !== undefined) {
      const failed = exit === 0 ? "" : `\nExit Code: ${exit}`;
      const result = `<untrusted_context>\nOutput: ${output}${failed}\nProcess Group PGID: 11329\n</untrusted_context>`;
      const input = { command: turn.run, description: "Run it" };
      return { ...base, input, response: { llmContent: result, returnDisplay: output }, result };
    }
    if (turn.read !== undefined) {
      return { ...base, input: { file_path }, response: { llmContent: output, returnDisplay: "" }, result: output };
    }
    if (turn.edit !== undefined || turn.write !== undefined) {
      const change = { file_path, instruction: "Change it", old_string: old, new_string: turn.new ?? "" };
      const input = turn.edit === undefined ? { file_path, content: text } : change;
      const result = `Successfully modified file: ${file_path} (1 replacements).`;
      return { ...base, input, response: { llmContent: result, returnDisplay: { filePath: file_path } }, result };
    }
    const result = `<untrusted_context>\n${output}\n</untrusted_context>`;
    const response = { llmContent: result, returnDisplay: output };
    return { ...base, input: { prompt: `Read ${String(turn.input?.url ?? "")}` }, response, result };
  },
  promptAfterStart: (prompt, context) => (context === "" ? prompt : `${inTags(context)}\n\n${prompt}`),
  lines: {
    head: ({ id, startedAt }) => [
      {
        sessionId: id,
        projectHash: "0".repeat(64),
        startTime: startedAt.toISOString(),
        lastUpdated: startedAt.toISOString(),
        kind: "main",
      },
    ],
    prompt: (scope, { step, now }, prompt, context) => {
      const content = [{ text: prompt }, ...(context === "" ? [] : [{ text: inTags(context) }])];
      return withPatch(now, { ...stamped(scope, now, `u${step}`), type: "user", content });
    },
    answer: (scope, { step, now }, text) => withPatch(now, { ...spoken(scope, now, `a${step}`), content: text }),
    call: (scope, { step, now }, { id, tool, input, result }) => {
      const first = spoken(scope, now, `c${step}`);
      const response = [{ functionResponse: { id, name: tool, response: { output: result } } }];
      const call = { id, name: tool, args: input, result: response, status: "success", timestamp: now.toISOString() };
      return [
        ...withPatch(now, first),
        { ...first, toolCalls: [call] },
        ...withPatch(now, { ...stamped(scope, now, `r${step}`), type: "user", content: response }),
      ];
    },
  },
};

function toolOf({ run, read, edit, write }: { run?: string; read?: string; edit?: string; write?: string }): string {
  if (run !== undefined) return "run_shell_command";
  if (read !== undefined) return "read_file";
  if (edit !== undefined) return "replace";
  return write === undefined ? "web_fetch" : "write_file";
}

const stamped = (scope: SessionScope, now: Date, key: string) => ({
  id: nameOf(scope, key),
  timestamp: now.toISOString(),
});

const spoken = (scope: SessionScope, now: Date, key: string) => ({
  ...stamped(scope, now, key),
  type: "gemini",
  content: "",
  thoughts: [],
  model: "gemini-2.5-flash",
  tokens: { input: 100, output: 20, cached: 0, thoughts: 0, tool: 0, total: 120 },
});

const withPatch = (now: Date, line: Json): Json[] => [line, { $set: { lastUpdated: now.toISOString() } }];
