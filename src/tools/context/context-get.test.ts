import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextGet } from "./context-get.js";

describe("context_get", () => {
  const { call } = onSeededStore(contextGet);

  it("answers the value itself", async () => {
    expect(await call({ dotpath: "knowledge.tech-stack" })).toContain("TypeScript");
  });

  it("names the path that has no value", async () => {
    await expect(call({ dotpath: "a.b" })).rejects.toThrow("No value at 'a.b'");
  });
});
