import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextSyncPush } from "./context-sync-push.js";

describe("context_sync_push", () => {
  const { call } = onSeededStore(contextSyncPush);

  it("commits without a remote, then has nothing to do", async () => {
    expect(await call({ message: "add" })).toMatchObject({
      status: "committed",
      commit_message: "add",
      commit: expect.stringMatching(/^[0-9a-f]{7,}$/),
    });
    expect(await call()).toEqual({ status: "nothing_to_push" });
  });
});
