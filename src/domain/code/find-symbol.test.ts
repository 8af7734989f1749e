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

  it("finds no part of a longer name", async () => {
    expect(await find("open", { "a.ts": "reopen();\nopenAll();\n" })).toEqual([]);
  });
});
