import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextResolveConflict } from "./context-resolve-conflict.js";

describe("context_resolve_conflict", () => {
  const { call } = onSeededStore(contextResolveConflict);

  it("counts the remaining conflicts, and may be called again", async () => {
    const file_path = ".context-teleport/knowledge/notes.md";
    expect(await call({ file_path, content: "a" })).toEqual({ status: "resolved", file_path, remaining: 0 });
    expect(await call({ file_path, content: "b" })).toMatchObject({ status: "resolved" });
  });
});
