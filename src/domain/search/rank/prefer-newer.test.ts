import { describe, expect, it } from "vitest";
import { hashEmbedder } from "../../../../test/support/hash-embedder.js";
import { aNote, searchStore } from "../../../../test/support/search-store.js";
import type { Embedder } from "../../../engine/embedder.js";
import type { SentencePair, SentenceReader } from "../../../engine/sentence-reader.js";
import type { SearchDocument } from "../../../store/search/search-document.js";
import { createPairReader } from "./read-pairs.js";

const { searchOver, searchWith } = searchStore();
/** Everything is about the same. */
const sameVector = new Float32Array(64).fill(0.125);
const embedder: Embedder = {
  ...hashEmbedder(),
  embed: async (texts) => texts.map(() => sameVector),
  embedStatic: () => sameVector,
};

function readerThat(replaces: (pair: SentencePair) => number) {
  const asked: SentencePair[] = [];
  const reader: SentenceReader = {
    async replaces(pairs) {
      asked.push(...pairs);
      return pairs.map(replaces);
    },
    classify: async () => [],
    close: async () => {},
  };
  return { asked, reader };
}

const aMemory = (id: string, at: string, title: string, body: string, changes: Partial<SearchDocument> = {}) =>
  aNote(id, body, { kind: "memory", at: `2026-${at}T00:00:00.000Z`, title, ...changes });
const old = aMemory("old", "01-01", "Deploy region", "Production deploys go to us-east-1.");
const newer = aMemory("newer", "06-01", "Frankfurt", "We moved production to eu-central-1.");
const query = "production deploys region";
const always = () => 0.999;

async function idsWith(documents: readonly SearchDocument[], { reader }: { reader: SentenceReader }, asked = query) {
  await searchOver(documents, embedder);
  const { hits } = await searchWith(embedder, {}, reader).find({ tenant: "t", query: asked });
  return hits.map(({ document }) => document.id);
}

describe("two hits that disagree", () => {
  it("come with the newer first, whatever the query is nearer to", async () => {
    expect(
      await idsWith(
        [old, newer],
        readerThat(() => 0.99),
      ),
    ).toEqual(["old", "newer"]);
    const { asked, reader } = readerThat(always);
    expect(await idsWith([old, newer], { reader })).toEqual(["newer", "old"]);
    expect(asked).toEqual([
      {
        old: "Deploy region: Production deploys go to us-east-1.",
        later: "Frankfurt: We moved production to eu-central-1.",
      },
    ]);
  });

  it("are explained, and the older one has half its score", async () => {
    await searchOver([old, newer], embedder);
    const { hits } = await searchWith(embedder, {}, readerThat(always).reader).find({
      tenant: "t",
      query,
      explain: true,
    });
    const [first, second] = hits;
    expect(second?.score).toBeCloseTo((first?.score ?? 0) / 2, 2);
    expect(second?.why?.factors).toMatchObject({ replaced: 0.5 });
  });

  it("are not compared where the newer one is first, or of another project, or of a kind that states nothing", async () => {
    const { asked, reader } = readerThat(always);
    const elsewhere = { ...newer, id: "elsewhere", project: "web" };
    const fix = { ...newer, id: "fix", kind: "remediation" };
    await idsWith([old, elsewhere, fix], { reader });
    await idsWith([{ ...old, at: "2026-12-01T00:00:00.000Z" }, newer], { reader });
    expect(asked).toEqual([]);
  });

  it("are compared by the sentence that is nearest to the query, where they are long", async () => {
    const nearTo = (word: string) => (text: string) => {
      const vector = new Float32Array(64);
      vector.set(text.includes(word) ? [1, 0] : [0.6, 0.8]);
      return vector;
    };
    const chatter = "The build was slow today and the office was loud. ".repeat(8);
    const long = { ...old, kind: "exchange", body: `${chatter}Production deploys go to us-east-1. Lunch was fine.` };
    const { asked, reader } = readerThat(always);
    const near: Embedder = { ...embedder, embedStatic: nearTo("roduction") };
    await searchOver([long, newer], near);
    await searchWith(near, {}, reader).find({ tenant: "t", query });
    expect(asked.map((pair) => pair.old)).toEqual(["Production deploys go to us-east-1."]);
  });

  it("stay as they are while a person types, where no model is used, and where the reader fails or is late", async () => {
    const { asked, reader } = readerThat(always);
    await searchOver([old, newer], embedder);
    const first = async (one: SentenceReader, rest: object = {}) =>
      (await searchWith(embedder, {}, one).find({ tenant: "t", query, ...rest })).hits[0]?.document.id;
    expect(await first(reader, { isTyping: true })).toBe("old");
    expect(await first(reader, { meaning: false })).toBe("old");
    expect(asked).toEqual([]);
    expect(await first({ ...reader, replaces: () => Promise.reject(new Error("The weights are damaged.")) })).toBe(
      "old",
    );
    expect(await first({ ...reader, replaces: () => new Promise(() => {}) }, { waitMs: 20 })).toBe("old");
  });

  it("stay in the answer, whatever it needs at least", async () => {
    await searchOver([old, newer], embedder);
    const ids = async (one: SentenceReader | undefined, minScore: number) =>
      (await searchWith(embedder, {}, one).find({ tenant: "t", query, minScore })).hits.map(
        ({ document }) => document.id,
      );
    const { hits } = await searchWith(embedder).find({ tenant: "t", query });
    const minScore = (hits[1]?.score ?? 0) - 0.01;
    expect(await ids(undefined, minScore)).toEqual(["old", "newer"]);
    expect(await ids(readerThat(always).reader, minScore)).toEqual(["newer", "old"]);
  });

  it("follow a chain to its end, and each loses half once", async () => {
    const last = aMemory("last", "09-01", "Warsaw", "Since the merger production is at eu-east-1.");
    const middle = { ...newer, body: "We moved production deploys to another region." };
    await searchOver([old, middle, last], embedder);
    const { hits } = await searchWith(embedder, {}, readerThat(always).reader).find({ tenant: "t", query });
    expect(hits[0]?.document.id).toBe("last");
    expect(hits.map(({ isOutdated = false }) => isOutdated)).toEqual([false, true, true]);
    const plain = await searchWith(embedder).find({ tenant: "t", query });
    const before = new Map(plain.hits.map(({ document, score }) => [document.id, score]));
    for (const { document, score } of hits.slice(1)) expect(score).toBeCloseTo((before.get(document.id) ?? 0) / 2, 2);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
  });

  it("are not decided by what was rejected, voted down, or has no date", async () => {
    const { asked, reader } = readerThat(always);
    await idsWith([old, { ...newer, scope: "past" }], { reader });
    await idsWith([old, { ...newer, confidence: 0.05 }], { reader });
    await idsWith([{ ...old, at: "1970-01-01T00:00:00.000Z" }, newer], { reader });
    expect(asked).toEqual([]);
  });

  it("may have any length", async () => {
    const lines = { ...old, kind: "exchange", body: `${old.body}\n${"x.\n".repeat(200_000)}` };
    expect(await idsWith([lines, newer], readerThat(always), "production deploys")).toContain("newer");
  });

  it("of one project may be named in different ways", async () => {
    const elsewhere = { ...newer, id: "elsewhere", project: "/work/shop" };
    await searchOver([old, elsewhere], embedder);
    const search = searchWith(embedder, {}, readerThat(always).reader);
    const first = async (rest: object) => (await search.find({ tenant: "t", query, ...rest })).hits[0]?.document.id;
    expect(await first({})).toBe("old");
    expect(await first({ projects: ["shop", "/work/shop"] })).toBe("elsewhere");
  });

  it("are read once", async () => {
    const { asked, reader } = readerThat(always);
    await searchOver([old, newer], embedder);
    const search = searchWith(embedder, {}, reader);
    for (let i = 0; i < 3; i++) await search.find({ tenant: "t", query });
    expect(asked).toHaveLength(1);
  });

  it("are not sent to a reader that failed, or that is busy", async () => {
    let calls = 0;
    const failing = { ...readerThat(always).reader, replaces: () => Promise.reject(new Error(`call ${++calls}`)) };
    await searchOver([old, newer], embedder);
    const search = searchWith(embedder, {}, failing);
    await search.find({ tenant: "t", query });
    await search.find({ tenant: "t", query });
    expect(calls).toBe(1);
    const sent: SentencePair[] = [];
    const busy = createPairReader({
      ...failing,
      replaces: (pairs) => {
        sent.push(...pairs);
        return new Promise(() => {});
      },
    });
    const pairsFrom = (from: number) => [0, 1, 2, 3].map((i) => ({ old: `${from + i}`, later: "x" }));
    for (const from of [0, 0, 4, 8]) expect(await busy(pairsFrom(from), 1)).toEqual([0, 0, 0, 0]);
    expect(sent).toHaveLength(8);
  });
});
