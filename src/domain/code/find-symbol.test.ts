import { describe, expect, it } from "vitest";
import type { FileTree } from "../../engine/file-tree.js";
import { treeSitterParser } from "../../engine/tree-sitter/tree-sitter-parser.js";
import { findSymbol } from "./find-symbol.js";

const parser = treeSitterParser();

const find = async (name: string, files: Readonly<Record<string, string>>, only?: string[]) => {
  const tree = { read: async (path: string) => Buffer.from(files[path.slice("/r/".length)] ?? "") };
  const query = { name, root: "/r", paths: Object.keys(files), files: only };
  const uses = await findSymbol({ tree: tree as unknown as FileTree, parser }, query);
  return uses.map(({ path, line, role, symbol }) => `${path}:${line} ${role} ${symbol}`.trim());
};

const definitionsOf = async (name: string, files: Readonly<Record<string, string>>) => {
  const tree = { read: async (path: string) => Buffer.from(files[path.slice("/r/".length)] ?? "") };
  const query = { name, root: "/r", paths: Object.keys(files) };
  const uses = await findSymbol({ tree: tree as unknown as FileTree, parser }, query);
  return uses.filter(({ role }) => role === "definition").map(({ line, kind, symbol }) => `${line} ${kind} ${symbol}`);
};

describe("findSymbol", () => {
  it.each([
    [
      "a.ts",
      "import { total } from './b';\n// total in a comment\nexport function total(x: number) { return x; }\nclass Cart {\n  pay() { return total(1) + 'total'; }\n}\nconst f = total;\n",
      ["a.ts:3 definition total", "a.ts:5 call Cart.pay", "a.ts:1 import", "a.ts:7 reference"],
    ],
    [
      "a.js",
      "function total(x) { return x; }\nfunction pay() { return this.total(1); }\n",
      ["a.js:1 definition total", "a.js:2 call pay"],
    ],
    [
      "a.py",
      'from b import total\n\ndef total(x):\n    """total"""\n    return x\n\nclass Cart:\n    def pay(self):\n        return self.total(1)\n',
      ["a.py:3 definition total", "a.py:9 call Cart.pay", "a.py:1 import"],
    ],
    [
      "a.go",
      "package main\n\nfunc total(x int) int { return x }\n\nfunc pay() int { return total(1) }\n",
      ["a.go:3 definition total", "a.go:5 call pay"],
    ],
    [
      "a.rs",
      "fn total(x: i32) -> i32 { x }\n\nfn pay() -> i32 { total(1) }\n",
      ["a.rs:1 definition total", "a.rs:3 call pay"],
    ],
    [
      "A.java",
      'class A {\n  @Deprecated\n  int total(int x) { return x; }\n  int pay() { return this.total(1) + "total".length(); }\n}\n',
      ["A.java:2 definition A.total", "A.java:4 call A.pay"],
    ],
    [
      "a.c",
      "int total(int x) { return x; }\nint pay(void) { return total(1); }\n",
      ["a.c:1 definition total", "a.c:2 call pay"],
    ],
    [
      "a.cpp",
      "int total(int x) { return x; }\nint pay() { return total(1); }\n",
      ["a.cpp:1 definition total", "a.cpp:2 call pay"],
    ],
    [
      "A.cs",
      "class A {\n  int Total(int x) { return x; }\n  int Pay() { return this.Total(1); }\n}\n",
      ["A.cs:2 definition A.Total", "A.cs:3 call A.Pay"],
    ],
    ["a.rb", "def total(x)\n  x\nend\n\ndef pay\n  total(1)\nend\n", ["a.rb:1 definition total", "a.rb:6 call pay"]],
    [
      "a.php",
      "<?php\nfunction total($x) { return $x; }\nfunction pay() { return total(1); }\n",
      ["a.php:2 definition total", "a.php:3 call pay"],
    ],
  ])("finds the definition, the callers and the imports in %s, not comments and strings", async (path, text, uses) => {
    expect(await find(path === "A.cs" ? "Total" : "total", { [path]: text })).toEqual(uses);
  });

  it("selects among definitions by a qualified name, and sorts sources before their tests", async () => {
    const files = {
      "cart.test.ts": "new Cart().open();\n",
      "pool.ts": "export class Pool {\n  open() {}\n}\n",
      "cart.ts": "export class Cart {\n  open() {}\n}\nnew Pool().open();\n",
    };
    expect(await find("Pool.open", files)).toEqual([
      "pool.ts:2 definition Pool.open",
      "cart.ts:4 call",
      "cart.test.ts:1 call",
    ]);
    expect(await find("Pool.open", files, ["pool*"])).toEqual(["pool.ts:2 definition Pool.open"]);
  });

  it.each([
    [
      "a.py",
      "LIMIT = 3\nclass Pool:\n    LIMIT = 4\n\ndef f():\n    return LIMIT\n",
      "1 constant LIMIT, 3 property Pool.LIMIT",
    ],
    ["a.c", "#define LIMIT 3\nint f(void) { return LIMIT; }\n", "1 macro LIMIT"],
    ["b.c", "int LIMIT = 3;\nint f(void) { return LIMIT; }\n", "1 constant LIMIT"],
    ["a.rb", "class Pool\n  LIMIT = 3\n  def f\n    LIMIT\n  end\nend\n", "2 constant Pool.LIMIT"],
    [
      "a.php",
      "<?php\nclass Pool {\n  const LIMIT = 3;\n  function f() { return self::LIMIT; }\n}\n",
      "3 constant Pool.LIMIT",
    ],
    ["a.go", "package a\n\nconst (\n\tA = 1\n\tLIMIT = 2\n)\n\nfunc f() int { return LIMIT }\n", "5 constant LIMIT"],
    [
      "A.java",
      "class A {\n  static final int A = 1, LIMIT = 3;\n  int f() { return LIMIT; }\n}\n",
      "2 property A.LIMIT",
    ],
    ["A.cs", "class A {\n  const int LIMIT = 3;\n  int F() { return LIMIT; }\n}\n", "2 property A.LIMIT"],
    ["a.rs", "const LIMIT: i32 = 3;\nfn f() -> i32 { LIMIT }\n", "1 constant LIMIT"],
    ["a.ts", "export const LIMIT = 3;\nfunction f() { return LIMIT; }\n", "1 constant LIMIT"],
    ["a.js", "exports.LIMIT = 3;\nfunction f() { return exports.LIMIT; }\n", "1 constant LIMIT"],
  ])("finds where %s defines a constant, and only there", async (path, text, definitions) => {
    expect((await definitionsOf("LIMIT", { [path]: text })).join(", ")).toBe(definitions);
    expect((await find("LIMIT", { [path]: text })).at(-1)).toContain("reference");
  });

  it.each([
    ["Pool::open", { "a.cpp": "int shop::Pool::open(int x) {\n  return x;\n}\n" }, ["1 function shop.Pool.open"]],
    [
      "shop::Pool::open",
      { "a.cpp": "namespace shop {\nint Pool::open() { return 1; }\n}\n" },
      ["2 function shop.Pool.open"],
    ],
    ["Pool#open", { "a.rb": "class Pool\n  def open\n  end\nend\n" }, ["2 method Pool.open"]],
    [
      "Pool.Open",
      { "a.go": "package a\n\nfunc (p *Pool) Open() {}\nfunc (c *Cart) Open() {}\n" },
      ["3 method Pool.Open"],
    ],
    ["com.shop.Pool.open", { "src/com/shop/Pool.java": "class Pool {\n  void open() {}\n}\n" }, ["2 method Pool.open"]],
    [
      "Shop\\Pool::open",
      { "src/Pool.php": "<?php\nnamespace Shop;\nclass Pool {\n  function open() {}\n}\n" },
      ["4 method Pool.open"],
    ],
    [
      "shop.stock.add",
      { "shop/stock.py": "def add():\n    pass\n", "cart.py": "def add():\n    pass\n" },
      ["1 function add"],
    ],
    ["Cart.add", { "stock.py": "def add():\n    pass\n" }, []],
  ])("finds the definition of %s by its qualified name", async (name, files, definitions) => {
    expect(await definitionsOf(name, files)).toEqual(definitions);
  });

  it("lists a class and its constructor once each", async () => {
    const pool = "class Pool {\n  int a;\n  public Pool(int x) {\n  }\n}\n";
    for (const path of ["Pool.java", "Pool.cs", "pool.cpp"])
      expect(
        await definitionsOf("Pool", { [path]: pool.replace("public ", path === "pool.cpp" ? "" : "public ") }),
      ).toEqual(["1 class Pool", expect.stringMatching(/^3 (?:method|function) Pool\.Pool$/)]);
  });

  it("lists a type of Rust once, and its implementations as uses", async () => {
    const files = { "a.rs": "struct Pool;\nimpl Pool {\n    fn open() {}\n}\n" };
    expect(await find("Pool", files)).toEqual(["a.rs:1 definition Pool", "a.rs:2 reference Pool"]);
  });

  it("takes an element, a created object and a bare name of Ruby as calls", async () => {
    expect(
      await find("Button", { "a.tsx": "const a = () => <Button>x</Button>;\nconst b = () => <Button />;\n" }),
    ).toEqual(["a.tsx:1 call a", "a.tsx:2 call b"]);
    expect(await find("Pool", { "a.php": "<?php\nfunction f() { return new Pool(); }\n" })).toEqual(["a.php:2 call f"]);
    const ruby =
      "def open\nend\n\ndef go\n  open\nend\n\ndef stay(open)\n  open\nend\n\ndef keep\n  open = 1\n  open\nend\n";
    expect(await find("open", { "a.rb": ruby })).toEqual([
      "a.rb:1 definition open",
      "a.rb:5 call go",
      "a.rb:8 reference stay",
      "a.rb:9 reference stay",
      "a.rb:13 reference keep",
      "a.rb:14 reference keep",
    ]);
  });

  it("finds a method that Ruby names by a symbol", async () => {
    expect(await find("open", { "a.rb": "class Pool\n  before_action :open\nend\n" })).toEqual([
      "a.rb:2 reference Pool",
    ]);
  });

  it("names the callers in functions that JavaScript assigns or holds in an object", async () => {
    const text = [
      'const { open } = require("./pool");',
      "exports.drain = () => { open(); };",
      "const api = { run() { open(); } };",
      "module.exports.close = function close() { open(); };",
    ].join("\n");
    expect(await find("open", { "a.js": text })).toEqual([
      "a.js:2 call drain",
      "a.js:3 call api.run",
      "a.js:4 call close",
      "a.js:1 import",
    ]);
    expect(await find("close", { "a.js": text })).toEqual(["a.js:4 definition close"]);
  });

  it("finds no part of a longer name", async () => {
    expect(await find("open", { "a.ts": "reopen();\nopenAll();\n" })).toEqual([]);
  });
});
