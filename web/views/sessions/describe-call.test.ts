import { describe, expect, it } from "vitest";
import { describeCall } from "./describe-call.js";

describe("describeCall", () => {
  it("knows commands, however the agent writes them", () => {
    expect(describeCall("Bash", { command: "npm test" })).toEqual({ kind: "command", command: "npm test" });
    expect(describeCall("shell", { command: ["git", "status"] })).toEqual({ kind: "command", command: "git status" });
    expect(describeCall("exec_command", { cmd: "ls" })).toEqual({ kind: "command", command: "ls" });
  });

  it("knows edits, one or many, and whole files", () => {
    const change = { before: "a", after: "b" };
    const edit = { kind: "edit", path: "x.ts", changes: [change] };
    expect(describeCall("Edit", { file_path: "x.ts", old_string: "a", new_string: "b" })).toEqual(edit);
    expect(describeCall("MultiEdit", { file_path: "x.ts", edits: [{ old_string: "a", new_string: "b" }] })).toEqual(
      edit,
    );
    expect(describeCall("Write", { file_path: "x.ts", content: "b" })).toEqual({
      ...edit,
      changes: [{ before: "", after: "b" }],
    });
  });

  it("knows patches and reads", () => {
    const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch";
    expect(describeCall("apply_patch", { input: patch })).toEqual({ kind: "patch", path: "src/a.ts", patch });
    expect(describeCall("Read", { file_path: "src/a.ts" })).toEqual({ kind: "read", path: "src/a.ts" });
  });

  it("shows something of any other call, and takes any input", () => {
    expect(describeCall("WebSearch", { query: "sqlite wal" })).toEqual({ kind: "other", summary: "sqlite wal" });
    for (const input of [{}, { edits: 7 }, { command: 7 }, { path: null }]) describeCall("x", input);
  });
});
