import { describe, expect, it } from "vitest";
import { openMiniLm, tablesIn } from "./open-minilm.js";

describe("the tables shipped with the model", () => {
  const embedder = openMiniLm(tablesIn(import.meta.dirname));

  it("include static embeddings with the expected checksum", () => {
    expect(embedder.embedStatic?.("a connection pool")?.length).toBe(384);
  });

  it("include related terms with the expected checksum", () => {
    expect(embedder.relatedTerms?.()?.idOf("latenc")).toBeTypeOf("number");
  });
});
