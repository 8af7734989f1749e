import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextAppendSession } from "./context-append-session.js";

describe("context_append_session", () => {
  const { app, call } = onSeededStore(contextAppendSession);

  it("records the caller when no agent is named", async () => {
    await call({ summary: "Done", knowledge_added: " a, ,b " });
    const project = await app().context.open(app().call);
    expect(await project.history.recent(1)).toMatchObject([
      { agent: "test", summary: "Done", knowledge_added: ["a", "b"] },
    ]);
  });
});
