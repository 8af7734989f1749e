import { describe, expect, it } from "vitest";
import { findErrorMentions } from "./error-mentions.js";

const place = (stated: string, path: string, text: string) => {
  const { raised, documents } = findErrorMentions(stated, [{ path, text }]);
  const [found] = [raised, ...documents].filter((one) => one !== undefined);
  return found && `${found.path}:${found.line}`;
};

describe("findErrorMentions", () => {
  it.each([
    ["not enough of pear", "cart.go", 'x := 1\nreturn fmt.Errorf("not enough of %s", item)\n'],
    [
      "Error: order 4711 could not be shipped to Oslo: closed",
      "ship.py",
      '\nraise RuntimeError(f"order {id} could not be shipped to {city}")',
    ],
    ["shop.errors.OutOfStock: pear", "stock.py", "from .errors import OutOfStock\nraise OutOfStock(item)\n"],
  ])("finds where %s is raised, whatever values it has", (stated, path, text) => {
    expect(place(stated, path, text)).toBe(`${path}:2`);
  });

  it("prefers the line that raises to one that repeats the message", () => {
    const text = 'log("not enough of it")\nif x: raise ValueError("not enough of it")\n';
    expect(place("ValueError: not enough of it", "cart.py", text)).toBe("cart.py:2");
  });

  it.each([
    [
      "words that every error has",
      "ERROR: relation users does not exist",
      "a.py",
      'raise ValueError("file does not exist")',
    ],
    ["a class that every project raises", "ValueError: pear", "a.py", 'raise ValueError("apple")'],
    ["code that is not a text", "Error: close the open order", "a.ts", "close(the, open, order)"],
    ["tests", "ValueError: not enough of pear", "test/cart_test.py", 'raise ValueError("not enough of pear")'],
  ])("does not take %s for the place", (_, stated, path, text) => {
    expect(place(stated, path, text)).toBeUndefined();
  });

  it("names the documents that mention an error", () => {
    expect(place("ValueError: not enough of pear", "docs/a.md", "# A\nIt says `not enough of` it.")).toBe(
      "docs/a.md:2",
    );
  });
});
