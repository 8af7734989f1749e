import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseJsonObject } from "../base/json.js";
import {
  buildExchanges,
  type ExchangeBuilderState,
  emptyBuilderState,
} from "../domain/archive/ingest/exchange-builder.js";
import { allHosts, findHost } from "./all-hosts.js";
import type { Json } from "./json-fields.js";

const fixtures = join(import.meta.dirname, "..", "..", "test", "fixtures", "transcripts");
const linesOf = (name: string): Json[] =>
  readFileSync(join(fixtures, name), "utf8")
    .split("\n")
    .map(parseJsonObject)
    .filter((line) => line !== undefined);

function readLine(agent: string, line: Json, position: string) {
  const format = findHost(agent)?.transcripts;
  if (!format) throw new Error(`No transcripts of ${agent}.`);
  return format.read(line, position);
}

/** The exchanges that a reader and the fold make of lines. */
function read(agent: string, lines: readonly Json[]) {
  const state: ExchangeBuilderState = emptyBuilderState();
  const fold = buildExchanges(state);
  for (const [i, line] of lines.entries()) {
    const { facts, events = [] } = readLine(agent, line, String(i));
    if (facts) fold.learn(facts);
    for (const event of events) fold.take(event);
  }
  return { facts: state.facts, exchanges: fold.changed() };
}

/** OpenCode's rows as the database query joins them. */
function openCodeLines(): Json[] {
  const rows = linesOf("opencode-rows.jsonl");
  const messages = new Map(rows.filter(({ table }) => table === "message").map((row) => [row.id, row.data]));
  return rows
    .filter(({ table }) => table === "session" || table === "part")
    .map((row) => (row.table === "part" ? { ...row, message: messages.get(row.message_id) } : row));
}

const sessions: Record<string, { agent: string; lines: Json[]; edit: string; shell: string }> = {
  "Claude Code": { agent: "claude-code", lines: linesOf("claude-code.jsonl"), edit: "Edit", shell: "Bash" },
  "Gemini CLI": { agent: "gemini", lines: linesOf("gemini.jsonl"), edit: "replace", shell: "run_shell_command" },
  OpenCode: { agent: "opencode", lines: openCodeLines(), edit: "edit", shell: "bash" },
};

describe.each(Object.entries(sessions))("a real transcript of %s", (_, { agent, lines, edit, shell }) => {
  const { facts, exchanges } = read(agent, lines);

  it("has both prompts as exchanges, in order, and nothing of the host's as a prompt", () => {
    const asked = exchanges.map(({ question }) => question);
    expect(asked).toEqual(["Call the probe tool then finish.", "Second prompt, resumed."]);
  });

  it("knows the model, and the session", () => {
    expect(facts.model).toMatch(/claude|gemini|fake/);
    expect(facts.sessionId).toBeTruthy();
  });

  it("distinguishes the failed command from the passed one", () => {
    const commands = exchanges
      .flatMap(({ calls }) => calls)
      .filter(({ command, tool }) => command !== undefined && tool === shell);
    const failed = commands.filter(({ ok }) => ok === false).map(({ command }) => command);
    expect(failed).toEqual([expect.stringContaining("missing-module")]);
    expect(commands.some(({ ok, command }) => ok === true && command?.includes("out-line"))).toBe(true);
  });

  it("names the changed file once per call, however often the call is written", () => {
    const edits = exchanges.flatMap(({ calls }) => calls).filter(({ tool }) => tool === edit);
    expect(edits).toHaveLength(1);
    expect(edits[0]).toMatchObject({ files: ["/home/dev/work/notes.md"], changes: true });
  });

  it("has the last answer", () => {
    expect(
      exchanges
        .at(-1)
        ?.answers.map(([, text]) => text)
        .join(),
    ).toMatch(/fake model/);
  });
});

describe("a real transcript of Codex", () => {
  const { facts, exchanges } = read("codex", linesOf("codex.jsonl"));

  it("has the person's prompts and none of the instructions around them", () => {
    expect(exchanges.map(({ question }) => question)).toEqual([
      "Call the probe tool then finish.",
      "Second prompt, resumed.",
    ]);
    expect(facts).toMatchObject({
      sessionId: "01a1dcb8-1b0c-7921-bf43-a976181f1c7d",
      folder: "/home/dev/work",
      model: "gpt-5.1-codex",
    });
  });

  it("reads exit codes from the rollout, because hooks do not send them", () => {
    const calls = exchanges.flatMap(({ calls }) => calls);
    expect(calls.filter(({ ok }) => ok === false).map(({ exitCode }) => exitCode)).toContain(1);
    expect(calls.find(({ tool }) => tool === "mcp__probe__echo")?.ok).toBe(true);
  });
});

describe("transcripts of other kinds", () => {
  it("reads the change of a patch that Codex applies in its shell", () => {
    const cmd =
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n@@\n-max: 1\n+max: 20\n*** End Patch\nEOF";
    const call = (payload: Json) => ({ timestamp: "2026-01-02T00:00:00Z", type: "response_item", payload });
    const { exchanges } = read("codex", [
      call({ type: "message", role: "user", content: [{ type: "input_text", text: "Raise the limit." }] }),
      call({ type: "function_call", name: "exec_command", arguments: JSON.stringify({ cmd }), call_id: "1" }),
      call({
        type: "function_call",
        name: "shell",
        arguments: JSON.stringify({ command: ["bash", "-lc", cmd] }),
        call_id: "2",
      }),
    ]);
    const change = { files: ["a.ts"], changes: true, diff: expect.stringMatching(/- max: 1\n\+ max: 20/) };
    expect(exchanges[0]?.calls).toMatchObject([change, change]);
  });

  it("reads a call of OpenCode once its input is written, also when a hook saw it before", () => {
    const part = (data: object) => ({ table: "part", id: "p", message_id: "m", message: { role: "assistant" }, data });
    const edit = (state: object) => part({ type: "tool", callID: "c", tool: "edit", state }) as Json;
    const asked = { ...part({ type: "text", text: "Raise the limit." }), id: "q", message: { role: "user" } } as Json;
    const input = { filePath: "a.ts", oldString: "max: 1", newString: "max: 20" };
    const rows = [asked, edit({ status: "pending", input: {} }), edit({ status: "completed", input, output: "ok" })];
    const change = { files: ["a.ts"], changes: true, ok: true, diff: expect.stringContaining("+ max: 20") };
    expect(read("opencode", rows).exchanges[0]?.calls).toMatchObject([change]);
  });

  it("takes only the quotation marks of `opencode run` off a prompt", () => {
    const prompt = (text: string) => {
      const row = { table: "part", id: "p", message_id: "m", message: { role: "user" }, data: { type: "text", text } };
      return read("opencode", [row as Json]).exchanges[0]?.question;
    };
    expect(prompt('"Say \\"hi\\" and stop."')).toBe('Say "hi" and stop.');
    expect(prompt('"a" and "b"')).toBe('"a" and "b"');
  });

  it("keeps a sub-agent of Claude Code apart, under its parent", () => {
    const { facts } = read("claude-code", linesOf("claude-code-subagent.jsonl"));
    expect(facts).toMatchObject({
      sessionId: "7f9e74cd-3303-438c-b187-81fa568ebc78/afd03bb93ce5687be",
      parent: "7f9e74cd-3303-438c-b187-81fa568ebc78",
    });
  });

  it("keeps a sub-agent of Codex under its parent, and a fork of the person apart", () => {
    const meta = (more: Json) =>
      read("codex", [{ type: "session_meta", payload: { id: "b", cwd: "/x", ...more } }]).facts;
    expect(meta({ parent_thread_id: "a", thread_source: "subagent" }).parent).toBe("a");
    expect(meta({ forked_from_id: "a", thread_source: "user" }).parent).toBeUndefined();
  });

  it("reads Gemini's older form, one object with all messages", () => {
    const whole = { sessionId: "g1", messages: linesOf("gemini.jsonl").filter((line) => "type" in line) };
    expect(read("gemini", [whole]).exchanges.map(({ question }) => question)).toEqual([
      "Call the probe tool then finish.",
      "Second prompt, resumed.",
    ]);
  });

  it("reads Gemini's prompts without the context that hooks put around them", () => {
    const context =
      "<hook_context>\n<throughline-context>\n- Always use pnpm.\n</throughline-context>\n</hook_context>";
    const user = (id: string, content: unknown) => ({ id, type: "user", timestamp: "2026-01-02T00:00:00Z", content });
    const { exchanges } = read("gemini", [
      { sessionId: "second" },
      user("u1", [{ text: `${context}\n\nAdd the exporter.` }]),
      user("u2", [{ text: "And its tests." }, { text: context }]),
    ]);
    expect(exchanges.map(({ question }) => question).join("\n")).toBe("Add the exporter.\nAnd its tests.");
  });

  it("reads Cursor's lines and takes the typed words out of their wrapping", () => {
    const { exchanges } = read("cursor", [
      {
        role: "user",
        message: {
          content: [{ type: "text", text: "<context>x</context>\n<user_query>\nfix the build\n</user_query>" }],
        },
      },
      {
        role: "assistant",
        message: {
          content: [
            { type: "text", text: "Done." },
            { type: "tool_use", id: "c1", name: "edit_file", input: { target_file: "a.ts" } },
          ],
        },
      },
    ]);
    expect(exchanges).toMatchObject([{ question: "fix the build", calls: [{ files: ["a.ts"], changes: true }] }]);
  });

  it("reads Copilot's events", () => {
    const { facts, exchanges } = read("copilot", [
      {
        type: "session.start",
        id: "e1",
        timestamp: "2026-01-01T00:00:00Z",
        data: { sessionId: "cp1", context: { cwd: "/w", branch: "dev" } },
      },
      { type: "user.message", id: "e2", timestamp: "2026-01-01T00:00:01Z", data: { content: "list files" } },
      {
        type: "tool.execution_start",
        id: "e3",
        timestamp: "2026-01-01T00:00:02Z",
        data: { toolCallId: "t1", toolName: "bash", arguments: { command: "git status" } },
      },
      {
        type: "tool.execution_complete",
        id: "e4",
        timestamp: "2026-01-01T00:00:03Z",
        data: { toolCallId: "t1", success: false, error: { message: "not a repository" } },
      },
      {
        type: "assistant.message",
        id: "e5",
        timestamp: "2026-01-01T00:00:04Z",
        data: { content: "Not a repository." },
      },
    ]);
    expect(facts).toMatchObject({ sessionId: "cp1", folder: "/w", branch: "dev" });
    expect(exchanges).toMatchObject([
      { question: "list files", calls: [{ command: "git status", ok: false }], answers: [["e5", "Not a repository."]] },
    ]);
  });

  it("skips entries that no reader knows", () => {
    const line = { type: "from-the-future", payload: [1, null] };
    for (const { transcripts } of allHosts) expect(transcripts?.read(line, "0").events ?? []).toEqual([]);
  });
});
