import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { toolNamed } from "../../../test/support/tool-named.js";
import { search } from "../../commands/search.js";

describe("indexContext", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp();
    await toolNamed("context_add_knowledge").run(
      { key: "stack", content: "We speak gRPC between services.", scope: "" },
      app,
    );
  });
  afterEach(() => app.remove());

  const find = async (query: string) => {
    const input = search.input.parse({ query, wordsOnly: true });
    return (await search.run(input, app)).hits.map(({ document }) => `${document.kind} ${document.title}`);
  };

  it("makes team context available to search", async () => {
    const decision = {
      title: "Use PostgreSQL",
      context: "",
      decision: "For its transactions.",
      consequences: "",
      scope: "",
    };
    await toolNamed("context_record_decision").run(decision, app);
    expect(await find("grpc services")).toEqual(["knowledge stack"]);
    expect(await find("postgresql transactions")).toEqual(["decision 0001-use-postgresql"]);
  });

  it("picks up edits by hand, and removes deleted entries", async () => {
    expect(await find("grpc")).toHaveLength(1);
    const file = join(app.folder, ".context-teleport", "knowledge", "stack.md");
    await writeFile(file, "We speak REST between services.");
    expect([await find("grpc"), await find("rest services")]).toEqual([[], ["knowledge stack"]]);
    await rm(file);
    expect(await find("rest services")).toEqual([]);
  });

  it("does nothing outside a project", async () => {
    const outside = { ...app, call: { ...app.call, folder: "/" } };
    await expect(app.indexContext(outside.call)).resolves.toBeUndefined();
  });
});
