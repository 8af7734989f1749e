import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { silentLog } from "../../base/log.js";
import { fixedRuntime } from "../../base/runtime.js";
import { gitCliLocator } from "../../engine/git-cli/git-cli-locator.js";
import { nodeFileTree } from "../../engine/node-files/node-file-tree.js";
import type { Sql } from "../../engine/sql.js";
import { openSqlite } from "../../engine/sqlite/open-sqlite.js";
import { treeSitterParser } from "../../engine/tree-sitter/tree-sitter-parser.js";
import { openCodeStore } from "../../store/code/code-store.js";
import { openLeaseStore } from "../../store/lease-store.js";
import { migrate } from "../../store/migrate.js";
import { migrations } from "../../store/migrations/index.js";
import { openSearchIndex } from "../../store/search/search-index.js";
import { openVectorStore } from "../../store/search/vector-store.js";
import type { Call } from "../call.js";
import { createProjectResolver } from "../identity/project-resolver.js";
import { createSearch } from "../search/search.js";
import { type CodeIndex, createCodeIndex } from "./code-index.js";

const parser = treeSitterParser();
const everything = { include: ["*"], exclude: [], maxFileSize: 1_048_576 };

interface Bench {
  readonly sql: Sql;
  readonly code: CodeIndex;
  readonly call: Call;
}

async function openBench(folder: string, database = ":memory:", ids = 1, tree = nodeFileTree): Promise<Bench> {
  const signal = new AbortController().signal;
  const [sql, plain] = [await openSqlite(database), fixedRuntime()];
  // As another process would: the same rows, other ids.
  const runtime = { ...plain, newId: (kind: Parameters<typeof plain.newId>[0]) => `${ids}-${plain.newId(kind)}` };
  await migrate(sql, runtime, migrations);
  const identity = createProjectResolver({ gitLocator: gitCliLocator, user: "ada" });
  const index = openSearchIndex(sql);
  const search = createSearch({ index, vectors: openVectorStore(sql), embedder: undefined, runtime });
  const store = openCodeStore(sql, index);
  const code = createCodeIndex({
    store,
    search,
    tree,
    parser,
    identity,
    runtime,
    gitLocator: gitCliLocator,
    leases: openLeaseStore(sql, runtime),
  });
  const call = { signal, tenant: "t", caller: "c", folder, log: silentLog, progress: () => {} };
  return { sql, code, call };
}

/** All that the index holds, but for when it was made and what tells that a file was written. */
const contentOf = async ({ sql }: Bench) => [
  await sql.all("SELECT id, source, title, body, files, tags, digest FROM search_documents ORDER BY id"),
  await sql.all("SELECT path, digest, language, bytes, content FROM code_files ORDER BY path"),
];

describe("the code index", () => {
  let root: string;
  let bench: Bench;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "throughline-code-"));
    bench = await openBench(root);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await bench.sql.close();
    await rm(root, { recursive: true, force: true });
  });

  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  const index = (options: object = {}, on = bench) => on.code.index(on.call, { path: root, ...everything, ...options });
  const search = async (query: string, options: object = {}) =>
    (await bench.code.search(bench.call, { query, path: root, limit: 10, ...options })).hits;

  const git = (...args: string[]) =>
    execFileSync("git", ["-C", root, "-c", "user.name=a", "-c", "user.email=a@b", ...args]);
  const commit = async (subject: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) await put(path, text);
    git("add", "-A");
    git("commit", "-q", "--allow-empty", "-m", subject);
  };

  it("finds a function by its name and by a question, with file, lines and symbol", async () => {
    await put(
      "src/pool.ts",
      "const a = 1;\n\n/** Opens the pool of database connections. */\nexport function openPool(limit: number) {\n  return limit;\n}\n",
    );
    await put("src/other.ts", "export function renderPage() {\n  return 2;\n}\n");
    await index();
    const found = {
      path: "src/pool.ts",
      start: 3,
      end: 6,
      symbol: "openPool",
      kind: "function",
      language: "typescript",
    };
    expect((await search("openPool"))[0]).toMatchObject(found);
    expect((await search("where are database connections opened"))[0]).toMatchObject(found);
    expect(await search("openPool", { files: ["*.py"] })).toEqual([]);
  });

  it("finds a place in the files that are asked for, though many others match better", async () => {
    for (let i = 0; i < 150; i++) await put(`src/pool${i}.ts`, `export function openPool${i}() {\n  // pool pool\n}\n`);
    await put("lib/cache.ts", "export function warm() {\n  const filled = readPool();\n  return filled;\n}\n");
    await index();
    expect(await search("pool", { files: ["lib/**"] })).toMatchObject([{ path: "lib/cache.ts", symbol: "warm" }]);
    expect(await search("pool", { files: ["{lib,none}/**"] })).toMatchObject([{ path: "lib/cache.ts" }]);
  });

  it("finds the definition and the callers of a symbol in the files as they are now", async () => {
    await put("a.ts", "export function openPool() {}\n");
    await index();
    await put("a.ts", "// moved\nexport function openPool() {}\nfunction start() {\n  openPool();\n}\n");
    expect(await bench.code.symbol(bench.call, { path: root, name: "openPool" })).toMatchObject([
      { path: "a.ts", role: "definition", line: 2, symbol: "openPool" },
      { path: "a.ts", role: "call", line: 4, symbol: "start", text: "  openPool();" },
    ]);
  });

  it("lists every file once before a second place of one, and reads command options as words", async () => {
    const many = Array.from({ length: 6 }, (_, i) => `export function timeout${i}() {\n  return "timeout";\n}\n`);
    await put("a.ts", many.join("\n"));
    await put("b.ts", "export function readTimeout() {\n  return 1;\n}\n");
    await index();
    const two = await search("the -timeout option", { limit: 2 });
    expect(two.map(({ path }) => path).toSorted()).toEqual(["a.ts", "b.ts"]);
    expect(two.find(({ path }) => path === "a.ts")?.also.length).toBeGreaterThan(0);
    const all = await search("timeout");
    expect(all.length).toBe(7);
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((x, y) => y - x));
  });

  it("lists the likely places of a file with its first hit, and no further one of them before another file", async () => {
    const many = Array.from({ length: 6 }, (_, i) => `export function timeout${i}() {\n  return "timeout";\n}\n`);
    await put("a.ts", many.join("\n"));
    await put("b.ts", `export function open() {\n  const timeout = 1;\n${"  step();\n".repeat(9)}}\n`);
    await index();
    const hits = await search("timeout 3");
    const [first, second, ...later] = hits;
    expect([first?.path, second?.path]).toEqual(["a.ts", "b.ts"]);
    expect(later.length).toBeGreaterThan(0);
    expect(first?.also.map((one) => one.symbol)).toEqual(expect.arrayContaining(later.map((one) => one.symbol)));
  });

  it("writes sources before tests and documents, so that they are embedded first", async () => {
    for (const path of ["a.md", "a.test.ts", "b.ts", "c.ts"]) await put(path, "export const a = 1;\n");
    await index();
    const rows = await bench.sql.all<{ source: string }>("SELECT source FROM search_documents ORDER BY nr");
    expect(rows.map(({ source }) => source.slice(source.indexOf("/") + 1))).toEqual([
      "b.ts",
      "c.ts",
      "a.md",
      "a.test.ts",
    ]);
  });

  it("reads only what changed when it runs again", async () => {
    await put("a.ts", "export const a = 1;\n");
    await put("b.ts", "export const b = 1;\n");
    expect(await index()).toMatchObject({ files: 2, added: 2, unchanged: 0 });
    expect(await index()).toMatchObject({ files: 2, added: 0, unchanged: 2 });
    await put("a.ts", "export const a = 2;\n");
    await put("b.ts", "export const b = 1;\n");
    expect(await index()).toMatchObject({ files: 2, added: 1, unchanged: 1 });
  });

  it("equals a fresh index after any changes to the files", async () => {
    const names = ["a.ts", "b.md", "src/c.py", "src/d.ts", ".gitignore"];
    const body = fc.constantFrom(
      "",
      "# Head\ntext\n",
      "def f():\n    return 1\n",
      "export function g() {\n  return 2;\n}\n",
      "*.md\n",
      "\0binary",
    );
    const change = fc.oneof(
      fc.record({ is: fc.constant("write" as const), name: fc.constantFrom(...names), body }),
      fc.record({ is: fc.constant("delete" as const), name: fc.constantFrom(...names) }),
      fc.record({
        is: fc.constant("rename" as const),
        name: fc.constantFrom(...names),
        to: fc.constantFrom("e.ts", "src/f.md"),
      }),
      fc.record({ is: fc.constant("index" as const), include: fc.constantFrom("*", "*.ts") }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        await rm(root, { recursive: true, force: true });
        await mkdir(root);
        const lived = await openBench(root);
        for (const one of changes) {
          if (one.is === "write") await put(one.name, one.body);
          else if (one.is === "delete") await rm(join(root, one.name), { force: true });
          else if (one.is === "rename")
            await mkdir(join(root, "src"), { recursive: true })
              .then(() => rename(join(root, one.name), join(root, one.to)))
              .catch(() => {});
          else await index({ include: [one.include] }, lived);
        }
        await index({}, lived);
        const fresh = await openBench(root);
        await index({}, fresh);
        expect(await contentOf(lived)).toEqual(await contentOf(fresh));
        await Promise.all([lived.sql.close(), fresh.sql.close()]);
      }),
      { numRuns: 25 },
    );
  });

  it("leaves out what is ignored, binary, generated, too large, secret or linked, and counts why", async () => {
    await put(".gitignore", "out/\n*.log\n!keep.log\n");
    await put("src/.gitignore", "local.ts\n");
    for (const path of ["out/a.ts", "a.log", "keep.log", "src/local.ts", "src/a.ts", "package-lock.json", ".env"])
      await put(path, "x = 1\n");
    await put("gen.ts", "// @generated\nexport const a = 1;\n");
    await put("bin.dat", "a\0b");
    await put("big.ts", "x".repeat(3000));
    await symlink("/etc/passwd", join(root, "link.txt"));
    const report = await index({ maxFileSize: 2000 });
    expect(
      (await bench.code.outline(bench.call, { path: root, below: "", limit: 50 })).map(({ path }) => path),
    ).toEqual([".gitignore", "keep.log", "src/.gitignore", "src/a.ts"]);
    expect(report.skipped).toMatchObject({ ignored: 2, generated: 2, binary: 1, too_large: 1, secret: 1, link: 1 });
  });

  it("lists the files that it skipped, each with its reason", async () => {
    await put(".gitignore", "out/\n");
    for (const path of ["out/a.ts", ".env", "package-lock.json"]) await put(path, "x = 1\n");
    await put("bin.dat", "a\0b");
    expect((await index()).skippedFiles).toEqual([
      { path: ".env", reason: "secret" },
      { path: "bin.dat", reason: "binary" },
      { path: "package-lock.json", reason: "generated" },
    ]);
  });

  it.each([
    ["Latin-1", Buffer.from("def gr\u00fc\u00dfe():\n    return 1\n", "latin1")],
    ["UTF-16", Buffer.from("\ufeffdef gr\u00fc\u00dfe():\n    return 1\n", "utf16le")],
    ["UTF-16 without a mark", Buffer.from("def gr\u00fc\u00dfe():\n    return 1\n", "utf16le")],
    ["big-endian UTF-16 without a mark", Buffer.from("def gr\u00fc\u00dfe():\n    return 1\n", "utf16le").swap16()],
  ])("reads sources in %s", async (_, bytes) => {
    await writeFile(join(root, "a.py"), bytes);
    await index();
    expect((await search("gr\u00fc\u00dfe"))[0]).toMatchObject({ path: "a.py", symbol: "gr\u00fc\u00dfe" });
    expect(await bench.code.symbol(bench.call, { path: root, name: "gr\u00fc\u00dfe" })).toMatchObject([
      { role: "definition" },
    ]);
  });

  it("says that a repository was deleted, and answers from its index", async () => {
    await put("a.ts", "export function openPool() {}\n");
    await index();
    await rm(root, { recursive: true });
    const { hits, notice } = await bench.code.search(bench.call, { query: "openPool", path: root, limit: 5 });
    expect(hits).toHaveLength(1);
    expect(notice).toContain("no longer exists");
    expect(await bench.code.status(bench.call, undefined)).toMatchObject([{ isDeleted: true }]);
    await expect(bench.code.symbol(bench.call, { path: root, name: "openPool" })).rejects.toThrow("no longer exists");
  });

  it("finds the index of a deleted repository whose git user is not the user of the machine", async () => {
    const [home, folder] = [join(root, "home"), join(root, "gone")];
    await put("home/.gitconfig", "[user]\n  name = Grace\n");
    await put("gone/a.ts", "export function openPool() {}\n");
    execFileSync("git", ["init", "-q", folder]);
    vi.stubEnv("HOME", home);
    vi.stubEnv("XDG_CONFIG_HOME", home);
    await index({ path: folder });
    await rm(folder, { recursive: true });
    // A fresh process has not cached the name.
    const place = { path: `${folder}/`, limit: 5 };
    const { hits, notice } = await bench.code.search(bench.call, { query: "openPool", ...place });
    expect([hits.length, notice]).toEqual([1, expect.stringContaining("no longer exists")]);
    expect(await bench.code.outline(bench.call, { ...place, below: "a.ts" })).toHaveLength(1);
    await expect(bench.code.symbol(bench.call, { ...place, name: "openPool" })).rejects.toThrow("no longer exists");
  });

  it("outlines a file or folder by its path in the repository or on the machine", async () => {
    await put("src/a.ts", "export function openPool() {}\n");
    await index();
    for (const below of ["src", "./src/a.ts", join(root, "src/a.ts"), root, "."]) {
      expect(await bench.code.outline(bench.call, { path: root, below, limit: 5 })).toMatchObject([
        { path: "src/a.ts" },
      ]);
    }
  });

  it("outlines a file by a link to it, and by its path from a folder inside the repository", async () => {
    execFileSync("git", ["init", "-q", join(root, "real")]);
    await put("real/src/shop/cart.py", "def add():\n    pass\n");
    await symlink(join(root, "real"), join(root, "link"));
    await index({ path: join(root, "real") });
    const outline = (path: string, below: string) => bench.code.outline(bench.call, { path, below, limit: 5 });
    const file = [{ path: "src/shop/cart.py" }];
    expect(await outline(join(root, "real"), join(root, "link/src/shop/cart.py"))).toMatchObject(file);
    expect(await outline(join(root, "real/src/shop"), "cart.py")).toMatchObject(file);
    expect(await outline(join(root, "link/src"), "shop")).toMatchObject(file);
    await expect(outline(join(root, "real"), join(root, "other.py"))).rejects.toThrow("Nothing is indexed");
  });

  it("knows a repository by a link to it", async () => {
    await put("real/a.ts", "export function openPool() {}\n");
    const link = join(root, "link");
    await symlink(join(root, "real"), link);
    await index({ path: link });
    expect(await search("openPool", { path: join(root, "real") })).toHaveLength(1);
    expect(await index({ path: join(root, "real") })).toMatchObject({ added: 0, unchanged: 1 });
  });

  it("says for whom a repository is indexed when it is another user", async () => {
    await put("a.ts", "1\n");
    await index({ owner: "grace" });
    const named = { code: "NOT_FOUND", hint: expect.stringContaining("grace") };
    await expect(search("x")).rejects.toMatchObject(named);
    await expect(bench.code.symbol(bench.call, { path: root, name: "x" })).rejects.toMatchObject(named);
    await expect(bench.code.outline(bench.call, { path: root, below: "", limit: 1 })).rejects.toMatchObject(named);
    expect(await bench.code.status(bench.call, undefined)).toEqual([]);
    expect(await bench.code.owners(bench.call)).toEqual(["grace"]);
    await rm(root, { recursive: true });
    await expect(search("x")).rejects.toMatchObject({ ...named, message: expect.stringContaining("no longer exists") });
  });

  it("leaves installed packages out although an ignore file forgets them, unless they are asked for", async () => {
    await put(".gitignore", "out/\n");
    await put("node_modules/x/a.js", "1\n");
    await put("lib/__pycache__/a.py", "1\n");
    await put("a.js", "1\n");
    expect(await index()).toMatchObject({ files: 2 });
    expect(await index({ include: ["node_modules/x/**"] })).toMatchObject({ files: 1 });
  });

  it("leaves build output out although an ignore file forgets it, where there is evidence", async () => {
    await put(".gitignore", "*.log\n");
    const built = ["my-env/pyvenv.cfg", "app/Cargo.toml", "app/target/a.rs", "web/package.json", "web/dist/a.js"];
    const more = ["web/.next/a.js", "web/coverage/a.js", "ios/Podfile", "ios/Pods/a.m", "net/a.csproj", "net/obj/a.cs"];
    const vendored = ["go/go.mod", "go/vendor/modules.txt", "go/vendor/x/a.go", ".cache/a.js", "old/CACHEDIR.TAG"];
    const sources = ["build/a.js", "dist/a.js", "target/a.ts", "env/a.ts", "vendor/a.ts", "bin/a.ts", "obj/a.ts"];
    for (const path of [...built, ...more, ...vendored, ...sources, "my-env/lib/a.py"]) await put(path, "x = 1\n");
    const report = await index();
    const all = await bench.code.outline(bench.call, { path: root, below: "", limit: 50 });
    const manifests = ["app/Cargo.toml", "web/package.json", "ios/Podfile", "net/a.csproj", "go/go.mod"];
    expect(all.map(({ path }) => path)).toEqual([".gitignore", ...manifests, ...sources].toSorted());
    expect(report.skippedFiles).toContainEqual({ path: "web/dist", reason: "build_output" });
    expect(await index({ include: ["web/dist/**"] })).toMatchObject({ files: 1 });
  });

  it("indexes what git tracks, even in a folder that looks built", async () => {
    git("init", "-q");
    await commit("First", { "package.json": "{}\n", "dist/kept.js": "1\n", "dist/sub/kept.js": "1\n" });
    await put("dist/built.js", "1\n");
    await put("coverage/built.js", "1\n");
    await index();
    const all = await bench.code.outline(bench.call, { path: root, below: "", limit: 50 });
    expect(all.map(({ path }) => path)).toEqual(["dist/kept.js", "dist/sub/kept.js", "package.json"]);
  });

  it.each([
    ["code", "const generated = /@generated|Code generated by x DO NOT EDIT/;\n", true],
    ["a later comment", "const a = 1;\n// @generated files and those with Code generated by x. DO NOT EDIT.\n", true],
    ["the line of Go below imports", "import a\n\n// Code generated by x. DO NOT EDIT.\nconst a = 1;\n", false],
    ["a sentence at the top", "/** Skips files with @generated in their head. */\nconst a = 1;\n", true],
    ["the header", "#!/usr/bin/env node\n\n// Code generated by x. DO NOT EDIT.\nconst a = 1;\n", false],
    ["a block at the top", "/*\n  Copyright.\n  @generated by x\n*/\nconst a = 1;\n", false],
    ["the header of Cargo", "# This file is automatically @generated by Cargo.\na = 1\n", false],
    ["the header of .NET", "// <auto-generated/>\nclass A {}\n", false],
    ["a sentence of a generator", "// WARNING: this file was automatically generated by x.\nconst a = 1;\n", false],
  ])("takes a file as generated by the comment at its top: %s", async (_, text, isIndexed) => {
    await put("a.ts", text);
    expect(await index()).toMatchObject({ files: isIndexed ? 1 : 0 });
  });

  it("leaves installed packages out where no ignore file does", async () => {
    await put("node_modules/x/a.js", "1\n");
    await put("packages/b/node_modules/x/a.js", "1\n");
    await put("a.js", "1\n");
    expect(await index()).toMatchObject({
      files: 1,
      excluded: [".git/**", "node_modules/**", "vendor/**", "__pycache__/**"],
    });
  });

  it("applies the user's and the clone's ignore files outside the tree, with lower precedence than those in it", async () => {
    execFileSync("git", ["init", "-q", root]);
    const own = join(root, ".git", "my-ignore");
    execFileSync("git", ["-C", root, "config", "core.excludesFile", own]);
    await writeFile(own, "*.tmp\n*.bak\n");
    await writeFile(join(root, ".git", "info", "exclude"), "/local/\n!keep.bak\n*.note\n");
    await put(".gitignore", "!shared.note\n");
    for (const path of ["a.ts", "a.tmp", "a.bak", "keep.bak", "local/x.ts", "sub/local/x.ts", "a.note", "shared.note"])
      await put(path, "x = 1\n");
    await index();
    const all = await bench.code.outline(bench.call, { path: root, below: "", limit: 50 });
    expect(all.map(({ path }) => path)).toEqual([".gitignore", "a.ts", "keep.bak", "shared.note", "sub/local/x.ts"]);
  });

  it("reads .dockerignore as Docker does: relative to its folder", async () => {
    await put(".dockerignore", "app\n!app/keep.ts\n**/cache\n");
    for (const path of ["app/a.ts", "app/keep.ts", "src/app/b.ts", "src/cache/c.ts"]) await put(path, "1\n");
    await index();
    const all = await bench.code.outline(bench.call, { path: root, below: "src", limit: 50 });
    expect(all.map(({ path }) => path)).toEqual(["src/app/b.ts"]);
  });

  const histories = async (on = bench) =>
    on.sql.all("SELECT source, body FROM search_documents WHERE source LIKE '%#history' ORDER BY source");

  it("finds a file by the subject lines of its commits, and shows its code", async () => {
    git("init", "-q");
    await commit("Stop overselling the last item", { "src/a.ts": "export function reserve() {\n  return 1;\n}\n" });
    await commit("Draw the chart", { "src/b.ts": "export function draw() {\n  return 2;\n}\n" });
    await index();
    expect((await search("an item was oversold"))[0]).toMatchObject({ path: "src/a.ts", symbol: "reserve", start: 1 });
  });

  it("adds the subject lines of new commits to what a fresh index would have", async () => {
    git("init", "-q");
    await commit("First", { "a.ts": "1\n", "b.ts": "1\n", "a.test.ts": "1\n" });
    await index();
    await put("a.ts", "2\n");
    await index();
    await commit("Second", {});
    await commit("Third", { "b.ts": "3\n", "c.ts": "3\n" });
    await index();
    const fresh = await openBench(root);
    await index({}, fresh);
    expect(await histories()).toEqual(await histories(fresh));
    expect((await histories()).map(({ body }) => body)).toEqual(["Second\nFirst", "Third\nFirst", "Third"]);
    await fresh.sql.close();
    await rm(join(root, "c.ts"));
    git("commit", "-q", "-a", "--amend", "-m", "Rewritten");
    await index();
    expect((await histories()).map(({ body }) => body)).toEqual(["Second\nFirst", "Rewritten\nThird\nFirst"]);
  });

  it("indexes older commits of a file that another pattern includes", async () => {
    git("init", "-q");
    await commit("First", { "a.ts": "1\n", "b.py": "1\n" });
    await index({ include: ["*.ts"] });
    await index();
    expect((await histories()).map(({ body }) => body)).toEqual(["First", "First"]);
  });

  it("retrieves tests apart, so that they do not use up the candidates of sources", async () => {
    for (let i = 0; i < 120; i++) await put(`test/overdraft${i}.test.ts`, "overdraft overdraft limit\n");
    await put("src/account.ts", "export function withdraw() {\n  // overdraft\n  return 1;\n}\n");
    await index();
    const hits = await search("overdraft limit is ignored");
    expect(hits[0]?.path).toBe("src/account.ts");
    expect((await search("tests of the overdraft"))[0]?.path).toMatch(/^test\//);
  });

  it("finds the function around the line of a stack frame", async () => {
    const functions = ["renderPage", "escapeHtml", "page"].map(
      (name) => `function ${name}() {\n  // page error\n  step();\n}\n`,
    );
    await put("src/web/page.ts", functions.join("\n"));
    await put("src/error.ts", "export class PageError extends Error {}\n");
    await index();
    const trace = "Error: page error\n    at r (webpack:///./src/web/page.ts:7:3)\n    at f (/app/src/error.ts:1:1)";
    expect((await search(trace))[0]).toMatchObject({ path: "src/web/page.ts", symbol: "escapeHtml" });
  });

  it("ranks the module that a question names first, though its words are elsewhere", async () => {
    const doc = '"""Raises an exception where the stock of the shop is too low."""';
    await put(
      "shop/cart.py",
      `from shop.stock import remove\n\n\ndef add(item):\n    ${doc}\n    raise Exception(item)\n`,
    );
    await put("shop/stock.py", "def remove(item):\n    return item\n");
    for (let i = 0; i < 9; i++) await put(`shop/m${i}.py`, `def f${i}(a):\n    raise Exception('shop ${i}')\n`);
    await index();
    expect((await search("exception in shop.stock"))[0]).toMatchObject({ path: "shop/stock.py", symbol: "remove" });
  });

  it("gives low scores to a question about something else, and lists no unlikely hits", async () => {
    for (let i = 0; i < 30; i++) {
      const body = Array.from(
        { length: 6 },
        (_, j) => `export function step${i}${j}() {\n  return "open file ${j}";\n}\n`,
      );
      await put(`src/f${i}.ts`, body.join("\n"));
    }
    await put("src/manifest.ts", "export function readManifest() {\n  return /kubernetes|compose/;\n}\n");
    await index();
    const off = await search("kubernetes ingress controller");
    const on = await search("read the kubernetes manifest");
    expect([off[0]?.path, on[0]?.path]).toEqual(["src/manifest.ts", "src/manifest.ts"]);
    expect(off[0]?.score).toBeLessThan(0.5);
    expect(on[0]?.score).toBeGreaterThan(0.8);
    expect((await search("open the manifest file")).slice(1).every(({ score }) => score >= 0.01)).toBe(true);
  });

  it("finds a file by a document that says what it is for", async () => {
    await put("docs/guide.md", "# Guide\n\nThe zeppelin procedure is implemented in `src/web/page.ts`.\n");
    await put("docs/list.md", "# Files\n\nzeppelin src/a.ts src/b.ts src/c.ts src/d.ts src/e.ts\n");
    await put("src/web/page.ts", "export function renderPage() {\n  return 1;\n}\n");
    for (const name of ["a", "b", "c", "d", "e"])
      await put(`src/${name}.ts`, `export function ${name}() {\n  return 2;\n}\n`);
    await index();
    const paths = (await search("zeppelin procedure")).map(({ path }) => path);
    expect(paths.slice(0, 2).toSorted()).toEqual(["docs/guide.md", "src/web/page.ts"]);
    expect(paths).not.toContain("src/a.ts");
  });

  it("searches for a whole report, not only for its beginning", async () => {
    await put("src/a.ts", "export function paint() {\n  return 'broken picture';\n}\n");
    await put("src/zoom.ts", "export function applyZoom() {\n  return 'viewport scroll offset';\n}\n");
    await index();
    const report = `It does not work\n\n${"I tried it on several machines and it was always the same. ".repeat(8)}\n\nThe viewport scroll offset is off.`;
    expect((await search(report))[0]?.path).toBe("src/zoom.ts");
  });

  it("applies the ignore files above a folder that is indexed by itself", async () => {
    execFileSync("git", ["init", "-q", root]);
    await put(".gitignore", "/packages/app/out/\n*.log\n");
    for (const path of ["out/a.ts", "src/a.ts", "src/a.log", "src/out/b.ts"]) await put(`packages/app/${path}`, "1\n");
    await index({ path: join(root, "packages", "app") });
    const all = await bench.code.outline(bench.call, { path: join(root, "packages", "app"), below: "", limit: 50 });
    expect(all.map(({ path }) => path)).toEqual(["src/a.ts", "src/out/b.ts"]);
  });

  it("reads the files of a repository whose objects or settings are broken", async () => {
    execFileSync("git", ["init", "-q", root]);
    await put("a.ts", "export const fromTheTree = 1;\n");
    execFileSync("git", ["-C", root, "add", "a.ts"]);
    const [object] = execFileSync("find", [join(root, ".git", "objects"), "-type", "f"], { encoding: "utf8" }).split(
      "\n",
    );
    await chmod(object ?? "", 0o600);
    await writeFile(object ?? "", "broken");
    expect(await index()).toMatchObject({ files: 1 });
    await writeFile(join(root, ".git", "config"), "[core\nnonsense = ");
    expect(await index({ owner: "ada" })).toMatchObject({ files: 1 });
    await rm(join(root, ".git"), { recursive: true });
    await put(".git", "gitdir: /nowhere/at/all\n");
    expect(await index({ owner: "ada" })).toMatchObject({ files: 1, unchanged: 1 });
    expect((await search("fromTheTree", { owner: "ada" }))[0]).toMatchObject({ path: "a.ts" });
  });

  it("rejects a folder it may not read and writes nothing", async () => {
    await put("a.ts", "1\n");
    const locked = { ...nodeFileTree, kindOf: async () => "unreadable" as const };
    const { code, sql, call } = await openBench(root, ":memory:", 1, locked);
    await expect(code.index(call, { path: root, ...everything })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
      details: { path: root },
    });
    for (const table of ["code_repositories", "code_files", "search_documents", "leases"])
      expect(await sql.all(`SELECT * FROM ${table}`), table).toEqual([]);
    await sql.close();
  });

  it("counts an unreadable folder and continues", async () => {
    await put("open/a.ts", "1\n");
    await put("shut/b.ts", "1\n");
    const entries = (path: string) => (path.endsWith("shut") ? Promise.resolve(undefined) : nodeFileTree.entries(path));
    const { code, sql, call } = await openBench(root, ":memory:", 1, { ...nodeFileTree, entries });
    expect(await code.index(call, { path: root, ...everything })).toMatchObject({
      files: 1,
      skipped: { unreadable: 1 },
    });
    await sql.close();
  });

  it("reports what is wrong with a path", async () => {
    await put("a.ts", "1\n");
    await expect(index({ path: join(root, "a.ts") })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(index({ path: join(root, "nowhere") })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(search("x", { path: join(root, "nowhere") })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("reads a repository once when two processes index it at the same time", async () => {
    for (let i = 0; i < 90; i++) await put(`f${i}.ts`, `export const v${i} = ${i};\n`);
    const folder = await mkdtemp(join(tmpdir(), "throughline-turn-"));
    const [one, other] = [
      await openBench(root, join(folder, "shared.db"), 1),
      await openBench(root, join(folder, "shared.db"), 2),
    ];
    const said: string[] = [];
    const call = { ...other.call, progress: (_: number, __: number | undefined, text: string) => void said.push(text) };
    const first = index({}, one);
    const [a, b] = await Promise.all([first, other.code.index(call, { path: root, ...everything })]);
    expect([a.added + b.added, a.files, b.files]).toEqual([90, 90, 90]);
    const follower = a.added === 0 ? a : b;
    expect(follower).toMatchObject({ added: 0, unchanged: 90 });
    // On a busy machine the first may be done before the second begins.
    if (follower === b && b.hasWaited) expect(said[0]).toMatch(/another process/);
    await Promise.all([one.sql.close(), other.sql.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  it("stops waiting for another process when the caller cancels", async () => {
    await put("a.ts", "1\n");
    await index();
    const [held] = await bench.sql.all<{ id: string }>("SELECT id FROM code_repositories");
    await openLeaseStore(bench.sql, fixedRuntime()).take(`code.index/t/${held?.id}`, "another", 60_000);
    const stop = new AbortController();
    const call = { ...bench.call, signal: stop.signal, progress: () => stop.abort() };
    await expect(bench.code.index(call, { path: root, ...everything })).rejects.toMatchObject({
      problem: "unavailable",
    });
  });

  it("stops when aborted, and resumes from there", async () => {
    for (let i = 0; i < 50; i++) await put(`f${i}.ts`, `export const v${i} = ${i};\n`);
    const stop = new AbortController();
    const call = { ...bench.call, signal: stop.signal, progress: () => stop.abort() };
    await expect(bench.code.index(call, { path: root, ...everything })).rejects.toMatchObject({
      problem: "unavailable",
    });
    expect(await index()).toMatchObject({ files: 50, added: 10, unchanged: 40 });
  });
});
