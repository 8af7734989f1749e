import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextUpdateState } from "./context-update-state.js";

describe("context_update_state", () => {
  const { call } = onSeededStore(contextUpdateState);

  it("leaves omitted fields as they are, and clears blockers with an empty string", async () => {
    await call({ current_task: "A", blockers: "x, y" });
    expect(await call({ current_task: "B" })).toMatchObject({ status: "ok", current_task: "B", blockers: ["x", "y"] });
    expect(await call({ blockers: "" })).toMatchObject({ current_task: "B", blockers: [] });
  });
});
