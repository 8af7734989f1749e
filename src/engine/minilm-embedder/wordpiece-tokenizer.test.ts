import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createWordPieceTokenizer } from "./wordpiece-tokenizer.js";

const pieces = ["pool", "##s", "time", "##out", "(", ")", "日", "本", "cafe", "σ", "[SEP]"];
const vocabulary = [...Array.from({ length: 200 }, (_, i) => `[unused${i}]`), ...pieces];
const tokenize = createWordPieceTokenizer(vocabulary, 8);
const piecesOf = (text: string) =>
  tokenize(text)
    .slice(1, -1)
    .map((number) => vocabulary[number]?.replace("[unused100]", "?"));

describe("word pieces", () => {
  it("are the longest known prefixes and continuations, between begin and end token", () => {
    expect(piecesOf("Pools (TIMEOUT)")).toEqual(["pool", "##s", "(", "time", "##out", ")"]);
    expect(tokenize("")).toEqual([101, 102]);
  });

  it("are one unknown token when a part of the word is unknown or the word is too long", () => {
    expect(piecesOf("poolx pool")).toEqual(["?", "pool"]);
    expect(piecesOf("pool".repeat(30))).toEqual(["?"]);
  });

  it("ignore accents and zero-width characters, and split Chinese characters", () => {
    expect(piecesOf("CAFÉ cafe\u0301 ca\u200bfe\ue000")).toEqual(["cafe", "cafe", "cafe"]);
    expect(piecesOf("日本日")).toEqual(["日", "本", "日"]);
    expect(piecesOf("Σ")).toEqual(["σ"]);
  });

  it("keep the model's special tokens", () => {
    expect(piecesOf("pool[SEP]time [sep]")).toEqual(["pool", "[SEP]", "time", "?", "?", "?"]);
  });

  it("are never more than the maximum, whatever the text", () => {
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
