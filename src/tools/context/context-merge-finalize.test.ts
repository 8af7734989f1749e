import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextMergeFinalize } from "./context-merge-finalize.js";

describe("context_merge_finalize", () => {
  const { call } = onSeededStore(contextMergeFinalize);

  it("says that there is no remote to merge with", async () => {
    expect(await call()).toMatchObject({ status: "no_remote" });
  });
});
