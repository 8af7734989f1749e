import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextAddKnowledge } from "./context-add-knowledge.js";

describe("context_add_knowledge", () => {
  const { app, call } = onSeededStore(contextAddKnowledge);

  it("answers the key it is kept under", async () => {
    expect(await call({ key: "My Topic!", content: "x" })).toEqual({ status: "ok", key: "my-topic", scope: "public" });
  });

  it("keeps the scope an entry has", async () => {
    await call({ key: "plan", content: "x", scope: "Private" });
    expect(await call({ key: "plan", content: "y" })).toMatchObject({ scope: "private" });
  });

  it("writes nothing under a scope it does not know", async () => {
    await expect(call({ key: "leak", content: "x", scope: "secret" })).rejects.toThrow(
      "Invalid scope 'secret'. Use public, private, or ephemeral.",
    );
    const project = await app().context.open(app().call);
    expect(await project.knowledge.read("leak")).toBeUndefined();
  });
});
