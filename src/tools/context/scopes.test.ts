import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";

describe("context_get_scope", () => {
  const { call } = onSeededStore("context_get_scope");

  it("answers the scope", async () => {
    expect(await call({ entry_type: "skill", key: "run-tests" })).toEqual({ key: "run-tests", scope: "public" });
  });

  it("refuses an unknown type", async () => {
    await expect(call({ entry_type: "file", key: "x" })).rejects.toThrow("Invalid entry_type 'file'");
  });
});

describe("context_set_scope", () => {
  const { call } = onSeededStore("context_set_scope");

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
