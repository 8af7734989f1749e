import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextUpdateDecision } from "./context-update-decision.js";

describe("context_update_decision", () => {
  const { app, call } = onSeededStore(contextUpdateDecision);

  it("sets the status", async () => {
    expect(await call({ id: "1", status: "superseded" })).toMatchObject({
      status: "ok",
      id: 1,
      decision_status: "superseded",
    });
    const project = await app().context.open(app().call);
    expect(await project.decisions.find("1")).toMatchObject({ status: "superseded", decision: "SQLite" });
  });

  it("refuses an unknown status", async () => {
    await expect(call({ id: "1", status: "maybe" })).rejects.toThrow(/status/);
  });
});
