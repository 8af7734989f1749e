import { describe, expect, it } from "vitest";
import { symbolText } from "./symbol-text.js";

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
