import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { collectSiblingContext } from "../../domain/bridge/sibling-context.js";
import { codeEntries } from "./assemble-context.js";

describe("codeEntries", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp();
    await writeFile(
      join(app.folder, "pool.ts"),
      "export function openConnectionPool(limit: number) {\n  return { limit };\n}\n",
    );
  });
  afterEach(() => app.remove());

  it("returns nothing for a repository that was never indexed", async () => {
    expect(await codeEntries(app.code, app.call, app.folder, "connection pool")).toEqual([]);
  });

  it("returns the chunks of code that match a sibling's question", async () => {
    const everything = { include: ["*"], exclude: [], maxFileSize: 1_048_576 };
    await app.code.index(app.call, { path: app.folder, ...everything });
    const repository = (name: string, path: string) => ({
      name,
      path,
      description: "",
      createdAt: "",
      project: "shop",
    });
    const material = await collectSiblingContext(
      ...([app.call, "how is the connection pool opened", repository("web", "/elsewhere")] as const),
      [repository("web", "/elsewhere"), repository("api", app.folder)],
      (call, folder, query) => codeEntries(app.code, call, folder, query),
    );
    expect(material).toMatchObject([
      { source: "api: pool.ts:1-3", text: expect.stringContaining("openConnectionPool") },
    ]);
  });
});
