import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextRmConvention } from "./context-rm-convention.js";

describe("context_rm_convention", () => {
  const { call } = onSeededStore(contextRmConvention);

  it("says removed, then not found", async () => {
    expect(await call({ key: "git" })).toMatchObject({ status: "removed" });
    expect(await call({ key: "git" })).toMatchObject({ status: "not_found" });
  });
});
