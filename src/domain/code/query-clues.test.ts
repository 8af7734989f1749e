import { describe, expect, it } from "vitest";
import { namesModule, readClues, refersTo } from "./query-clues.js";

describe("readClues", () => {
  it("reads paths and names from a pasted report", () => {
    const clues = readClues(
      'Pool.open hangs\n  File "/home/me/lib/http/client.py", line 632, in _safe_read\n  at C:\\app\\src\\pool.ts:12:3\nuse `connect()`.',
    );
    expect(clues.paths).toEqual(expect.arrayContaining(["/home/me/lib/http/client.py", "C:/app/src/pool.ts"]));
    for (const name of ["Pool.open", "open", "_safe_read"]) expect(clues.symbols.has(name), name).toBe(true);
    expect(clues.words.has("connect")).toBe(true);
    expect(clues.about).toEqual(new Set());
  });

  it.each([
    ["at r (/app/src/page.ts:7:10)", "/app/src/page.ts", 7],
    ['  File "/app/shop/cart.py", line 13, in add', "/app/shop/cart.py", 13],
    ["#0 /srv/app/src/Cart.php(33): Cart->add()", "/srv/app/src/Cart.php", 33],
    ["in /srv/app/src/Cart.php on line 33", "/srv/app/src/Cart.php", 33],
    ["at com.shop.Basket.add(Basket.java:4)", "Basket.java", 4],
    ["at Shop.Cart.Add() in /src/Shop/Cart.cs:line 12", "/src/Shop/Cart.cs", 12],
    ["app/cart.rb:12:in `add'", "app/cart.rb", 12],
    ["webpack:///./src/web/page.ts:7:10", "src/web/page.ts", 7],
  ])("reads the line of the frame %s", (text, path, line) => {
    expect(readClues(`Error: x\n${text}`).frames).toEqual([{ path, line }]);
  });

  it("puts the innermost frame first, which Python prints last", () => {
    const frames = 'File "a.py", line 1, in f\nFile "b.py", line 2, in g';
    const lines = (text: string) => readClues(text).frames.map(({ line }) => line);
    expect(lines(`Traceback (most recent call last):\n${frames}`)).toEqual([2, 1]);
    expect(lines("at f (a.js:1:1)\nat g (b.js:2:2)")).toEqual([1, 2]);
    const handled = `Traceback (most recent call last):\n${frames}\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\n`;
    expect(lines(`${handled}File "c.py", line 3, in h\nValueError: bad`)).toEqual([3, 2, 1]);
    expect(lines('{ file: "d.ts:4" } is not JSON\nat f (a.js:1:1)')).toEqual([1, 4]);
    expect(lines("version 1.2.3 of a.js, 12 files")).toEqual([]);
  });

  it("recognizes a question about tests, documents or configuration by its first line", () => {
    const about = (query: string) => [...readClues(query).about];
    for (const query of [
      "test that overselling is refused",
      "tests for the pool",
      "Fix flaky tests",
      "where is the pool tested",
    ])
      expect(about(query.replace("where is", "Where is")), query).toEqual(["test"]);
    expect(about("the readme is out of date")).toEqual(["document"]);
    expect(about("which docker compose services are started")).toEqual(["configuration"]);
    for (const query of ["the latest release is broken", "Pool.open hangs\n\nI run the tests and read the docs"])
      expect(about(query), query).toEqual([]);
  });

  it("reads any text in linear time", () => {
    for (const text of ["a.".repeat(100_000), "/".repeat(200_000), "_".repeat(200_000), "a/b.".repeat(50_000)])
      expect(readClues(text).paths.length).toBeLessThanOrEqual(50);
  });
});

describe("refersTo", () => {
  it("matches a file by name, by part of its path and by a path on another machine", () => {
    for (const written of ["http/client.py", "client.py", "./http/client.py", "/usr/lib/python3.11/http/client.py"])
      expect(refersTo(written, "http/client.py"), written).toBe(true);
    for (const written of ["lient.py", "other/client.py", "client.pyc"])
      expect(refersTo(written, "http/client.py"), written).toBe(false);
  });
});

describe("refersTo an installed package", () => {
  it("does not take a library's file for one of the repository", () => {
    for (const written of [
      "/venv/lib/python3.11/site-packages/requests/utils.py",
      "/venv/lib/python3.11/site-packages/utils.py",
      "/app/node_modules/express/lib/utils.py",
    ])
      expect(refersTo(written, "utils.py"), written).toBe(false);
    expect(refersTo("/venv/lib/python3.11/site-packages/shop/cart.py", "src/shop/cart.py")).toBe(true);
    expect(refersTo("/venv/lib/python3.11/site-packages/shop/cart.py", "shop/cart.py")).toBe(true);
  });
});

describe("namesModule", () => {
  it("resolves dotted names to files", () => {
    const { modules } = readClues(
      "at com.shop.cart.Basket.add(Basket.java:12)\nshop.cart.total() and store::pool::open",
    );
    for (const file of [
      "src/main/java/com/shop/cart/Basket.java",
      "shop/cart.py",
      "shop/cart/__init__.py",
      "store/pool.rs",
    ])
      expect(namesModule(modules, file), file).toBe(true);
    for (const file of ["cart.py", "shop/basket.py", "other/cart.py"])
      expect(namesModule(modules, file), file).toBe(false);
  });
});
