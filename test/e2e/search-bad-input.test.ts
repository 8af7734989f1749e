import { cpSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainScript, Product } from "../support/product.js";
import { root } from "../support/sources.js";

const product = new Product();
beforeAll(() => {
  const content = "The connection pool was exhausted because sessions leaked.";
  product.run(["memory", "record", "Pool", content, "--project-id", "p", "--outcome", "success"]);
  expect(product.run(["reindex", "--meaning"]).status).toBe(0);
});
afterAll(() => product.remove());

const search = (query: string, env: NodeJS.ProcessEnv = {}, script = mainScript) => {
  const { status, stdout, stderr } = product.run(["search", "-", "--json"], { env, input: query, script });
  return { status, stderr, answer: JSON.parse(stdout) as { hits: unknown[]; meaning: string; notice?: string } };
};

describe("search with bad input or a damaged model", () => {
  it("uses embeddings when nothing is wrong", () => {
    expect(search("pool exhausted")).toMatchObject({ status: 0, answer: { meaning: "used" } });
  });

  it("embeds new documents first when no server is running", () => {
    const fresh = new Product();
    const content = "Health insurance also covers the wife or husband of an employee.";
    fresh.run(["memory", "record", "Cover", content, "--project-id", "p", "--outcome", "success"]);
    const { stdout } = fresh.run(["search", "who pays when a spouse is ill?", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ meaning: "used", hits: [{ document: { title: "Cover" } }] });
    fresh.remove();
  });

  it("accepts a megabyte on standard input", () => {
    const { status, answer } = search("connection pool exhausted\n".repeat(40_000));
    expect(status).toBe(0);
    expect(answer.hits).toHaveLength(1);
  });

  it("names the limit that is out of range", () => {
    const { status, stderr } = product.run(["search", "pool", "--limit", "0"]);
    expect(status).toBe(2);
    expect(stderr).toContain("limit");
  });

  it("uses keywords only if all vectors are of another model, and says so", () => {
    const other = { THROUGHLINE_SEARCH_MODEL: "endpoint", THROUGHLINE_SEARCH_ENDPOINT: "http://127.0.0.1:9/v1" };
    const { status, answer } = search("pool exhausted", other);
    expect(status).toBe(0);
    expect(answer.hits).toHaveLength(1);
    expect(answer).toMatchObject({ meaning: "empty", notice: expect.stringContaining("by keywords only") });
  });

  it("uses approximate embeddings when the model's files are damaged, and says so", () => {
    const { status, answer } = search("pool exhausted", {}, installedWithDamagedModel("damaged"));
    expect(status).toBe(0);
    expect(answer.hits).toHaveLength(1);
    expect(answer).toMatchObject({ meaning: "rough", notice: expect.stringContaining("approximate embeddings") });
  });

  it("uses keywords only when the static embeddings are damaged too, and says so", () => {
    const program = installedWithDamagedModel("damaged-too");
    writeFileSync(join(dirname(program), "minilm-table.bin"), "no table");
    const { status, answer } = search("pool exhausted", {}, program);
    expect(status).toBe(0);
    expect(answer.hits).toHaveLength(1);
    expect(answer).toMatchObject({ meaning: "unavailable", notice: expect.stringContaining("by keywords only") });
  });
});

/** The built product with intact packages, except for the model's weights. */
function installedWithDamagedModel(name: string): string {
  const folder = join(product.folder, name);
  cpSync(dirname(mainScript), join(folder, "dist"), { recursive: true });
  symlinkSync(realpathSync(join(root, "node_modules")), join(folder, "node_modules"));
  writeFileSync(join(folder, "dist", "minilm.bin"), "not weights");
  return join(folder, "dist", "main.js");
}
