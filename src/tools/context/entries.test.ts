import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";

describe("context_add_knowledge", () => {
  const { app, call } = onSeededStore("context_add_knowledge");

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

describe("context_get_knowledge", () => {
  const { call } = onSeededStore("context_get_knowledge");

  it("answers content, scope and author", async () => {
    expect(await call({ key: "tech-stack" })).toMatchObject({ key: "tech-stack", scope: "public", author: "test" });
  });

  it("names the entry that does not exist", async () => {
    await expect(call({ key: "none" })).rejects.toThrow("Knowledge entry 'none' not found");
  });
});

describe("context_list_knowledge", () => {
  const { call } = onSeededStore("context_list_knowledge");

  it("names entries with scope and size", async () => {
    expect(await call()).toMatchObject([{ key: "tech-stack", scope: "public", bytes: 23, author: expect.any(String) }]);
  });
});

describe("context_remove_knowledge", () => {
  const { call } = onSeededStore("context_remove_knowledge");

  it("says removed, then not found", async () => {
    expect(await call({ key: "tech-stack" })).toEqual({ status: "removed", key: "tech-stack" });
    expect(await call({ key: "tech-stack" })).toEqual({ status: "not_found", key: "tech-stack" });
  });
});

describe("context_add_convention", () => {
  const { app, call } = onSeededStore("context_add_convention");

  it("replaces one of the same key", async () => {
    await call({ key: "git", content: "Rebase." });
    const project = await app().context.open(app().call);
    expect(await project.conventions.list()).toMatchObject([{ key: "git", content: "Rebase." }]);
  });
});

describe("context_get_convention", () => {
  const { call } = onSeededStore("context_get_convention");

  it("answers key and content", async () => {
    expect(await call({ key: "git" })).toEqual({ key: "git", content: "Always use feature branches.\n" });
  });

  it("names the convention that does not exist", async () => {
    await expect(call({ key: "none" })).rejects.toThrow("Convention 'none' not found");
  });
});

describe("context_list_conventions", () => {
  const { call } = onSeededStore("context_list_conventions");

  it("answers them with content and scope", async () => {
    expect(await call()).toMatchObject([{ key: "git", content: "Always use feature branches.\n", scope: "public" }]);
  });
});

describe("context_rm_convention", () => {
  const { call } = onSeededStore("context_rm_convention");

  it("says removed, then not found", async () => {
    expect(await call({ key: "git" })).toMatchObject({ status: "removed" });
    expect(await call({ key: "git" })).toMatchObject({ status: "not_found" });
  });
});
