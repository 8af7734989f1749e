import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextSyncPull } from "./context-sync-pull.js";

describe("context_sync_pull", () => {
  const { call } = onSeededStore(contextSyncPull);

  it("says that there is no remote", async () => {
    expect(await call()).toMatchObject({ status: "no_remote" });
  });

  it("refuses an unknown strategy", async () => {
    await expect(call({ strategy: "mine" })).rejects.toThrow("Invalid strategy 'mine'. Use: ours, theirs, agent.");
  });
});
