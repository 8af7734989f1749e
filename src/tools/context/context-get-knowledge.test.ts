import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextGetKnowledge } from "./context-get-knowledge.js";

describe("context_get_knowledge", () => {
  const { call } = onSeededStore(contextGetKnowledge);

  it("answers content, scope and author", async () => {
    expect(await call({ key: "tech-stack" })).toMatchObject({ key: "tech-stack", scope: "public", author: "test" });
  });

  it("names the entry that does not exist", async () => {
    await expect(call({ key: "none" })).rejects.toThrow("Knowledge entry 'none' not found");
  });
});
