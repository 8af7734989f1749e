import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { openSqlite } from "../../engine/sqlite/open-sqlite.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const at = (name: string) => join(app.folder, "..", "other", name);
const write = (name: string, text: string) => {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
};
const jsonLines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");
const migrate = (system: string, name = "", dryRun = false) =>
  app.imports.run(app, { system, path: name === "" ? "" : at(name), project: "shop", dryRun });
const found = async (query: string, project = "shop") =>
  (await app.memories.search(app.call, { project, query, limit: 10 })).map(({ title, content, outcome, tags }) => ({
    ...{ title, content, outcome, tags },
  }));

const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

describe("migrate-from", () => {
  it("c0ntextkeeper brings problems and decisions of archived sessions", async () => {
    const session = {
      sessionId: "s1",
      projectPath: "/home/dev/web",
      problems: [
        {
          question: "Why is login slow?",
          solution: { approach: "Index the email column", files: ["a.sql"], successful: true },
          tags: ["db"],
        },
        { question: "Why does it crash?", solution: { approach: "Tried to raise the limit", successful: false } },
        { question: "And now?" },
      ],
      decisions: [{ decision: "Use SQLite", rationale: "One file, no server to run", tags: [] }],
    };
    write("archive/projects/web/sessions/2026-01-01_0000_MT_fix.json", JSON.stringify(session));
    write("archive/projects/web/sessions/broken.json", "{");
    write("archive/projects/web/test/2026.json", JSON.stringify(session));
    const report = await migrate("c0ntextkeeper", "archive");
    expect(report).toMatchObject({ memories: 3, duplicates: 0 });
    expect(report.junk).toEqual([
      { where: expect.stringContaining("broken.json"), why: "no JSON object" },
      { where: "And now?", why: "says too little" },
    ]);
    expect(await found("login slow", "web")).toContainEqual({
      title: "Why is login slow?",
      content: "Index the email column\n\na.sql",
      outcome: "success",
      tags: ["c0ntextkeeper", "problem", "db"],
    });
    expect((await found("crash", "web"))[0]?.outcome).toBe("failure");
  });

  it("claude-mem brings observations and summaries out of its database", async () => {
    mkdirSync(at(""), { recursive: true });
    const sql = await openSqlite(at("claude-mem.db"));
    await sql.run(
      "CREATE TABLE observations (id INTEGER, project TEXT, type TEXT, title TEXT, subtitle TEXT, narrative TEXT, facts TEXT, concepts TEXT)",
    );
    await sql.run(
      "CREATE TABLE session_summaries (id INTEGER, project TEXT, request TEXT, learned TEXT, completed TEXT, next_steps TEXT)",
    );
    await sql.run(
      "INSERT INTO observations VALUES (1, 'web', 'bugfix', 'Port was random', NULL, 'The test took any free port.', ?, ?)",
      [JSON.stringify(["Port 4010 is fixed now"]), JSON.stringify(["testing"])],
    );
    await sql.run(
      "INSERT INTO session_summaries VALUES (1, 'web', 'Fix the login test', 'Ports must be pinned', '', 'Run it in CI')",
    );
    await sql.close();
    expect(await migrate("claude-mem", "claude-mem.db")).toMatchObject({ memories: 2, junk: [] });
    expect(await found("random port", "web")).toContainEqual({
      title: "Port was random",
      content: "The test took any free port.\n- Port 4010 is fixed now",
      outcome: "success",
      tags: ["claude-mem", "bugfix", "testing"],
    });
  });

  it("basic-memory brings notes with their tags and categories", async () => {
    write(
      "notes/ports.md",
      "---\ntitle: Ports in tests\ntype: note\ntags:\n  - testing\n  - ci\n---\n\n# Ports\n\n- [decision] Pin every port #ci\n- [ ] not an observation\n",
    );
    expect(await migrate("basic-memory", "notes")).toMatchObject({ memories: 1 });
    expect(await found("ports")).toEqual([
      {
        title: "Ports in tests",
        content: "# Ports\n\n- [decision] Pin every port #ci\n- [ ] not an observation",
        outcome: "success",
        tags: ["basic-memory", "testing", "ci", "decision"],
      },
    ]);
  });

  it("mcp-memory brings entities with what is known of them", async () => {
    write(
      "memory.jsonl",
      `${jsonLines(
        {
          type: "entity",
          name: "Checkout",
          entityType: "service",
          observations: ["Written in Go", "Owned by payments"],
        },
        { type: "entity", name: "Empty", entityType: "service", observations: [] },
        { type: "relation", from: "Checkout", to: "Ledger", relationType: "calls" },
      )}not json\n`,
    );
    const report = await migrate("mcp-memory", "memory.jsonl");
    expect(report).toMatchObject({ memories: 1 });
    expect(report.junk.map(({ why }) => why)).toEqual(["no JSON object", "says too little"]);
    expect(await found("Checkout")).toMatchObject([
      { content: "- Written in Go\n- Owned by payments\n- calls Ledger" },
    ]);
  });

  it.each([
    ["mem0", { results: [{ id: "1", memory: "Prefers tabs over spaces in Go", categories: ["style"] }] }],
    ["mem0", [{ id: "1", content: "Prefers tabs over spaces in Go", categories: ["style"] }]],
    [
      "agentmemory",
      {
        version: "0.9",
        memories: [
          { title: "Prefers tabs", content: "Prefers tabs over spaces in Go", type: "preference", concepts: ["style"] },
        ],
      },
    ],
    [
      "contextd",
      {
        memories: [
          { title: "Prefers tabs", content: "Prefers tabs over spaces in Go", outcome: "success", tags: ["style"] },
        ],
      },
    ],
  ])("%s brings its export", async (system, exported) => {
    write("export.json", JSON.stringify(exported));
    expect(await migrate(system, "export.json")).toMatchObject({ memories: 1, junk: [] });
    expect(await found("tabs")).toMatchObject([
      { content: "Prefers tabs over spaces in Go", tags: expect.arrayContaining([system, "style"]) },
    ]);
  });

  it("contextd brings remediations as what went wrong and what helped", async () => {
    write(
      "export.json",
      JSON.stringify({
        remediations: [
          {
            problem: "EADDRINUSE in CI",
            root_cause: "Two jobs share a port",
            solution: "Take port 0",
            category: "test",
          },
        ],
      }),
    );
    await migrate("contextd", "export.json");
    expect(await found("EADDRINUSE")).toMatchObject([{ content: "Two jobs share a port\n\nTake port 0" }]);
  });

  it.each([
    "projects:\n  store:\n    description: The shop # ours\n    repos:\n      api:\n        path: PATH\n        description: 'The API'\n      gone:\n        path: /not/there\n",
    "current_project: store\nprojects:\n  store:\n    description: The shop\n    repos:\n    - name: api\n      path: PATH\n      description: The API\n    - name: gone\n      path: /not/there\n",
  ])("context-bridge brings projects and the repositories that are still there", async (yaml) => {
    write("config.yaml", yaml.replace("PATH", app.folder));
    expect(await migrate("context-bridge", "config.yaml")).toMatchObject({ projects: 1, memories: 0 });
    expect((await app.bridge.projects.list(app.call)).projects).toMatchObject([
      { name: "store", description: "The shop" },
    ]);
    expect(await app.bridge.projects.repositories(app.call, "store")).toMatchObject([
      { name: "api", path: app.folder, description: "The API" },
    ]);
    expect(await migrate("context-bridge", "config.yaml")).toMatchObject({ projects: 0, duplicates: 1 });
  });

  it("brings nothing over in a dry run, and nothing twice", async () => {
    const fact = {
      type: "entity",
      name: "Checkout",
      entityType: "service",
      observations: ["Written in Go by payments"],
    };
    write("memory.jsonl", jsonLines(fact, fact));
    expect(await migrate("mcp-memory", "memory.jsonl", true)).toMatchObject({
      memories: 1,
      duplicates: 1,
      dryRun: true,
    });
    expect(await found("Checkout")).toEqual([]);
    await migrate("mcp-memory", "memory.jsonl");
    expect(await migrate("mcp-memory", "memory.jsonl")).toMatchObject({ memories: 0, duplicates: 2 });
    expect(await found("Checkout")).toHaveLength(1);
  });

  it("does not bring back what was forgotten here, and brings the rest all the same", async () => {
    const entity = (name: string, said: string) => ({ type: "entity", name, entityType: "x", observations: [said] });
    write(
      "memory.jsonl",
      jsonLines(entity("Checkout", "Written in Go by payments"), entity("Ledger", "Keeps every booking for ten years")),
    );
    await migrate("mcp-memory", "memory.jsonl");
    const [memory] = await app.memories.search(app.call, { project: "shop", query: "Checkout", limit: 1 });
    await app.memories.forget(app.call, memory?.id ?? "");
    expect(await migrate("mcp-memory", "memory.jsonl")).toMatchObject({ memories: 0, duplicates: 1, forgotten: 1 });
    expect(await found("Checkout")).toEqual([]);
  });

  it("counts what held secrets, and keeps none of them", async () => {
    write(
      "memory.jsonl",
      jsonLines({ type: "entity", name: "Token", entityType: "x", observations: [`The deploy token is ${secret}`] }),
    );
    expect(await migrate("mcp-memory", "memory.jsonl")).toMatchObject({ memories: 1, withSecrets: 1 });
    expect(JSON.stringify(await found("deploy token"))).not.toContain(secret);
    expect(await migrate("mcp-memory", "memory.jsonl")).toMatchObject({ memories: 0, duplicates: 1 });
  });

  it("says what is wrong with a system or a path", async () => {
    await expect(migrate("claude-men")).rejects.toThrow("Did you mean claude-mem?");
    await expect(migrate("mem0")).rejects.toThrow("no usual place");
    await expect(migrate("context-teleport")).rejects.toThrow("need no migration");
    await expect(migrate("claude-mem", "missing.db")).rejects.toThrow("cannot be read as an SQLite database");
    await expect(migrate("mcp-memory", "missing.jsonl")).rejects.toThrow("There is no");
  });
});
