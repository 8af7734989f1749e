import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "./support/call-as.js";
import { type TestApp, testApp } from "./support/test-app.js";

interface Listed {
  readonly id: string;
  readonly created_at: string;
  readonly threshold?: number;
  readonly summary: string;
}
interface Memory {
  readonly id: string;
  readonly tags: string[];
  readonly confidence: number;
}
interface Place {
  readonly file_path: string;
  readonly content?: string;
  readonly start_line: number;
}

/** Known faults of other memory servers. */
describe("the memory family", () => {
  let app: TestApp;
  let call: ReturnType<typeof callAs>;
  beforeEach(async () => {
    app = await testApp();
    call = callAs(app);
  });
  afterEach(() => app.remove());

  const put = async (path: string, text: string) => {
    await mkdir(join(app.folder, path, ".."), { recursive: true });
    await writeFile(join(app.folder, path), text);
  };
  const index = (more: object = {}) => call("repository_index", { path: app.folder, tenant_id: "t", ...more });
  const search = async (query: string, more: object = {}) =>
    (await call("repository_search", { query, project_path: app.folder, tenant_id: "t", ...more })).results as Place[];
  const lesson = { project_id: "shop", title: "Use gRPC", content: "It is typed.", outcome: "success" };

  it("lists the newest of fifty checkpoints, in order, with unchanged dates and thresholds", async () => {
    for (let i = 0; i < 50; i++) {
      const facts = { session_id: "s", tenant_id: "t", project_path: "/p", summary: `step ${i}`, threshold: i };
      await call("checkpoint_save", facts);
    }
    const { checkpoints, total } = (await call("checkpoint_list", { tenant_id: "t", limit: 3 })) as unknown as {
      checkpoints: Listed[];
      total: number;
    };
    expect(checkpoints.map(({ summary, threshold }) => [summary, threshold])).toEqual([
      ...[
        ["step 49", 49],
        ["step 48", 48],
        ["step 47", 47],
      ],
    ]);
    expect(total).toBe(50);
    for (const { created_at } of checkpoints) expect(new Date(created_at).toISOString()).toBe(created_at);
  });

  it("keeps tags and other values through votes, searches and changes", async () => {
    const tags = ["a||b", "ü, x", "c"];
    const { id } = await call("memory_record", { ...lesson, tags });
    await call("memory_feedback", { memory_id: id, helpful: true });
    await call("memory_outcome", { memory_id: id, succeeded: false });
    const [found] = (await call("memory_search", { project_id: "shop", query: "gRPC typed" })).memories as Memory[];
    expect(found).toMatchObject({ tags, confidence: 0.52 });
    const fix = { title: "x", problem: "p||q", root_cause: "r||s", solution: "t||u", category: "test", scope: "org" };
    await call("remediation_record", { ...fix, tenant_id: "t", symptoms: ["v||w"], confidence: 0.7 });
    const { remediations } = await call("remediation_search", { query: "p||q", tenant_id: "t", min_confidence: 0.6 });
    expect(remediations).toMatchObject([{ problem: "p||q", root_cause: "r||s", solution: "t||u", confidence: 0.7 }]);
  });

  it("accepts any text as a project, and distinguishes similar ones", async () => {
    const long = `/srv/${"deep/".repeat(40)}app`;
    const names = ["my-app", "my_app", "github.com/owner/my-app", "приложение", "a..b", `${long}-1`, `${long}-2`];
    for (const [i, project_id] of names.entries())
      await call("memory_record", { ...lesson, project_id, title: `t${i}` });
    for (const [i, project_id] of names.entries()) {
      const { memories } = await call("memory_list", { project_id });
      expect(memories, project_id).toMatchObject([{ title: `t${i}` }]);
    }
  });

  it("finds nothing for a question about something else", async () => {
    await call("memory_record", { ...lesson, title: "Frontend styling", content: "Use CSS variables for the theme." });
    expect((await call("memory_search", { project_id: "shop", query: "database query timeout" })).count).toBe(0);
  });

  it("never invents a level, a scope or a category", async () => {
    const saved = await call("checkpoint_save", { session_id: "s", tenant_id: "t", project_path: "/p", summary: "x" });
    for (const [tool, input] of [
      ["checkpoint_resume", { checkpoint_id: saved.id, tenant_id: "t", level: "everything" }],
      ["memory_record", { ...lesson, outcome: "maybe" }],
      ["remediation_search", { query: "x", tenant_id: "t", scope: "galaxy" }],
      ["remediation_search", { query: "x", tenant_id: "t", category: "weather" }],
    ] as const)
      await expect(call(tool, input), tool).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("indexes once for repeated calls, removes deleted files, and reads a file to its end", async () => {
    const filler = Array.from({ length: 900 }, (_, i) => `export const filler${i} = "word word word";`).join("\n");
    await put("long.ts", `${filler}\nexport function zanzibarAtTheEnd() {\n  return 1;\n}\n`);
    await put("gone.ts", "export const soonGone = 1;\n");
    expect((await index()).files_indexed).toBe((await index()).files_indexed);
    expect((await search("zanzibarAtTheEnd"))[0]).toMatchObject({ file_path: "long.ts", start_line: 901 });
    execFileSync("rm", [join(app.folder, "gone.ts")]);
    await index();
    expect(await search("soonGone")).toEqual([]);
  });

  it("supports patterns with braces and folders, and skips a file with one huge line", async () => {
    await put("src/a.ts", "export const a = 1;\n");
    await put("src/b.py", "b = 1\n");
    await put("lib/c.go", "package c\n");
    await put("bundle.js", `var x = "${"y".repeat(300_000)}";\n`);
    const done = await index({ include_patterns: ["src/**/*.{ts,py}", "*.js"] });
    expect(done).toMatchObject({ files_indexed: 2, skipped: { generated: 1, not_included: 1 } });
  });

  it("shows the requested amount of code, in whole characters", async () => {
    await put("a.ts", `export function hello() {\n${"  greet('😀');\n".repeat(20)}}\n`);
    await index();
    const [minimal] = await search("hello", { content_mode: "minimal" });
    const [preview] = await search("hello");
    const [full] = await search("hello", { content_mode: "full" });
    expect(minimal?.content).toBeUndefined();
    expect(full?.content).toContain("}\n".trim());
    expect(full?.content?.startsWith(preview?.content ?? "-")).toBe(true);
    expect((preview?.content ?? "").length).toBeLessThan((full?.content ?? "").length);
    expect(Buffer.from(preview?.content ?? "").toString()).toBe(preview?.content);
    await expect(search("hello", { content_mode: "some" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("refuses a size limit beyond ten mebibytes and a path outside of any folder", async () => {
    await expect(index({ max_file_size: 10_485_761 })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(index({ path: `${app.folder}/../nowhere` })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("knows thirty common errors without a model, with evidence for each", async () => {
    const errors = [
      ...["connect ECONNREFUSED 127.0.0.1:5432", "Error: listen EADDRINUSE: address already in use :::3000"],
      ...["ModuleNotFoundError: No module named 'requests'", "Cannot find module 'express'", "exit code 137"],
      ...["fatal: not a git repository", "EACCES: permission denied, open '/x'", "ENOSPC: no space left on device"],
      ...["SyntaxError: Unexpected token }", "TypeError: x is not a function", "UNIQUE constraint failed: a.b"],
      ...["getaddrinfo ENOTFOUND api.example.org", "certificate has expired", "KeyError: 'id'", "Segmentation fault"],
      ...["java.lang.NullPointerException", "panic: runtime error: index out of range", "npm ERR! code ERESOLVE"],
      ...["database is locked", "no such table: users", "bash: foo: command not found", "429 Too Many Requests"],
      ...[
        "CORS policy: No 'Access-Control-Allow-Origin'",
        "undefined reference to `main'",
        "JavaScript heap out of memory",
      ],
      ...[
        "error TS2322: Type 'string' is not assignable to type 'number'",
        "ETIMEDOUT",
        "CONFLICT (content): Merge conflict",
      ],
      ...["IndentationError: unexpected indent", "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff"],
    ];
    expect(errors.length).toBeGreaterThanOrEqual(30);
    for (const error_message of errors) {
      const { hypotheses } = await call("troubleshoot_diagnose", { error_message });
      const [first] = hypotheses as { evidence: string[]; confidence: number }[];
      expect(first?.evidence.length, error_message).toBeGreaterThan(0);
      expect(first?.confidence, error_message).toBeGreaterThan(0.5);
    }
  });
});
