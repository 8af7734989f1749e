import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWordPieceTokenizer } from "./wordpiece-tokenizer.js";

const known = ["pool", "##s", "time", "##out", "(", ")", "日", "本", "cafe", "σ", "[SEP]"];
const vocabulary = [...Array.from({ length: 200 }, (_, i) => `[unused${i}]`), ...known];
const tokenize = createWordPieceTokenizer(vocabulary, 8);
const inside = (text: string) =>
  tokenize(text)
    .slice(1, -1)
    .map((number) => vocabulary[number]?.replace("[unused100]", "?"));

describe("word pieces", () => {
  it("are the longest known beginnings and continuations, between a begin and an end", () => {
    expect(inside("Pools (TIMEOUT)")).toEqual(["pool", "##s", "(", "time", "##out", ")"]);
    expect(tokenize("")).toEqual([101, 102]);
  });

  it("are unknown as a whole where a part of the word is, or the word is longer than any", () => {
    expect(inside("poolx pool")).toEqual(["?", "pool"]);
    expect(inside("pool".repeat(30))).toEqual(["?"]);
  });

  it("know no accents, no signs without width, and take Chinese characters one by one", () => {
    expect(inside("CAFÉ cafe\u0301 ca\u200bfe\ue000")).toEqual(["cafe", "cafe", "cafe"]);
    expect(inside("日本日")).toEqual(["日", "本", "日"]);
    expect(inside("Σ")).toEqual(["σ"]);
  });

  it("have the model's own signs as such", () => {
    expect(inside("pool[SEP]time [sep]")).toEqual(["pool", "[SEP]", "time", "?", "?", "?"]);
  });

  it("are never more than asked for, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const pieces = tokenize(text);
        expect(pieces.length).toBeLessThanOrEqual(8);
        expect([pieces[0], pieces.at(-1)]).toEqual([101, 102]);
        expect(pieces.every((number) => vocabulary[number] !== undefined)).toBe(true);
      }),
    );
  });
});
