import type { Script, Step } from "./read-script.js";

type Line = Readonly<Record<string, unknown>>;

/** The lines that a script's agent would have written. */
export function writeAsAgent(script: Script): Line[] {
  const write = { codex: asCodex, gemini: asGemini, opencode: asOpenCode, cursor: asCursor }[script.agent as string];
  return (write ?? asClaudeCode)(script);
}

const timeAt = (step: number) => new Date(Date.UTC(2026, 0, 2, 3, 4, 5) + step * 1000).toISOString();

function asClaudeCode({ name, exchanges }: Script): Line[] {
  const lines: Line[] = [];
  const addLine = (type: string, content: unknown) =>
    lines.push({
      ...{ type, uuid: `u${lines.length}`, sessionId: name, cwd: "/w", timestamp: timeAt(lines.length) },
      message: { role: type, content },
    });
  const addToolCall = (tool: string, input: Line, text: string, ok = true) => {
    const id = `t${lines.length}`;
    addLine("assistant", [{ type: "tool_use", id, name: tool, input }]);
    addLine("user", [{ type: "tool_result", tool_use_id: id, content: text, is_error: !ok }]);
  };
  for (const { question, steps } of exchanges) {
    addLine("user", question);
    for (const step of steps) {
      if (step.kind === "say") addLine("assistant", [{ type: "text", text: step.text }]);
      if (step.kind === "run") addToolCall("Bash", { command: step.command }, step.output, step.ok);
      if (step.kind === "read") addToolCall("Read", { file_path: `/w/${step.file}` }, step.output);
      if (step.kind === "edit") {
        addToolCall(
          "Edit",
          { file_path: `/w/${step.file}`, old_string: "", new_string: step.text },
          "The file was updated.",
        );
      }
      if (step.kind === "write")
        addToolCall("Write", { file_path: `/w/${step.file}`, content: step.text }, "File created.");
    }
  }
  return lines;
}

function asCodex({ name, exchanges }: Script): Line[] {
  const lines: Line[] = [];
  const addLine = (type: string, payload: Line) => lines.push({ timestamp: timeAt(lines.length), type, payload });
  addLine("session_meta", { id: name, cwd: "/w" });
  const addToolCall = (call: Line, output: string, ok = true) => {
    const call_id = `c${lines.length}`;
    addLine("response_item", { ...call, call_id });
    const envelope = JSON.stringify({ output, metadata: { exit_code: ok ? 0 : 1 } });
    addLine("response_item", { type: `${String(call.type)}_output`, call_id, output: envelope });
  };
  for (const { question, steps } of exchanges) {
    addLine("event_msg", { type: "user_message", message: question, turn_id: `turn${lines.length}` });
    for (const step of steps) {
      if (step.kind === "say") {
        const content = [{ type: "output_text", text: step.text }];
        addLine("response_item", { type: "message", role: "assistant", content });
      } else if (step.kind === "run" || step.kind === "read") {
        const command = step.kind === "run" ? step.command : `cat ${step.file}`;
        const args = JSON.stringify({ command: ["bash", "-lc", command] });
        addToolCall(
          { type: "function_call", name: "shell", arguments: args },
          step.output,
          step.kind === "read" || step.ok,
        );
      } else addToolCall({ type: "custom_tool_call", name: "apply_patch", input: patchOf(step) }, "Success.");
    }
  }
  return lines;
}

const patchOf = ({ kind, file, text }: Extract<Step, { kind: "edit" | "write" }>): string =>
  [
    "*** Begin Patch",
    `*** ${kind === "edit" ? "Update" : "Add"} File: /w/${file}`,
    ...text.split("\n").map((line) => `+${line}`),
    "*** End Patch",
  ].join("\n");

function asGemini({ name, exchanges }: Script): Line[] {
  const lines: Line[] = [{ sessionId: name, startTime: timeAt(0) }];
  const addLine = (type: string, rest: Line) =>
    lines.push({ id: `m${lines.length}`, timestamp: timeAt(lines.length), type, ...rest });
  const addToolCall = (tool: string, args: Line, output: string, ok = true) => {
    const id = `g${lines.length}`;
    const result = [{ functionResponse: { id, name: tool, response: ok ? { output } : { error: output } } }];
    addLine("gemini", { content: "", toolCalls: [{ id, name: tool, args, result, status: ok ? "success" : "error" }] });
  };
  for (const { question, steps } of exchanges) {
    addLine("user", { content: question });
    for (const step of steps) {
      if (step.kind === "say") addLine("gemini", { content: step.text });
      if (step.kind === "run") addToolCall("run_shell_command", { command: step.command }, step.output, step.ok);
      if (step.kind === "read") addToolCall("read_file", { absolute_path: `/w/${step.file}` }, step.output);
      if (step.kind === "edit") addToolCall("replace", { file_path: `/w/${step.file}`, new_string: step.text }, "ok");
      if (step.kind === "write") addToolCall("write_file", { file_path: `/w/${step.file}`, content: step.text }, "ok");
    }
  }
  return lines;
}

function asOpenCode({ name, exchanges }: Script): Line[] {
  const lines: Line[] = [{ table: "session", id: name, directory: "/w" }];
  const addLine = (role: string, data: Line) =>
    lines.push({
      ...{ table: "part", id: `prt${lines.length}`, message_id: `msg${lines.length}` },
      ...{
        message: JSON.stringify({ role }),
        time_created: Date.parse(timeAt(lines.length)),
        data: JSON.stringify(data),
      },
    });
  const addToolCall = (tool: string, input: Line, output: string, exit?: number) =>
    addLine("assistant", {
      ...{ type: "tool", callID: `o${lines.length}`, tool },
      state: { status: "completed", input, output, metadata: exit === undefined ? {} : { exit } },
    });
  for (const { question, steps } of exchanges) {
    addLine("user", { type: "text", text: question });
    for (const step of steps) {
      const filePath = "file" in step ? `/w/${step.file}` : "";
      if (step.kind === "say") addLine("assistant", { type: "text", text: step.text });
      if (step.kind === "run") addToolCall("bash", { command: step.command }, step.output, step.ok ? 0 : 1);
      if (step.kind === "read") addToolCall("read", { filePath }, step.output);
      if (step.kind === "edit") addToolCall("edit", { filePath, oldString: "", newString: step.text }, "ok");
      if (step.kind === "write") addToolCall("write", { filePath, content: step.text }, "ok");
    }
  }
  return lines;
}

function asCursor({ exchanges }: Script): Line[] {
  const lines: Line[] = [];
  const addLine = (role: string, content: readonly Line[]) =>
    lines.push({ role, id: `r${lines.length}`, timestamp: timeAt(lines.length), message: { content } });
  const addToolCall = (name: string, input: Line, content: string, ok = true) => {
    const id = `k${lines.length}`;
    addLine("assistant", [{ type: "tool_use", id, name, input }]);
    addLine("user", [{ type: "tool_result", tool_use_id: id, content, is_error: !ok }]);
  };
  for (const { question, steps } of exchanges) {
    addLine("user", [{ type: "text", text: `<user_query>\n${question}\n</user_query>` }]);
    for (const step of steps) {
      if (step.kind === "say") addLine("assistant", [{ type: "text", text: step.text }]);
      if (step.kind === "run") addToolCall("run_terminal_cmd", { command: step.command }, step.output, step.ok);
      if (step.kind === "read") addToolCall("read_file", { target_file: `/w/${step.file}` }, step.output);
      if (step.kind === "edit")
        addToolCall("search_replace", { file_path: `/w/${step.file}`, new_string: step.text }, "ok");
      if (step.kind === "write") addToolCall("write", { file_path: `/w/${step.file}`, content: step.text }, "ok");
    }
  }
  return lines;
}
