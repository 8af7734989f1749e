import { join, relative } from "node:path";
import { type Dialect, fileOf, type Json, nameOf, type SessionScope, type ToolCall } from "./dialect.js";

/** As Codex 0.166 does it: `~/.codex/sessions/Y/M/D/rollout-<time>-<id>.jsonl`; files are read by shell commands. */
export const codex: Dialect = {
  settings: ".codex/hooks.json",
  timeoutUnits: 1,
  events: {
    start: "SessionStart",
    prompt: "UserPromptSubmit",
    before: "PreToolUse",
    after: "PostToolUse",
    stop: "Stop",
    end: "SessionEnd",
  },
  transcript: ({ home, id, startedAt }) => {
    const [day = "", time = ""] = startedAt.toISOString().slice(0, 19).split("T");
    const name = `rollout-${day}T${time.replaceAll(":", "-")}-${id}.jsonl`;
    return join(home, ".codex", "sessions", ...day.split("-"), name);
  },
  payload: (scope, event, { turn }) => ({
    ...(event === "SessionEnd" ? { reason: "other" } : { model: "gpt-5.1-codex", permission_mode: "default" }),
    ...(event === "SessionStart" ? { source: "startup" } : {}),
    ...(/^Session/.test(event) ? {} : { turn_id: nameOf(scope, "turn", turn) }),
    ...(event === "Stop" ? { stop_hook_active: false } : {}),
  }),
  call: (scope, turn, number): ToolCall => {
    const { exit = 0, output = "", old = "", text = "" } = turn;
    const base = { id: `call_${nameOf(scope, number)}`, exit };
    const path = relative(scope.folder, fileOf(scope, turn));
    if (turn.edit !== undefined || turn.write !== undefined) {
      const rows = (sign: string, part: string) => part.split("\n").map((row) => `${sign}${row}`);
      const body =
        turn.edit === undefined
          ? [`*** Add File: ${path}`, ...rows("+", text)]
          : [`*** Update File: ${path}`, "@@", ...rows("-", old), ...rows("+", turn.new ?? "")];
      const patch = ["*** Begin Patch", ...body, "*** End Patch"].join("\n");
      const result = `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM ${path}\n`;
      return { ...base, tool: "apply_patch", input: { command: patch }, response: result, result };
    }
    const command = turn.run ?? (turn.read === undefined ? `curl -s ${String(turn.input?.url ?? "")}` : `cat ${path}`);
    const wrapped = `Chunk ID: ${scope.id.slice(0, 6)}\nWall time: 0.0000 seconds\nProcess exited with code ${exit}\nOutput:\n`;
    return { ...base, tool: "Bash", input: { command }, response: output, result: `${wrapped}${output}` };
  },
  lines: {
    head: (scope, context) => [
      record(scope.startedAt, "session_meta", {
        session_id: scope.id,
        id: scope.id,
        timestamp: scope.startedAt.toISOString(),
        cwd: scope.folder,
        originator: "codex_cli_rs",
        cli_version: "0.166.0",
        source: "cli",
        model_provider: "openai",
      }),
      item(scope, 0, scope.startedAt, {
        ...message("user", "input_text", `<environment_context>\n  <cwd>${scope.folder}</cwd>\n</environment_context>`),
      }),
      ...(context === "" ? [] : [item(scope, 0, scope.startedAt, message("developer", "input_text", context))]),
    ],
    prompt: (scope, { turn, now }, prompt, context) => [
      record(now, "turn_context", { turn_id: nameOf(scope, "turn", turn), cwd: scope.folder, model: "gpt-5.1-codex" }),
      item(scope, turn, now, message("user", "input_text", prompt)),
      ...(context === "" ? [] : [item(scope, turn, now, message("developer", "input_text", context))]),
      record(now, "event_msg", {
        type: "item_completed",
        thread_id: scope.id,
        turn_id: nameOf(scope, "turn", turn),
        item: { type: "UserMessage", id: nameOf(scope, "um", turn), content: [{ type: "text", text: prompt }] },
      }),
    ],
    answer: (scope, { turn, now }, text) => [item(scope, turn, now, message("assistant", "output_text", text))],
    call: (scope, { turn, now }, { id: call_id, tool, input, response, result, exit }) => {
      const isPatch = tool === "apply_patch";
      const call = isPatch
        ? { type: "custom_tool_call", name: tool, input: input.command }
        : { type: "function_call", name: "exec_command", arguments: JSON.stringify({ cmd: input.command }) };
      const ended = {
        type: "CommandExecution",
        id: call_id,
        command: ["/bin/bash", "-lc", input.command],
        status: exit === 0 ? "completed" : "failed",
        aggregated_output: response,
        exit_code: exit,
        duration: { secs: 0, nanos: 5000 },
      };
      return [
        item(scope, turn, now, { ...call, status: "completed", call_id }),
        ...(isPatch ? [] : [record(now, "event_msg", { type: "item_completed", thread_id: scope.id, item: ended })]),
        item(scope, turn, now, { type: `${call.type}_output`, call_id, output: result }),
      ];
    },
  },
};

const record = (now: Date, type: string, payload: Json): Json => ({ timestamp: now.toISOString(), type, payload });

const message = (role: string, type: string, text: string): Json => ({
  type: "message",
  role,
  content: [{ type, text }],
});

const item = (scope: SessionScope, turn: number, now: Date, payload: Json): Json =>
  record(now, "response_item", {
    ...payload,
    internal_chat_message_metadata_passthrough: { turn_id: nameOf(scope, "turn", turn) },
  });
