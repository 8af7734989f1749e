import { describe, expect, it } from "vitest";
import { aNote, searchStore } from "../../../../test/support/search-store.js";
import { openSearchIndex } from "../../../store/search/search-index.js";
import { parseQuery } from "./parse-query.js";
import { weightTerms } from "./weight-terms.js";

const { sql, searchOver } = searchStore();

describe("weightTerms", () => {
  it("gives a correction the frequency of the word it was corrected to", async () => {
    const documents = Array.from({ length: 8 }, (_, i) => aNote(`n${i}`, i === 0 ? "a walrus" : "the connection"));
    await searchOver(documents);
    const idfOf = async (query: string) => {
      const { terms } = parseQuery(query, new Date());
      return (await weightTerms(openSearchIndex(sql()), "t", terms, documents.length))[0]?.idf;
    };
    expect(await idfOf("conection")).toBe(await idfOf("connection"));
    expect(await idfOf("walrus")).toBeGreaterThan((await idfOf("conection")) ?? 0);
    expect(await idfOf("unheard")).toBeGreaterThan((await idfOf("walrus")) ?? 0);
  });
});
