import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextRecordDecision } from "./context-record-decision.js";

describe("context_record_decision", () => {
  const { call } = onSeededStore(contextRecordDecision);

  it("assigns the next number", async () => {
    expect(await call({ title: "Adopt gRPC" })).toMatchObject({ status: "ok", id: 2, title: "Adopt gRPC" });
  });

  it("requires a title", async () => {
    await expect(call({ title: " " })).rejects.toThrow("A decision needs a title.");
  });
});
