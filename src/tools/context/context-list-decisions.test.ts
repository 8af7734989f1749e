import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextListDecisions } from "./context-list-decisions.js";

describe("context_list_decisions", () => {
  const { call } = onSeededStore(contextListDecisions);

  it("answers id, title, status and scope", async () => {
    expect(await call()).toEqual([{ id: 1, title: "Use SQLite", status: "accepted", scope: "public" }]);
  });
});
