import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeModel } from "../../scripts/model/make-model.js";
import { openEndpoint } from "../../src/engine/endpoint-embedder/open-endpoint.js";
import { openMiniLm } from "../../src/engine/minilm-embedder/open-minilm.js";
import { openLibrary, openOriginal } from "../support/library-model.js";
import { searchStore, someNotes } from "../support/search-store.js";

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  [...(a ?? [])].reduce((sum, value, i) => sum + value * (b?.[i] ?? 0), 0);

/** Languages, code, symbols and lengths on which two tokenizers may differ. */
const texts = [
  "",
  " \n\t ",
  "x",
  "the login fails",
  "TypeError: Cannot read properties of undefined (reading 'map') at /src/app.ts:12:34",
  "const f = (a: number): string[] => [`a`, String(a)]; // комментарий",
  "def area(r):\n\treturn 3.14 * r ** 2  # v8.12.1, 0xdeadbeef\n",
  "日本語のテキスト検索 ｶﾀｶﾅ カタカナ がぎぐ",
  "数据库连接池超时 𠀀𠀁",
  "한국어 문장입니다",
  "मानक हिन्दी ไทยภาษา עברית שלום العربية نص",
  "🚀🔥 deploy failed 👩‍👩‍👧 🏳️‍🌈",
  "naïve café résumé Ångström İstanbul ß ﬁ ½ ²",
  "ΑΣ Σ ΌΔΟΣ",
  "a\x0cb\x0bc\x85d\x00e \ue000private \u200bzero\u200dwidth\ufeff",
  "[SEP] a [MASK] b [CLS] [PAD][UNK] [sep]",
  "$x+<y>=z^`|~ €£¥ ©® ！ＡＢＣ",
  `${"x".repeat(120)} tail`,
  "the connection pool is empty and every request waits for it. ".repeat(60),
];

/** Our engine and the reference. Opened once: that takes longer than most of the tests. */
const engines = () => {
  opened ??= { own: openOriginal(), reference: openLibrary() };
  return opened;
};
type Engine = ReturnType<typeof openLibrary>;
let opened: { readonly own: Engine; readonly reference: Engine } | undefined;

const files = makeModel();

/** Words with accents, ligatures, the model's special tokens, and characters newer than the reference's Unicode. */
const odd = [
  "cafe\u0301",
  "İ",
  "ß",
  "ﬁ",
  "[SEP]",
  "x.y",
  "\u2e4f",
  "a\u1abfb",
  "a\u0890b",
  "\u{1e95e}",
  "\u{2ebf0}",
  "\u{2a700}",
];

describe("the model in the package", () => {
  it("embeds texts of similar meaning closer together, and reloads after being idle", async () => {
    const resting = new Promise((ended) => process.once("worker", (worker) => worker.once("exit", ended)));
    const embedder = openMiniLm({ ...files, idleMs: 1 });
    const [login, signIn, bread] = await embedder.embed(["the login fails", "users cannot sign in", "bake the bread"]);
    expect(cosine(login, signIn)).toBeGreaterThan(cosine(login, bread) + 0.2);
    await resting;
    const [again] = await embedder.embed(["the login fails"]);
    expect(cosine(login, again)).toBeCloseTo(1, 4);
    const [empty, half] = await embedder.embed(["", "\ud800 half a character"]);
    expect([empty?.length, half?.length]).toEqual([384, 384]);
    await embedder.close();
  });

  it("reports a damaged or missing file as a temporary failure", async () => {
    const folder = await mkdtemp(join(tmpdir(), "throughline-model-"));
    await writeFile(join(folder, "damaged"), "not weights");
    for (const name of ["damaged", "missing"]) {
      const embedder = openMiniLm({ ...files, encoder: { ...files.encoder, path: join(folder, name) } });
      await expect(embedder.embed(["x"])).rejects.toMatchObject({ problem: "unavailable" });
    }
    await rm(folder, { recursive: true });
  });

  it("answers a question while it embeds in the background", async () => {
    const embedder = openMiniLm(files);
    const order: string[] = [];
    const long = "the connection pool is empty and every request waits for it. ".repeat(30);
    await Promise.all([embedder.embed(["warm"]), embedder.background?.embed(["warm"])]);
    const background = embedder.background
      ?.embed(Array.from({ length: 4 }, () => long))
      .then(() => order.push("background"));
    await embedder.embed(["who waits"]).then(() => order.push("question"));
    await background;
    expect(order).toEqual(["question", "background"]);
    await embedder.close();
  });

  it("tokenizes any characters as the reference does", () => {
    const { own, reference } = engines();
    const mixed = fc.array(fc.oneof(fc.string({ unit: "grapheme", maxLength: 4 }), fc.constantFrom(" ", ...odd)));
    const some = fc.oneof(
      fc.string({ unit: "binary", maxLength: 40 }),
      mixed.map((parts) => parts.join("")),
    );
    // Fixed seed, so that every run compares the same texts.
    for (const sample of fc.sample(some, { numRuns: 150, seed: 8 })) {
      const text = Buffer.from(sample).toString();
      expect(cosine(own([text])[0], reference([text])[0]), text).toBeGreaterThan(0.99);
    }
  });

  it("produces the reference engine's vectors in any batch", () => {
    const { own, reference } = engines();
    const together = own(texts);
    for (const [i, vector] of reference(texts).entries()) {
      expect(cosine(together[i], vector), texts[i]).toBeGreaterThan(0.99);
      expect(own([texts[i] ?? ""])).toEqual([together[i]]);
    }
  });
});

describe("the adapter in the package", () => {
  const { searchOver } = searchStore();

  it("finds one of four notes in other words, and nothing for a question about something else", async () => {
    const embedder = openMiniLm(files);
    const { ids } = await searchOver(someNotes, embedder);
    const ask = (query: string) => ids(query, { waitMs: 60_000 });
    expect((await ask("how many requests may a customer send"))[0]).toBe("rate");
    expect((await ask("why don't we upgrade the client library"))[0]).toBe("pin");
    expect((await ask("tests fail on a Mac only"))[0]).toBe("sort");
    for (const query of ["what is the capital of France", "a recipe for apple pie", "which lens for portraits"])
      expect(await ask(query)).toEqual([]);
    await embedder.close();
  });

  it("matches a question token by token with what answers it", async () => {
    const embedder = openMiniLm(files);
    const texts = ["who owns a parrot", "Ines: my parrot talks all day!", "Ines: my bike has a flat tire."];
    const { tokens: matching } = embedder;
    const [question, ...answers] = (await matching?.embed(texts)) ?? [];
    const codes = answers.map((answer) => answer.codes);
    const [parrot = 0, bike = 0] = matching?.score(question?.tokens ?? new Float32Array(), codes) ?? [];
    expect(parrot).toBeGreaterThan(bike + 0.1);
    const [vector] = await embedder.embed(["who owns a parrot"]);
    expect(question?.vector).toEqual(vector);
    await embedder.close();
  });
});

describe("the tables in the package", () => {
  it("approximate the model's results without the model", async () => {
    const embedder = openMiniLm(files);
    const sentences = [
      "the login fails",
      "users cannot sign in",
      "bake the bread",
      "why is the connection pool exhausted?",
    ];
    const vectors = await embedder.embed(sentences);
    const approximations = sentences.map((text) => embedder.embedStatic?.(text));
    const similarities = vectors.map((vector, i) => cosine(approximations[i], vector));
    expect(similarities.reduce((sum, one) => sum + one, 0) / similarities.length).toBeGreaterThan(0.6);
    expect(cosine(approximations[0], vectors[1])).toBeGreaterThan(cosine(approximations[0], vectors[2]) + 0.1);
    await embedder.close();
  });

  it("return nothing when they are missing or damaged", async () => {
    const folder = await mkdtemp(join(tmpdir(), "throughline-table-"));
    await writeFile(join(folder, "damaged"), "no table");
    for (const name of ["missing", "damaged"]) {
      const embedder = openMiniLm({ ...files, table: { ...files.table, path: join(folder, name) } });
      expect(embedder.embedStatic?.("the login fails")).toBeUndefined();
    }
    await rm(folder, { recursive: true });
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

  it("returns unit vectors and receives the key", async () => {
    const embedder = openEndpoint({ url, model: "m", dimensions: 2, key: "k" });
    const [vector] = await embedder.embed(["a"]);
    expect([...(vector ?? [])].map((value) => Number(value.toFixed(2)))).toEqual([0.6, 0.8]);
    expect(seen).toEqual(["Bearer k", ["a"]]);
  });

  it("fails as unavailable when it answers with an error, another dimension or not at all", async () => {
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
