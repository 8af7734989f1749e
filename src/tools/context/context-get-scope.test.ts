import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextGetScope } from "./context-get-scope.js";

describe("context_get_scope", () => {
  const { call } = onSeededStore(contextGetScope);

  it("answers the scope", async () => {
    expect(await call({ entry_type: "skill", key: "run-tests" })).toEqual({ key: "run-tests", scope: "public" });
  });

  it("refuses an unknown type", async () => {
    await expect(call({ entry_type: "file", key: "x" })).rejects.toThrow("Invalid entry_type 'file'");
  });
});
