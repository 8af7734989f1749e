import { describe, expect, it } from "vitest";
import { hashEmbedder } from "../../../test/support/hash-embedder.js";
import { aNote, someNotes as notes, searchStore } from "../../../test/support/search-store.js";
import { AppError } from "../../base/errors.js";
import type { Embedder } from "../../engine/embedder.js";

const { searchOver, searchWith } = searchStore();
const unitVector = new Float32Array(64).fill(0.125);

describe("find, by meaning", () => {
  it("falls back to keywords with a notice when the model cannot be used", async () => {
    const broken: Embedder = {
      ...hashEmbedder(),
      embed: async () => {
        throw new AppError("unavailable", "The weights are damaged.");
      },
    };
    await searchOver(notes, hashEmbedder());
    const { ask } = await searchOver([]);
    expect(await ask("pool")).toMatchObject({ meaning: "off" });
    const answer = await searchWith(broken).find({ tenant: "t", query: "connection pool" });
    expect(answer).toMatchObject({ meaning: "unavailable", notice: expect.stringContaining("damaged") });
    expect(answer.hits[0]?.document.id).toBe("pool");
  });

  it("does not compare vectors of another model", async () => {
    await searchOver(notes, hashEmbedder("old", 32));
    expect(await searchWith(hashEmbedder("new", 64)).find({ tenant: "t", query: "pool" })).toMatchObject({
      meaning: "empty",
    });
  });

  it("does not wait for a model that is being loaded", async () => {
    await searchOver(notes, hashEmbedder());
    const slow: Embedder = { ...hashEmbedder(), embed: () => new Promise(() => {}) };
    const answer = await searchWith(slow).find({ tenant: "t", query: "pool", waitMs: 1 });
    expect(answer).toMatchObject({ meaning: "warming", hits: [{ document: { id: "pool" } }] });
  });

  it("uses static embeddings with a notice when the model is late or broken", async () => {
    const embedder = hashEmbedder();
    await searchOver(notes, embedder);
    const [nearVector] = await embedder.embed([notes[2]?.body ?? ""]);
    const answerWith = (embed: Embedder["embed"]) =>
      searchWith({ ...embedder, embed, embedStatic: () => nearVector }).find({
        tenant: "t",
        query: "quarterly budget",
        waitMs: 1,
        explain: true,
      });
    const late = await answerWith(() => new Promise(() => {}));
    const why = { similarity: expect.closeTo(1, 1) };
    expect(late.meaning).toBe("rough");
    expect(late.hits[0]).toMatchObject({ document: { id: "sort" }, why });
    expect(late.notice).toContain("approximate embeddings");
    const broken = await answerWith(() => Promise.reject(new AppError("unavailable", "The weights are damaged.")));
    expect(broken.meaning).toBe("rough");
    expect(broken.hits[0]).toMatchObject({ document: { id: "sort" } });
    expect(broken.notice).toContain("damaged");
  });

  it("prefers, of equally similar texts, the one whose tokens match", async () => {
    const garden = aNote("garden", "Ana painted her garden blue.");
    const wife = aNote("wife", "Ben and his wife painted nothing.");
    const codeOf = (text: string) => new Uint8Array(16).fill(text.includes("wife") ? 255 : 0);
    const tokens = {
      embed: async (texts: readonly string[]) =>
        texts.map((text) => ({ vector: unitVector, codes: codeOf(text), tokens: new Float32Array(128).fill(0.1) })),
      score: (_: Float32Array, documents: readonly Uint8Array[]) => documents.map(([first = 0]) => first / 255),
    };
    const { ask, ids } = await searchOver([wife, garden], { ...hashEmbedder(), tokens });
    expect((await ids("husband"))[0]).toBe("wife");
    const [hit] = (await ask("husband", { explain: true })).hits;
    expect(hit?.why).toMatchObject({ maxSim: 1, parts: { maxSim: expect.any(Number), keywords: 0 } });
    expect((await ask("husband", { meaning: false })).hits).toEqual([]);
  });

  it("expects more of the best of many passages than of the best of as many documents", async () => {
    const same: Embedder = { ...hashEmbedder(), embed: async (texts) => texts.map(() => unitVector) };
    const bestOf = async (body: string) => {
      const many = Array.from({ length: 60 }, (_, i) => aNote(`n${i}`, `Entry ${i}. ${body}`));
      const { ask } = await searchOver(many, same);
      return (await ask("quarterly budget")).hits[0]?.score ?? 0;
    };
    const ofDocuments = await bestOf("Nothing.");
    expect(await bestOf("Nothing of interest was found. ".repeat(200))).toBeLessThan(ofDocuments);
  });

  it("has no answer in a large store that shares only a rare word with the question, unless it is a name", async () => {
    const many = Array.from({ length: 1100 }, (_, i) => aNote(`n${i}`, `Entry ${i} of the usual log.`));
    const rare = aNote("rare", "The walrus release failed with ERR_QX7731 in staging.");
    const otherVector = unitVector.map((value, i) => (i % 2 === 0 ? value : -value));
    const embed: Embedder["embed"] = async (texts) =>
      texts.map((text) => (text.includes("birthday") ? otherVector : unitVector));
    const { ids } = await searchOver([...many, rare], { ...hashEmbedder(), embed });
    expect(await ids("which birthday cake recipe would a walrus enjoy at breakfast")).toEqual([]);
    expect(await ids("which birthday cake recipe would ERR_QX7731 enjoy at breakfast")).toEqual(["rare"]);
    expect(await ids("walrus release")).toContain("rare");
  });

  it("expects a better match of a large store than of the part of it that a filter leaves", async () => {
    const many = Array.from({ length: 1600 }, (_, i) => aNote(`n${i}`, `Entry ${i} of the usual log.`));
    const { ask } = await searchOver(many, hashEmbedder());
    const scoreWith = async (filter: object) => (await ask("usual log", filter)).hits[0]?.score ?? 0;
    expect(await scoreWith({ project: many[0]?.project })).toBeGreaterThan(await scoreWith({}));
  });

  it("uses keywords for a query that the model cannot read", async () => {
    const { ask } = await searchOver(notes, { ...hashEmbedder(), canRead: () => false });
    expect(await ask("connection pool")).toMatchObject({ meaning: "off", hits: [{ document: { id: "pool" } }] });
  });

  it("does not wait for vectors that are still being loaded", async () => {
    const embedder = hashEmbedder();
    await searchOver(notes, embedder);
    const neverLoading = { codesAfter: () => new Promise<never>(() => {}), blocks: undefined };
    const search = searchWith({ ...embedder, embedStatic: () => unitVector }, neverLoading);
    expect(await search.find({ tenant: "t", query: "pool", waitMs: 1 })).toMatchObject({ meaning: "warming" });
  });
});
