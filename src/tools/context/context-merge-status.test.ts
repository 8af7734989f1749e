import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextMergeStatus } from "./context-merge-status.js";

describe("context_merge_status", () => {
  const { call } = onSeededStore(contextMergeStatus);

  it("answers the report", async () => {
    expect(await call()).toMatchObject({
      status: "conflicts",
      report: { total: 1, unresolved: 1, conflicts: [{ resolved: false }] },
    });
  });
});
