import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextSetScope } from "./context-set-scope.js";

describe("context_set_scope", () => {
  const { call } = onSeededStore(contextSetScope);

  it("changes it, without a warning when git never saw the file", async () => {
    expect(await call({ entry_type: "decision", key: "1", scope: "private" })).toEqual({
      status: "ok",
      key: "1",
      scope: "private",
    });
  });

  it("refuses an unknown scope", async () => {
    await expect(call({ entry_type: "decision", key: "1", scope: "mine" })).rejects.toThrow("Invalid scope 'mine'");
  });
});
