import { describe, expect, it } from "vitest";
import { classifyToolCall } from "./classify-tool-call.js";

describe("classifyToolCall", () => {
  it("recognizes commands of every agent", () => {
    expect(classifyToolCall("Bash", { command: "npm test" })).toEqual({ kind: "command", command: "npm test" });
    expect(classifyToolCall("shell", { command: ["git", "status"] })).toEqual({
      kind: "command",
      command: "git status",
    });
    expect(classifyToolCall("exec_command", { cmd: "ls" })).toEqual({ kind: "command", command: "ls" });
  });

  it("recognizes edits, one or many, and whole files", () => {
    const change = { before: "a", after: "b" };
    const edit = { kind: "edit", path: "x.ts", changes: [change] };
    expect(classifyToolCall("Edit", { file_path: "x.ts", old_string: "a", new_string: "b" })).toEqual(edit);
    expect(classifyToolCall("MultiEdit", { file_path: "x.ts", edits: [{ old_string: "a", new_string: "b" }] })).toEqual(
      edit,
    );
    expect(classifyToolCall("Write", { file_path: "x.ts", content: "b" })).toEqual({
      ...edit,
      changes: [{ before: "", after: "b" }],
    });
  });

  it("recognizes patches and reads", () => {
    const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch";
    expect(classifyToolCall("apply_patch", { input: patch })).toEqual({ kind: "patch", path: "src/a.ts", patch });
    expect(classifyToolCall("Read", { file_path: "src/a.ts" })).toEqual({ kind: "read", path: "src/a.ts" });
  });

  it("summarizes any other call, and accepts any input", () => {
    expect(classifyToolCall("WebSearch", { query: "sqlite wal" })).toEqual({ kind: "other", summary: "sqlite wal" });
    for (const input of [{}, { edits: 7 }, { command: 7 }, { path: null }]) classifyToolCall("x", input);
  });
});
