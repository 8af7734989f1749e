import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { verifyEntry } from "../../domain/context/entry-facts.js";
import { contextListDecisions } from "./context-list-decisions.js";

describe("context_list_decisions", () => {
  const { call, app } = onSeededStore(contextListDecisions);

  it("answers id, title, status and scope", async () => {
    expect(await call()).toMatchObject([{ id: 1, title: "Use SQLite", status: "accepted", scope: "public" }]);
  });

  it("answers owner and last verification", async () => {
    const project = await app().context.open(app().call);
    const { verified_at } = await verifyEntry(project, { entryType: "decision", key: "1", owner: "ada" });
    expect(await call()).toMatchObject([{ id: 1, owner: "ada", verified_at }]);
  });
});
