import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEndpoint } from "../../src/engine/endpoint-embedder/open-endpoint.js";
import { findModel } from "../../src/engine/minilm-embedder/find-model.js";
import { openMiniLm } from "../../src/engine/minilm-embedder/open-minilm.js";

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  [...(a ?? [])].reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0);

describe("the model in the package", () => {
  it("puts texts of one meaning closer than others, and comes back after a rest", async () => {
    const embedder = openMiniLm({ idleMs: 1 });
    const [login, signIn, bread] = await embedder.embed(["the login fails", "users cannot sign in", "bake the bread"]);
    expect(cosine(login, signIn)).toBeGreaterThan(cosine(login, bread) + 0.2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const [again] = await embedder.embed(["the login fails"]);
    expect(cosine(login, again)).toBeCloseTo(1, 4);
    const [empty, half] = await embedder.embed(["", "\ud800 half a character"]);
    expect([empty?.length, half?.length]).toEqual([384, 384]);
    await embedder.close();
  });

  it("refuses weights that are damaged or missing, as something that may pass", async () => {
    const folder = await mkdtemp(join(tmpdir(), "throughline-model-"));
    const files = findModel();
    await copyFile(files.config.path, join(folder, "config.json"));
    await writeFile(join(folder, "weights"), "not weights");
    const damaged = { ...files, weights: { ...files.weights, path: join(folder, "weights") } };
    const missing = { ...files, weights: { ...files.weights, path: join(folder, "nothing") } };
    for (const broken of [damaged, missing]) {
      const embedder = openMiniLm({ files: () => broken });
      await expect(embedder.embed(["x"])).rejects.toMatchObject({ problem: "unavailable" });
    }
    await rm(folder, { recursive: true });
  });

  it("says which package is missing", () => {
    expect(() => findModel(join(tmpdir()))).toThrow(/@lat.md\/embed is not installed/);
  });
});

describe("an endpoint", () => {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { input } = JSON.parse(body) as { input: string[] };
      seen.push(request.headers.authorization, input);
      response.statusCode = input[0] === "fail" ? 500 : 200;
      response.end(JSON.stringify({ data: input.map(() => ({ embedding: [3, 4] })) }));
    });
  });
  let url = "";
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/embeddings`;
  });
  afterAll(() => server.close());

  it("gives vectors of length one and gets the key", async () => {
    const embedder = openEndpoint({ url, model: "m", dimensions: 2, key: "k" });
    const [vector] = await embedder.embed(["a"]);
    expect([...(vector ?? [])].map((value) => Number(value.toFixed(2)))).toEqual([0.6, 0.8]);
    expect(seen).toEqual(["Bearer k", ["a"]]);
  });

  it("fails as unavailable when it answers with an error, another size or not at all", async () => {
    const unavailable = { problem: "unavailable" };
    await expect(openEndpoint({ url, model: "m", dimensions: 2, key: "" }).embed(["fail"])).rejects.toMatchObject(
      unavailable,
    );
    await expect(openEndpoint({ url, model: "m", dimensions: 3, key: "" }).embed(["a"])).rejects.toMatchObject(
      unavailable,
    );
    const nowhere = openEndpoint({ url: "http://127.0.0.1:9/v1", model: "m", dimensions: 3, key: "" });
    await expect(nowhere.embed(["a"])).rejects.toMatchObject(unavailable);
  });
});
