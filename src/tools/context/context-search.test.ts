import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";

describe("context_search", () => {
  const { call } = onSeededStore("context_search");

  it("answers key, file, line, text and score", async () => {
    const hits = await call({ query: "typescript" });
    expect(hits).toMatchObject([{ key: "tech-stack", file: "knowledge/tech-stack.md", line: 3, text: "- TypeScript" }]);
  });

  it("finds nothing for an empty query", async () => {
    expect(await call({ query: " " })).toEqual([]);
  });
});
