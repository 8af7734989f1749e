import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextGetConvention } from "./context-get-convention.js";

describe("context_get_convention", () => {
  const { call } = onSeededStore(contextGetConvention);

  it("answers key and content", async () => {
    expect(await call({ key: "git" })).toEqual({ key: "git", content: "Always use feature branches.\n" });
  });

  it("names the convention that does not exist", async () => {
    await expect(call({ key: "none" })).rejects.toThrow("Convention 'none' not found");
  });
});
