import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextGetDecision } from "./context-get-decision.js";

describe("context_get_decision", () => {
  const { call } = onSeededStore(contextGetDecision);

  it("finds it by number and by title", async () => {
    expect(await call({ id: "1" })).toMatchObject({
      id: 1,
      title: "Use SQLite",
      status: "accepted",
      context: "",
      decision: "SQLite",
    });
    expect(await call({ id: "use sqlite" })).toMatchObject({ id: 1 });
  });

  it("names the decision that does not exist", async () => {
    await expect(call({ id: "99" })).rejects.toThrow("Decision '99' not found");
  });
});
