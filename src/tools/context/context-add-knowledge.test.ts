import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextAddKnowledge } from "./context-add-knowledge.js";

describe("context_add_knowledge", () => {
  const { app, call } = onSeededStore(contextAddKnowledge);

  it("answers the key under which it is stored", async () => {
    expect(await call({ key: "My Topic!", content: "x" })).toEqual({ status: "ok", key: "my-topic", scope: "public" });
  });

  it("keeps the scope of an existing entry", async () => {
    await call({ key: "plan", content: "x", scope: "Private" });
    expect(await call({ key: "plan", content: "y" })).toMatchObject({ scope: "private" });
  });

  it("writes nothing for an unknown scope", async () => {
    await expect(call({ key: "leak", content: "x", scope: "secret" })).rejects.toThrow(
      "Invalid scope 'secret'. Use public, private, or ephemeral.",
    );
    const project = await app().context.open(app().call);
    expect(await project.knowledge.read("leak")).toBeUndefined();
  });

  it("accepts keys that look random, and refuses one that is a token", async () => {
    expect(await call({ key: "k8s-v1.29.3-EKS-upgrade", content: "one" })).toMatchObject({
      key: "k8s-v1-29-3-eks-upgrade",
    });
    expect(await call({ key: "PROJ-1A2B3C-Payments", content: "two" })).toMatchObject({ key: "proj-1a2b3c-payments" });
    const project = await app().context.open(app().call);
    expect((await project.knowledge.read("k8s-v1.29.3-EKS-upgrade"))?.content).toBe("one");
    expect((await project.knowledge.read("PROJ-1A2B3C-Payments"))?.content).toBe("two");
    const token = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3eF6"}`;
    await expect(call({ key: token, content: "x" })).rejects.toThrow("key looks like a secret");
    expect(await project.knowledge.read("redacted")).toBeUndefined();
  });
});
