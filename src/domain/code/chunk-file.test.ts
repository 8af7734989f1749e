import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { treeSitterParser } from "../../engine/tree-sitter/tree-sitter-parser.js";
import { chunkFile } from "./chunk-file.js";

const parser = treeSitterParser();
const symbolsOf = async (path: string, text: string) =>
  (await chunkFile(parser, path, text)).symbols.map(({ kind, name }) => `${kind} ${name}`);

const samples: Record<string, [text: string, symbols: string[]]> = {
  "a.ts": [
    "/** Doc. */\nexport function open(a: number): void {\n  f(a);\n}\nexport class Pool {\n  close() {}\n}\nexport const limit = 3;\ntype T = string;\ninterface I { x: number }",
    ["function open", "class Pool", "method Pool.close", "constant limit", "type T", "interface I", "property I.x"],
  ],
  "a.js": ["function a() {}\nconst b = () => 1;", ["function a", "function b"]],
  "a.tsx": ["export const App = () => <p>hi</p>;", ["function App"]],
  "a.py": [
    "class A:\n    @property\n    def b(self):\n        return 1\n\n@cached\ndef c():\n    pass\n",
    ["class A", "function A.b", "function c"],
  ],
  "a.go": [
    "package a\n\n// Run runs.\nfunc Run(x int) error {\n\treturn nil\n}\n\ntype Pool struct { n int }\n\nfunc (p *Pool) Close() {}\n",
    ["function Run", "type Pool", "method Pool.Close"],
  ],
  "a.rs": [
    "struct P { n: u8 }\nimpl P {\n    fn open(&self) {}\n}\nmod m { pub fn f() {} }\nmacro_rules! k { () => {} }",
    ["struct P", "property P.n", "impl P", "function P.open", "module m", "function m.f", "macro k"],
  ],
  "A.java": [
    "package a;\nclass A {\n  int n;\n  A() {}\n  void run() {}\n}\nenum E { X }\n",
    ["class A", "property A.n", "method A.A", "method A.run", "enum E", "constant E.X"],
  ],
  "a.c": [
    "struct p { int n; };\nstatic int run(int a) {\n  return a;\n}\n",
    ["struct p", "property p.n", "function run"],
  ],
  "a.cpp": [
    "namespace n {\nclass A {\n public:\n  void f() {}\n};\n}\nint main() { return 0; }\n",
    ["module n", "class n.A", "function n.A.f", "function main"],
  ],
  "a.cs": [
    "namespace N {\n  class A {\n    public int X { get; set; }\n    void Run() {}\n  }\n}\n",
    ["module N", "class N.A", "property N.A.X", "method N.A.Run"],
  ],
  "a.rb": ["module M\n  class A\n    def run\n    end\n  end\nend\n", ["module M", "class M.A", "method M.A.run"]],
  "a.php": [
    "<?php\nfunction f() {}\nclass A {\n  public function g() {}\n}\n",
    ["function f", "class A", "method A.g"],
  ],
  "a.sh": ["run() {\n  echo hi\n}\n", ["function run"]],
  "a.css": [".card {\n  color: red;\n}\n", ["rule .card"]],
  "a.rst": [
    "Top\n===\n\ntext\n\nDeep\n~~~~\n\nx\n\nEdge\n^^^^\n\ny\n",
    ["section Top", "section Deep", "section Edge"],
  ],
  "a.adoc": ["= Top\n\n== Two\n\ntext\n", ["section Top", "section Two"]],
  "a.md": ["# One\n\ntext\n\n```\n# no\n```\n\n## Two\n\nmore\n", ["section One", "section Two"]],
  "a.json": ['{\n  "name": "x",\n  "scripts": {\n    "a": "b"\n  }\n}\n', ["section name", "section scripts"]],
  "a.yml": ["name: x\njobs:\n  build: 1\n", ["section name", "section jobs"]],
  "a.sql": ["CREATE TABLE IF NOT EXISTS users (\n  id INT\n);\n", ["statement users"]],
  "a.html": ['<main id="top">\n</main>\n', ["section top"]],
  "a.toml": ["[tool.x]\na = 1\n", ["section tool.x"]],
};

const names = async (path: string, text: string) =>
  (await chunkFile(parser, path, text)).chunks.map(({ symbol }) => symbol);
const rows = (count: number, row: (i: number) => string) => Array.from({ length: count }, (_, i) => row(i)).join("");

describe("files without a grammar", () => {
  it("are split by headings of every form, named after the headings above them", async () => {
    const filled = (text: string) =>
      text.replaceAll(
        "…",
        rows(6, (i) => `line ${i}\n`),
      );
    const text = filled(
      "---\ntitle: x\n---\n# Guide\n\n…\n## Install\n\n…\n```sh\n# not one\n```\nUse it\n------\n\n…\nOther\n=====\n\n…",
    );
    expect((await names("a.md", text)).filter(Boolean)).toEqual([
      "Guide",
      "Guide / Install",
      "Guide / Use it",
      "Other",
    ]);
  });

  it("are split by JSON keys in any notation, long values by their own keys", async () => {
    const paths = rows(30, (i) => `    "/p${i}": {\n      "get": {\n        "a": "}{"\n      }\n    },\n`);
    const text = `{ // note\n  "info": {\n    "a": 1,\n    "b": 2,\n    "c": 3,\n    "d": 4\n  },\n  "paths": {\n${paths}    "/last": {}\n  },\n}\n`;
    const found = await names("a.json", text);
    expect(found).toEqual(expect.arrayContaining(["info", "paths./p0", "paths./p29"]));
    const list = `[\n${rows(3, (i) => `  {\n    "x": 1,\n    "y": 2,\n    "z": 3,\n    "name": "n${i}"\n  },\n`)}  {}\n]\n`;
    expect(await names("b.json", list)).toEqual(expect.arrayContaining(["n0", "n1", "n2"]));
    expect(await names("c.json", '{"a":1,"b":[1,2]}')).toEqual(["a"]);
    const json5 = `{ // a note\n  a: 'x, y',\n${"\n".repeat(9)}  'b': 'http://x', // it's\n${"\n".repeat(9)}  c: { d: [1, 2`;
    expect(await names("d.json5", json5)).toEqual(["a", "b", "c"]);
  });

  it("are split by YAML keys and documents; a manifest is one chunk", async () => {
    const service = (i: number) => `  s${i}:\n${rows(10, (n) => `    k${n}: v\n`)}`;
    expect(await names("a.yml", `name: x\nservices:\n${rows(8, service)}`)).toEqual(
      expect.arrayContaining(["services.s0", "services.s7"]),
    );
    const manifest = (kind: string) => `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: web\nspec:\n  a: 1\n  b: 2\n`;
    expect((await names("b.yaml", `${manifest("Service")}---\n${manifest("Deployment")}`)).filter(Boolean)).toEqual([
      "Service web",
      "Deployment web",
    ]);
    const script = `run: |\n${rows(70, (i) => `  step${i}: no key\n`)}`;
    expect(new Set(await names("c.yml", script))).toEqual(new Set(["run"]));
    const play = rows(3, (i) => `- name: task ${i}\n  a: 1\n  b: 2\n  c: 3\n  d: 4\n`);
    expect(await names("d.yml", play)).toEqual(["task 0", "task 1", "task 2"]);
  });

  it("are split by SQL statements, regardless of their content", async () => {
    const trigger =
      "-- Remembers.\nCREATE TRIGGER log AFTER UPDATE ON a BEGIN\n  INSERT INTO b VALUES ('x;y');\n  UPDATE c SET n = CASE WHEN 1 THEN 2 END;\nEND;\n";
    const body = "CREATE FUNCTION f() RETURNS int AS $body$\nBEGIN\n  RETURN 1; -- ;\nEND;\n$body$ LANGUAGE plpgsql;\n";
    const text = `CREATE TABLE a (\n  id INT, -- a; b\n  s TEXT DEFAULT ';',\n  t TEXT,\n  u TEXT\n);\n${trigger}${body}INSERT INTO a\n  (id)\nVALUES\n  (1),\n  (2);\n`;
    expect(await names("a.sql", text)).toEqual(["a", "log", "f", "insert into a"]);
    const { chunks } = await chunkFile(parser, "a.sql", text);
    expect(chunks[1]?.text).toMatch(/^-- Remembers\.[\s\S]*END;$/);
  });

  it("are split by HTML elements with an id or heading, else by headings", async () => {
    const part = (open: string, close: string) => `${open}\n${rows(6, () => "  <p>text\n")}${close}\n`;
    const page = `<body>\n<!-- <section id="no"> -->\n${part('<section id="prices">', "</section>")}${part("<nav>\n<h2>Where <b>to</b></h2>", "</nav>")}<script>\nif (a<b) { "<section>" }\n\n\n\n\n</script>\n</body>\n`;
    expect((await names("a.html", page)).filter(Boolean)).toEqual(["prices", "Where to", "script"]);
    const plain = rows(2, (i) => part(`<h2>Part ${i}</h2>`, "<hr>"));
    expect((await names("b.html", plain)).filter(Boolean)).toEqual(["Part 0", "Part 1"]);
  });

  it("are read fast, regardless of their content", async () => {
    for (const ending of ["md", "json", "yml", "sql", "html", "vue", "astro"]) {
      const marks = ["<a", "<!--", "<script ", '<script a="', "<script>", "---\n"].map((mark) => mark.repeat(30_000));
      for (const text of ["{".repeat(50_000), "[1,".repeat(30_000), ...marks])
        expect((await chunkFile(parser, `a.${ending}`, text)).chunks.length, ending).toBeGreaterThan(0);
      for (const text of ["a: ".repeat(30_000), "'".repeat(400_001), "$a$".repeat(30_001), "- ".repeat(50_000)])
        expect((await chunkFile(parser, `a.${ending}`, text)).chunks.length, ending).toBeGreaterThan(0);
    }
  });
});

describe("components", () => {
  const places = async (path: string, text: string) =>
    (await chunkFile(parser, path, text)).symbols.map(({ name, start, end }) => `${name} ${start}-${end}`);

  it("of Vue list the declarations of both scripts, at the right lines, and their markup", async () => {
    const text = [
      "<template>",
      '  <main id="cart">',
      "    {{ total < 3 }}",
      "  </main>",
      "</template>",
      "",
      '<script lang="ts">',
      "export interface Item {",
      "  price: number;",
      "}",
      "</script>",
      '<script setup lang="ts" generic="T extends Record<string, number>">',
      "import x from 'x';",
      "",
      "/** Adds up. */",
      "function sum(items: Item[]): number {",
      "  return items.length;",
      "}",
      "</script>",
      "",
      "<style scoped>",
      ".cart {",
      "  color: red;",
      "}",
      "</style>",
    ].join("\r\n");
    const found = await places("Cart.vue", text);
    expect(found).toEqual(expect.arrayContaining(["Item 8-10", "Item.price 9-9", "sum 16-18"]));
    const { language, chunks } = await chunkFile(parser, "Cart.vue", text);
    expect(language).toBe("vue");
    const sum = chunks.find(({ symbol }) => symbol === "sum");
    expect(sum).toMatchObject({ start: 15, end: 18, text: expect.stringMatching(/^\/\*\* Adds up\. \*\/[\s\S]*}$/) });
  });

  it("of Vue list the methods of the exported object", async () => {
    const text =
      "<script>\nexport default defineComponent({\n  data() {\n    return {};\n  },\n  methods: {\n    async openCart(id) {\n      return id;\n    },\n  },\n});\n</script>\n";
    expect(await places("a.vue", text)).toEqual(expect.arrayContaining(["data 3-5", "openCart 7-9"]));
  });

  it("of Svelte are read as JavaScript or TypeScript according to `lang`", async () => {
    const typed =
      '<script lang="ts">\n  let n: number = 1;\n  function up<T>(by: T) {\n    n += 1;\n  }\n</script>\n<p>{n}</p>\n';
    expect(await places("a.svelte", typed)).toEqual(expect.arrayContaining(["n 2-2", "up 3-5"]));
    const plain =
      "<script>\n  export function down() {}\n</script>\n\n<script context=module>const all = [];</script>\n";
    expect(await places("b.svelte", plain)).toEqual(expect.arrayContaining(["down 2-2", "all 5-5"]));
  });

  it("of Astro have a script between dashes, and may have more scripts", async () => {
    const text =
      "---\ninterface Props { title: string }\nfunction load(url: string) {\n  return url;\n}\n---\n<h1>x</h1>\n<script>\n  const run = () => 1;\n</script>\n";
    expect(await places("a.astro", text)).toEqual(expect.arrayContaining(["Props 2-2", "load 3-5", "run 9-9"]));
  });

  it("are read even with an unclosed script or none", async () => {
    expect(await places("a.vue", "<script>\nfunction open() {}\n")).toEqual(expect.arrayContaining(["open 2-2"]));
    expect(await places("b.vue", '<template>\n<main id="x"></main>\n</template>\n')).not.toEqual([]);
    expect(await places("c.astro", "---\nconst a = 1\n")).toEqual([]);
  });
});

describe("chunkFile", () => {
  it.each(Object.entries(samples))("names what %s declares", async (path, [text, symbols]) => {
    expect(await symbolsOf(path, text)).toEqual(symbols);
  });

  it.each([
    [
      "a.py",
      "TIMEOUT = 30\nTIMEOUT = 31\nclass A:\n    limit: int = 3\n",
      "constant TIMEOUT, class A, property A.limit",
    ],
    ["a.rb", "LIMIT = 3\nlocal = 2\nclass A\n  MAX = 4\nend\n", "constant LIMIT, class A, constant A.MAX"],
    [
      "a.php",
      "<?php\nconst LIMIT = 3;\nclass A {\n  const MAX = 4;\n  public $size = 1;\n}\n",
      "constant LIMIT, class A, constant A.MAX, property A.size",
    ],
    [
      "a.c",
      "int total = 4;\nextern int far;\nint open(int x);\nstatic char *names[] = {0};\n",
      "constant total, constant names",
    ],
    [
      "a.go",
      "package a\n\nconst (\n\tA = 1\n\tB = 2\n)\n\nvar x, y = 1, 2\n",
      "constant A, constant B, constant x, constant y",
    ],
    ["A.java", "class A {\n  static final int MAX = 3, MIN = 2;\n}\n", "class A, property A.MAX, property A.MIN"],
    ["a.cs", "class A {\n  const int Max = 3;\n}\n", "class A, property A.Max"],
    ["a.rs", "enum E {\n    On,\n    Off,\n}\n", "enum E, constant E.On, constant E.Off"],
    ["a.ts", "enum E { On, Off = 2 }\n", "enum E, constant E.On, constant E.Off"],
    ["b.c", "typedef enum { ON, OFF } state;\n", "type state, constant state.ON, constant state.OFF"],
    ["a.sh", "LIMIT=3\n", "constant LIMIT"],
  ])("names constants, globals and attributes of %s, which are not chunks", async (path, text, symbols) => {
    expect((await symbolsOf(path, text)).join(", ")).toBe(symbols);
    expect((await chunkFile(parser, path, text)).chunks.length).toBeLessThanOrEqual(2);
  });

  it("names functions that JavaScript assigns, exports or holds in an object", async () => {
    const text = [
      "module.exports.close = function close() {};",
      "exports.drain = () => {};",
      "exports.limit = 3;",
      "exports = module.exports = { start() {}, stop: function () {}, size: 1 };",
      "Pool.prototype.fill = function () {};",
      "const api = { run() {}, walk: async () => 1 };",
      "counter.value = 3;",
    ].join("\n");
    expect(await symbolsOf("a.js", text)).toEqual([
      "function close",
      "function drain",
      "constant limit",
      "method start",
      "method stop",
      "method Pool.fill",
      "constant api",
      "method api.run",
      "method api.walk",
    ]);
    expect(await symbolsOf("a.ts", "export default { go() {} };\nexport const a = { b() {} } as const;")).toEqual([
      "method go",
      "constant a",
      "method a.b",
    ]);
  });

  it("reads a long chain of assignments", async () => {
    expect(await symbolsOf("a.js", `exports.first = ${"a.b = ".repeat(20_000)}() => 1;`)).toEqual([]);
  });

  it("splits a long object of functions into its members", async () => {
    const methods = Array.from({ length: 12 }, (_, i) => `  run${i}() {\n${"    f();\n".repeat(6)}  },\n`).join("");
    const names = async (text: string) => (await chunkFile(parser, "a.js", text)).chunks.map(({ symbol }) => symbol);
    expect(await names(`const api = {\n${methods}};\n`)).toContain("api.run7");
    expect(await names(`module.exports = {\n${methods}};\n`)).toContain("run7");
  });

  it("names what a body outside its class belongs to", async () => {
    const cpp =
      "int shop::Pool::open(int x) {\n  return x;\n}\ntemplate <class T>\nT& Box<T>::get() {\n}\nPool::~Pool() {}\n";
    expect(await symbolsOf("a.cpp", cpp)).toEqual([
      "function shop.Pool.open",
      "function Box.get",
      "function Pool.~Pool",
    ]);
    expect(await symbolsOf("a.go", "package a\n\nfunc (b Box[T]) Get() {}\n")).toEqual(["method Box.Get"]);
    expect(await symbolsOf("a.rb", "class Shop::Pool\nend\n")).toEqual(["class Shop.Pool"]);
  });

  it("keeps the comment above a declaration with it", async () => {
    const { chunks } = await chunkFile(
      parser,
      "a.ts",
      "const x = 1;\n\n/** Opens. */\nexport function open() {\n  return x;\n}\n",
    );
    expect(chunks.find(({ symbol }) => symbol === "open")?.text).toMatch(/^\/\*\* Opens\. \*\/\nexport function open/);
  });

  it("lists declarations that are made under a condition", async () => {
    const files: readonly (readonly [string, string])[] = [
      [
        "a.py",
        "try:\n    import fast\nexcept ImportError:\n    def solve():\n        return 1\nelse:\n    def solve2():\n        return 2\n",
      ],
      [
        "a.rb",
        "begin\n  require 'x'\n  class Wrapper\n    def perform\n      1\n    end\n  end\nrescue LoadError\nend\n",
      ],
      ["a.php", "<?php\nif (!function_exists('tap')) {\n  function tap($x) {\n    return $x;\n  }\n}\n"],
      ["a.js", "if (isNode) {\n  function read() {\n    return 1;\n  }\n}\n"],
    ];
    const names: string[][] = [];
    for (const [path, text] of files) names.push((await chunkFile(parser, path, text)).symbols.map(({ name }) => name));
    expect(names).toEqual([["solve", "solve2"], ["Wrapper", "Wrapper.perform"], ["tap"], ["read"]]);
  });

  it("splits a large class into its members and keeps a small one whole", async () => {
    const method = (i: number) => `  m${i}() {\n${"    step();\n".repeat(12)}  }\n`;
    const large = `class Big {\n${[1, 2, 3, 4, 5, 6].map(method).join("")}}\n`;
    const names = async (text: string) => (await chunkFile(parser, "a.ts", text)).chunks.map(({ symbol }) => symbol);
    expect(await names(large)).toEqual(expect.arrayContaining(["Big.m1", "Big.m6"]));
    expect(await names(`class Small {\n${method(1)}}\n`)).toEqual(["Small"]);
  });

  it("puts every line that is not blank into exactly one chunk", async () => {
    const line = fc.constantFrom(
      "# Head",
      "function f() {",
      "}",
      "class A {",
      "  m() {}",
      "x = 1",
      "",
      "/** d */",
      "export const a = 1;",
      "def g():",
      "    pass",
      '  "key": {',
      "key:",
      "---",
      "- name: x",
      "create table t (",
      ");",
      "<section id='a'>",
      "</section>",
      "<script lang='ts'>",
      "</script>",
      "/* c */ '",
    );
    const path = fc.constantFrom(
      "a.ts",
      "a.py",
      "a.md",
      "a.json",
      "a.txt",
      "a.rs",
      "a.css",
      "a.yml",
      "a.sql",
      "a.html",
      "a.vue",
      "a.astro",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 120 }), path, async (lines, name) => {
        const { chunks } = await chunkFile(parser, name, lines.join("\n"));
        const covered = chunks.flatMap(({ start, end }) =>
          Array.from({ length: end - start + 1 }, (_, i) => start + i),
        );
        expect(covered).toEqual([...new Set(covered)].sort((a, b) => a - b));
        const said = lines.flatMap((text, i) => (text.trim() === "" ? [] : [i + 1]));
        expect(said.filter((row) => !covered.includes(row))).toEqual([]);
        expect(new Set(chunks.map(({ key }) => key)).size).toBe(chunks.length);
      }),
    );
  });
});
