import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";

describe("context_sync_push", () => {
  const { call } = onSeededStore("context_sync_push");

  it("commits without a remote, then has nothing to do", async () => {
    expect(await call({ message: "add" })).toMatchObject({
      status: "committed",
      commit_message: "add",
      commit: expect.stringMatching(/^[0-9a-f]{7,}$/),
    });
    expect(await call()).toEqual({ status: "nothing_to_push" });
  });
});

describe("context_sync_pull", () => {
  const { call } = onSeededStore("context_sync_pull");

  it("says that there is no remote", async () => {
    expect(await call()).toMatchObject({ status: "no_remote" });
  });

  it("refuses an unknown strategy", async () => {
    await expect(call({ strategy: "mine" })).rejects.toThrow("Invalid strategy 'mine'. Use: ours, theirs, agent.");
  });
});

describe("context_merge_status", () => {
  const { call } = onSeededStore("context_merge_status");

  it("answers the report", async () => {
    expect(await call()).toMatchObject({
      status: "conflicts",
      report: { total: 1, unresolved: 1, conflicts: [{ resolved: false }] },
    });
  });
});

describe("context_conflict_detail", () => {
  const { call } = onSeededStore("context_conflict_detail");

  it("shows both sides, the base and the diff", async () => {
    expect(await call({ file_path: ".context-teleport/knowledge/notes.md" })).toMatchObject({
      ours_content: "ours\n",
      theirs_content: "theirs\n",
      base_content: "base\n",
      diff: expect.stringContaining("-ours\n+theirs"),
      section_analysis: { has_section_conflicts: true, auto_merged_content: null },
    });
  });

  it("lists the files in conflict", async () => {
    await expect(call({ file_path: "x" })).rejects.toThrow("No unresolved conflict for x");
  });
});

describe("context_resolve_conflict", () => {
  const { call } = onSeededStore("context_resolve_conflict");

  it("counts the remaining conflicts, and may be called again", async () => {
    const file_path = ".context-teleport/knowledge/notes.md";
    expect(await call({ file_path, content: "a" })).toEqual({ status: "resolved", file_path, remaining: 0 });
    expect(await call({ file_path, content: "b" })).toMatchObject({ status: "resolved" });
  });
});

describe("context_merge_finalize", () => {
  const { call } = onSeededStore("context_merge_finalize");

  it("says that there is no remote to merge with", async () => {
    expect(await call()).toMatchObject({ status: "no_remote" });
  });
});

describe("context_merge_abort", () => {
  const { call } = onSeededStore("context_merge_abort");

  it("discards the conflicts once", async () => {
    expect(await call()).toEqual({ status: "aborted" });
    await expect(call()).rejects.toThrow("No pending conflicts to abort");
  });
});
