import { describe, expect, it } from "vitest";
import { rankTexts } from "./rank-texts.js";

const rank = (query: string, texts: string[]) => rankTexts(query, texts, (text) => text).map(({ item }) => item);

describe("rankTexts", () => {
  it("finds word forms, in any order", () => {
    expect(rank("exhausting pools", ["the pool was exhausted", "rate limits"])).toEqual(["the pool was exhausted"]);
  });

  it("prefers the text with the rarer word", () => {
    const texts = ["tests run", "tests pass", "tests leak descriptors"];
    expect(rank("tests descriptors", texts)[0]).toBe("tests leak descriptors");
  });

  it("finds nothing for a query of stop words only", () => {
    expect(rank("the of and", ["the of and"])).toEqual([]);
  });

  it("scores between 0 and 1", () => {
    const [best] = rankTexts("pool timeout", ["pool timeout", "pool"], (text) => text);
    expect(best?.score).toBeCloseTo(1);
  });

  it("prefers a person's words in a conversation to a program's", () => {
    const byProgram = "user: what should I learn?\nassistant: the cello perhaps.";
    const byPerson = "user: I learn the cello now.\nassistant: what a good choice.";
    expect(rankTexts("cello", [byProgram, byPerson], (text) => text).map(({ item }) => item)).toEqual([
      byPerson,
      byProgram,
    ]);
  });
});
