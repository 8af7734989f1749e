import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextRemoveKnowledge } from "./context-remove-knowledge.js";

describe("context_remove_knowledge", () => {
  const { call } = onSeededStore(contextRemoveKnowledge);

  it("says removed, then not found", async () => {
    expect(await call({ key: "tech-stack" })).toEqual({ status: "removed", key: "tech-stack" });
    expect(await call({ key: "tech-stack" })).toEqual({ status: "not_found", key: "tech-stack" });
  });
});
