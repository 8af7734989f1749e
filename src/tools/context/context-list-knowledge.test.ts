import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextListKnowledge } from "./context-list-knowledge.js";

describe("context_list_knowledge", () => {
  const { call } = onSeededStore(contextListKnowledge);

  it("names entries with scope and size", async () => {
    expect(await call()).toMatchObject([{ key: "tech-stack", scope: "public", bytes: 23, author: expect.any(String) }]);
  });
});
