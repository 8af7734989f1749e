import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextSetScope } from "./context-set-scope.js";

describe("context_set_scope", () => {
  const { call } = onSeededStore(contextSetScope);

  it("changes it, and warns of nothing git never saw", async () => {
    expect(await call({ entry_type: "decision", key: "1", scope: "private" })).toEqual({
      status: "ok",
      key: "1",
      scope: "private",
    });
  });

  it("refuses a scope it does not know", async () => {
    await expect(call({ entry_type: "decision", key: "1", scope: "mine" })).rejects.toThrow("Invalid scope 'mine'");
  });
});
