import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Product } from "../support/product.js";
import { root } from "../support/sources.js";

/** Databases as earlier versions wrote them, each with a memory and a project. One is added with every release. */
const folder = join(root, "test", "fixtures", "databases");

describe.each(readdirSync(folder))("the database %s", (name) => {
  let product: Product;
  beforeEach(() => {
    product = new Product();
    mkdirSync(product.home, { recursive: true, mode: 0o700 });
    writeFileSync(join(product.home, "throughline.db"), gunzipSync(readFileSync(join(folder, name))), { mode: 0o600 });
  });
  afterEach(() => product.remove());

  it("is migrated without loss", () => {
    const searchResults = product.run(["memory", "search", "flaky", "--project-id", "shop", "--json"]);
    expect(JSON.parse(searchResults.stdout)).toMatchObject({
      count: 1,
      memories: [{ title: "Pin the port in tests" }],
    });
    const projects = JSON.parse(product.run(["project", "list", "--json"]).stdout);
    expect(projects).toMatchObject({
      count: 1,
      activeProject: "shop",
      projects: [{ description: "The web shop", repoCount: 1 }],
    });
    expect(product.run(["doctor"]).stdout).toContain("database: intact");
  });
});
