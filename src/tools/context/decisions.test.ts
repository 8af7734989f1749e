import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { verifyEntry } from "../../domain/context/entry-facts.js";

describe("context_record_decision", () => {
  const { call } = onSeededStore("context_record_decision");

  it("assigns the next number", async () => {
    expect(await call({ title: "Adopt gRPC" })).toMatchObject({ status: "ok", id: 2, title: "Adopt gRPC" });
  });

  it("requires a title", async () => {
    await expect(call({ title: " " })).rejects.toThrow("A decision needs a title.");
  });
});

describe("context_get_decision", () => {
  const { call } = onSeededStore("context_get_decision");

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

describe("context_list_decisions", () => {
  const { call, app } = onSeededStore("context_list_decisions");

  it("answers id, title, status and scope", async () => {
    expect(await call()).toMatchObject([{ id: 1, title: "Use SQLite", status: "accepted", scope: "public" }]);
  });

  it("answers owner and last verification", async () => {
    const project = await app().context.open(app().call);
    const { verified_at } = await verifyEntry(project, { entryType: "decision", key: "1", owner: "ada" });
    expect(await call()).toMatchObject([{ id: 1, owner: "ada", verified_at }]);
  });
});

describe("context_update_decision", () => {
  const { app, call } = onSeededStore("context_update_decision");

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
