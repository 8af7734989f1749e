import { describe, expect, it } from "vitest";
import { readHookArguments, readHostEvent } from "./read-payload.js";

const read = (payload: object | string, host = "", event = "") =>
  readHostEvent(typeof payload === "string" ? payload : JSON.stringify(payload), { host, event }, "/home/dev");

describe("readHostEvent", () => {
  it("asks nothing at the end of a turn that a hook asked for", () => {
    const stop = { hook_event_name: "Stop", session_id: "s", stop_hook_active: true };
    expect(read(stop)).toMatchObject({ occasion: "other" });
  });

  it("reads Claude Code's events, and prefers a sub-agent's own transcript", () => {
    expect(read({ hook_event_name: "Stop", session_id: "s", transcript_path: "/t.jsonl", cwd: "/w" })).toMatchObject({
      agent: "claude-code",
      name: "Stop",
      occasion: "turn-end",
      session: "s",
      transcript: "/t.jsonl",
      folder: "/w",
    });
    expect(
      read({ hook_event_name: "SubagentStop", transcript_path: "/t.jsonl", agent_transcript_path: "/sub.jsonl" })
        ?.transcript,
    ).toBe("/sub.jsonl");
  });

  it("distinguishes a start from a resume after compaction", () => {
    expect(read({ hook_event_name: "SessionStart", source: "startup", session_id: "s" })?.occasion).toBe(
      "session-start",
    );
    expect(read({ hook_event_name: "SessionStart", source: "compact", session_id: "s" })?.occasion).toBe(
      "compaction-end",
    );
  });

  it("recognizes Codex and Gemini by the path of their transcripts, and Cursor by its fields", () => {
    expect(read({ hook_event_name: "Stop", transcript_path: "/home/dev/.codex/sessions/x.jsonl" })?.agent).toBe(
      "codex",
    );
    expect(
      read({ hook_event_name: "BeforeAgent", transcript_path: "/home/dev/.gemini/tmp/w/chats/x.jsonl", prompt: "hi" }),
    ).toMatchObject({ agent: "gemini", occasion: "prompt", prompt: "hi" });
    expect(read({ hook_event_name: "stop", conversation_id: "c", workspace_roots: ["/work/web"] })).toMatchObject({
      agent: "cursor",
      folder: "/work/web",
      transcript: "/home/dev/.cursor/projects/work-web/agent-transcripts/c/c.jsonl",
    });
  });

  it.each([
    ["codex", "PostToolUse", "shell", { command: ["npm", "test"] }, "Exit code: 1\nOutput:\nboom"],
    ["gemini", "AfterTool", "run_shell_command", { command: "npm test" }, { llmContent: "Output: boom\nExit Code: 1" }],
    ["opencode", "tool.execute.after", "bash", { command: "npm test" }, { output: "boom", exit: 1 }],
  ])("recognizes a failed command of %s, and one that passed", (host, event, tool_name, tool_input, tool_response) => {
    const payload = { hook_event_name: event, session_id: "s", tool_name, tool_input };
    expect(read({ ...payload, tool_response }, host)).toMatchObject({
      occasion: "tool-failure",
      error: expect.stringContaining("boom"),
    });
    const passed = JSON.parse(JSON.stringify(tool_response).replace(/(ode: |exit":)1/, "$10"));
    expect(read({ ...payload, tool_response: passed }, host)?.occasion).toBe("other");
  });

  it("never takes VS Code or Cursor for the host whose hooks they run, and names the file with their own", () => {
    const sent = { hook_event_name: "SessionStart", session_id: "s", cwd: "/w", source: "new" };
    const vscode = { ...sent, timestamp: "2026-08-01T00:00:00.000Z" };
    const ownHooks = "/home/dev/.copilot/hooks/throughline.json";
    expect(read(vscode, "claude-code")).toMatchObject({ agent: "vscode", occasion: "session-start", ownHooks });
    expect(read(vscode, "copilot", "sessionStart")).toMatchObject({ agent: "vscode", name: "SessionStart" });
    expect(read(sent, "claude-code")).toMatchObject({ agent: "claude-code" });
    expect(read(sent, "claude-code")).not.toHaveProperty("ownHooks");
    const cursor = { hook_event_name: "sessionStart", conversation_id: "c" };
    expect(read(cursor, "claude-code")).toMatchObject({ agent: "cursor", ownHooks: "/home/dev/.cursor/hooks.json" });
    const gemini = { ...vscode, transcript_path: "/home/dev/.gemini/tmp/w/chats/x.jsonl" };
    expect(read(gemini, "gemini")).toMatchObject({ agent: "gemini" });
  });

  it("takes host and event from the command line if the payload has neither", () => {
    expect(readHookArguments(["--host", "copilot", "--event=sessionEnd", "--home", "/h"])).toEqual({
      host: "copilot",
      event: "sessionEnd",
      home: "/h",
    });
    expect(read({ sessionId: "s", cwd: "/w" }, "copilot", "sessionEnd")).toMatchObject({
      agent: "copilot",
      name: "sessionEnd",
      transcript: "/home/dev/.copilot/session-state/s/events.jsonl",
    });
    expect(
      read({ hook_event_name: "session.idle", session_id: "ses_1", data_folder: "/d/opencode" }, "opencode")
        ?.transcript,
    ).toBe("/d/opencode/opencode.db#ses_1");
  });

  it("reads the transcript from a truncated payload", () => {
    const whole = JSON.stringify({
      session_id: "s",
      transcript_path: "/a b\\c.jsonl",
      hook_event_name: "PostToolUse",
      tool_response: "x".repeat(1000),
    });
    expect(read(whole.slice(0, -20))).toMatchObject({ session: "s", transcript: "/a b\\c.jsonl", name: "PostToolUse" });
  });

  it("ignores everything else", () => {
    for (const text of ["", "{not json", "[]", "null", "{}", '"text"']) expect(read(text)).toBeUndefined();
  });
});
