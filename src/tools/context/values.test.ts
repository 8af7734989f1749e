import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";

describe("context_get", () => {
  const { call } = onSeededStore("context_get");

  it("answers the value itself", async () => {
    expect(await call({ dotpath: "knowledge.tech-stack" })).toContain("TypeScript");
  });

  it("names the path that has no value", async () => {
    await expect(call({ dotpath: "a.b" })).rejects.toThrow("No value at 'a.b'");
  });
});

describe("context_set", () => {
  const { call } = onSeededStore("context_set");

  it("answers the path", async () => {
    expect(await call({ dotpath: "state.current_task", value: "x" })).toEqual({
      status: "ok",
      dotpath: "state.current_task",
    });
  });

  it("refuses the manifest", async () => {
    await expect(call({ dotpath: "manifest.project.id", value: "x" })).rejects.toThrow(
      "Cannot set values in section 'manifest'",
    );
  });
});

describe("context_update_state", () => {
  const { call } = onSeededStore("context_update_state");

  it("leaves omitted fields as they are, and clears blockers with an empty string", async () => {
    await call({ current_task: "A", blockers: "x, y" });
    expect(await call({ current_task: "B" })).toMatchObject({ status: "ok", current_task: "B", blockers: ["x", "y"] });
    expect(await call({ blockers: "" })).toMatchObject({ current_task: "B", blockers: [] });
  });
});

describe("context_append_session", () => {
  const { app, call } = onSeededStore("context_append_session");

  it("records the caller when no agent is named", async () => {
    await call({ summary: "Done", knowledge_added: " a, ,b " });
    const project = await app().context.open(app().call);
    expect(await project.history.recent(1)).toMatchObject([
      { agent: "test", summary: "Done", knowledge_added: ["a", "b"] },
    ]);
  });
});
