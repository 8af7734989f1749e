import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { toolNamed } from "../../../test/support/tool-named.js";
import { plainPaint } from "../../base/paint.js";

describe("the text of repository_index", () => {
  const answer = {
    path: "/r",
    files_indexed: 3,
    include_patterns: ["*"],
    exclude_patterns: [],
    max_file_size: 1,
    chunks: 3,
    added: 3,
    unchanged: 0,
    removed: 0,
  };

  it("lists the first skipped files and counts the others, without those that ignore files name", () => {
    const skipped_files = Array.from({ length: 50 }, (_, i) => ({ path: `a${i}.png`, reason: "binary" }));
    const text = toolNamed("repository_index").toText(
      { ...answer, skipped: { binary: 70, ignored: 9 }, skipped_files },
      plainPaint,
    );
    expect(text).toContain("a4.png (binary) and 65 more");
    const five = { ...answer, skipped: { binary: 5, not_included: 4 }, skipped_files: skipped_files.slice(0, 5) };
    expect(toolNamed("repository_index").toText(five, plainPaint)).toMatch(/a4\.png \(binary\)$/);
  });
});

describe("repository_search with symbol:", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp();
    await mkdir(join(app.folder, "src"));
    const text = "export function openPool() {\n  return 1;\n}\nfunction start() {\n  openPool();\n  openPool();\n}\n";
    await writeFile(join(app.folder, "src/pool.ts"), text);
    await callAs(app)("repository_index", { path: "." });
  });
  afterEach(() => app.remove());

  const search = (query: string, more: object = {}) =>
    callAs(app)("repository_search", { query, project_path: ".", ...more });

  it("lists the definition first, then the callers, and counts all uses", async () => {
    const { results, notice } = await search("symbol:openPool", { limit: 2, content_mode: "full" });
    expect(results).toMatchObject([
      { file_path: "src/pool.ts", role: "definition", symbol: "openPool", start_line: 1, end_line: 3 },
      { file_path: "src/pool.ts", role: "call", symbol: "start", start_line: 5, content: "  openPool();" },
    ]);
    expect(notice).toContain("1 definition, 2 calls by 1 caller, 0 imports");
    expect(notice).toContain("2 shown");
  });

  it("says when no file uses the name", async () => {
    expect(await search("symbol: closePool")).toMatchObject({
      results: [],
      notice: expect.stringContaining("closePool"),
    });
  });
});

describe("the text of repository_search", () => {
  const hit = {
    file_path: "a.ts",
    start_line: 1,
    end_line: 3,
    symbol: "open",
    kind: "function",
    language: "typescript",
  };

  const text = (answer: object) => toolNamed("repository_search").toText(answer, plainPaint);

  it("says why nothing was found", () => {
    const notice = "No file uses the name closePool.";
    expect(text({ results: [], count: 0, notice })).toBe(notice);
    expect(text({ results: [], count: 0 })).toContain("`throughline code index`");
  });

  it("has no empty line where no code is wanted", () => {
    const results = [{ ...hit, score: 0.5, also: ["5-9 close"] }];
    expect(text({ results, count: 1 })).toBe("a.ts:1-3 open 0.50\n  also 5-9 close");
    const use = { ...hit, score: 1, role: "call" as const };
    expect(text({ results: [use, use], count: 2 })).toBe("a.ts:1 call open\na.ts:1 call open");
  });
});
