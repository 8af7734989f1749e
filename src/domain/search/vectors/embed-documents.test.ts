import { describe, expect, it } from "vitest";
import { selectTokens, symbolText } from "./embed-documents.js";

describe("symbolText", () => {
  it.each([
    ["Pool.openAll", "openAll() {}", "open All Pool open All"],
    ["parse_HTTPRequest", "fn parse() {}", "parse HTTP Request parse HTTP Request"],
    [
      "open",
      "/**\n * Opens the pool.\n * Waits for it.\n * @param limit At most.\n */\nexport function open(limit) {}",
      "open open Opens the pool. Waits for it.",
    ],
    ["open", "/// Opens the pool.\n#[inline]\nfn open() {\n  // Not this.\n}", "open open Opens the pool."],
    ["open", "# Opens the pool.\ndef open\nend", "open open Opens the pool."],
    [
      "open",
      '@cached\ndef open(\n    limit,\n):\n    """Opens the pool.\n\n    :param limit: At most.\n    """\n    pass',
      "open open Opens the pool.",
    ],
    ["open", 'def open():\n    pass\n\n\nx = """Not this."""', "open open"],
  ])("%s", (title, body, text) => {
    expect(symbolText({ title, body })).toBe(text);
  });

  it("is empty without a symbol", () => {
    expect(symbolText({ title: "", body: "import x" })).toBe("");
  });
});

/** Tokens with the given lengths; the code of each is its number. */
const passage = (first: number, lengths: readonly number[]) => ({
  vector: new Float32Array(),
  codes: Uint8Array.from(lengths.flatMap((_, i) => new Array<number>(16).fill(first + i))),
  tokens: Float32Array.from(lengths.flatMap((length) => [length, 0])),
});
const codesIn = (tokens: Uint8Array | undefined) => [...(tokens ?? [])].filter((_, i) => i % 16 === 0);

describe("selectTokens", () => {
  it("keeps all tokens of a short document", () => {
    expect(codesIn(selectTokens([passage(1, [0.5, 0.5]), passage(9, [1])]))).toEqual([1, 2, 9]);
    expect(selectTokens([])).toBeUndefined();
  });

  it("keeps the most important ones of a long document, in their order", () => {
    const long = passage(
      0,
      Array.from({ length: 300 }, (_, i) => (i < 50 ? 0.001 : 0.003)),
    );
    const kept = codesIn(selectTokens([long]));
    expect(kept).toHaveLength(256);
    expect(kept.slice(0, 8)).toEqual([0, 1, 2, 3, 4, 5, 50, 51]);
  });
});
