import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextMergeAbort } from "./context-merge-abort.js";

describe("context_merge_abort", () => {
  const { call } = onSeededStore(contextMergeAbort);

  it("discards the conflicts once", async () => {
    expect(await call()).toEqual({ status: "aborted" });
    await expect(call()).rejects.toThrow("No pending conflicts to abort");
  });
});
