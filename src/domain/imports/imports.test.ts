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

const pathOf = (name: string) => join(app.folder, "..", "other", name);
const write = (name: string, text: string) => {
  mkdirSync(dirname(pathOf(name)), { recursive: true });
  writeFileSync(pathOf(name), text);
};
const jsonLines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");
const migrate = (system: string, name = "", dryRun = false) =>
  app.imports.run(app, { system, path: name === "" ? "" : pathOf(name), project: "shop", dryRun });
const findMemories = async (query: string, project = "shop") =>
  (await app.memories.search(app.call, { project, query, limit: 10 })).map(({ title, content, outcome, tags }) => ({
    title,
    content,
    outcome,
    tags,
  }));

const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

describe("migrate-from", () => {
  it("imports a record once when two migrations run at the same time", async () => {
    write(
      "memory.jsonl",
      jsonLines({ type: "entity", name: "Pool", observations: ["Opens ten connections at once."] }),
    );
    await Promise.all([migrate("mcp-memory", "memory.jsonl"), migrate("mcp-memory", "memory.jsonl")]);
    expect(await findMemories("connections")).toHaveLength(1);
  });

  it("keeps all of a title that is too long", async () => {
    const name = `Pool ${"of many words ".repeat(10)}end`;
    write("memory.jsonl", jsonLines({ type: "entity", name, observations: ["Opens ten connections at once."] }));
    await migrate("mcp-memory", "memory.jsonl");
    const [memory] = await findMemories("connections");
    expect(memory?.title).toHaveLength(100);
    expect(memory?.content).toContain(name);
    expect(await migrate("mcp-memory", "memory.jsonl")).toMatchObject({ memories: 0, duplicates: 1 });
  });

  it("imports problems and decisions of archived sessions from c0ntextkeeper", async () => {
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
      { where: expect.stringContaining("broken.json"), why: "not a JSON object" },
      { where: "And now?", why: "too little text" },
    ]);
    expect(await findMemories("login slow", "web")).toContainEqual({
      title: "Why is login slow?",
      content: "Index the email column\n\na.sql",
      outcome: "success",
      tags: ["c0ntextkeeper", "problem", "db"],
    });
    expect((await findMemories("crash", "web"))[0]?.outcome).toBe("failure");
  });

  it("imports observations, summaries and rules from claude-mem's database", async () => {
    mkdirSync(pathOf(""), { recursive: true });
    const sql = await openSqlite(pathOf("claude-mem.db"));
    const times = "created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL";
    await sql.run(`CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT NOT NULL, project TEXT NOT NULL,
      text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT,
      files_modified TEXT, prompt_number INTEGER, content_hash TEXT, merged_into_project TEXT, metadata TEXT, ${times})`);
    await sql.run(`CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT NOT NULL, project TEXT NOT NULL,
      request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, files_read TEXT, files_edited TEXT,
      notes TEXT, prompt_number INTEGER, merged_into_project TEXT, ${times})`);
    await sql.run(`CREATE TABLE directives (id INTEGER PRIMARY KEY, scope TEXT NOT NULL, project TEXT, content TEXT NOT NULL,
      status TEXT NOT NULL, source TEXT NOT NULL, ${times}, updated_at_epoch INTEGER NOT NULL)`);
    await sql.run(
      `INSERT INTO observations (memory_session_id, project, type, title, narrative, facts, concepts, merged_into_project,
        created_at, created_at_epoch) VALUES ('s', 'web-old', 'bugfix', 'Port was random', 'The test took any free port.', ?, ?, 'web', '', 0)`,
      [JSON.stringify(["Port 4010 is fixed now"]), JSON.stringify(["testing"])],
    );
    await sql.run(
      "INSERT INTO observations (memory_session_id, project, type, created_at, created_at_epoch) VALUES ('s', 'web', 'change', '', 0)",
    );
    await sql.run(
      `INSERT INTO session_summaries (memory_session_id, project, request, learned, next_steps, created_at, created_at_epoch)
        VALUES ('s', 'web', 'Fix the login test', 'Ports must be pinned', 'Run it in CI', '', 0)`,
    );
    await sql.run(`INSERT INTO directives (scope, project, content, status, source, created_at, created_at_epoch, updated_at_epoch)
      VALUES ('project', 'web', 'Never deploy on a Friday', 'active', 'manual', '', 0, 0), ('global', NULL, 'Speak like a pirate', 'retired', 'manual', '', 0, 0)`);
    await sql.close();
    const report = await migrate("claude-mem", "claude-mem.db");
    expect(report).toMatchObject({ memories: 3 });
    expect(report.junk).toEqual([
      { where: "Speak like a pirate", why: "disabled there" },
      { where: "(no title)", why: "no title" },
    ]);
    expect(await findMemories("random port", "web")).toContainEqual({
      title: "Port was random",
      content: "The test took any free port.\n- Port 4010 is fixed now",
      outcome: "success",
      tags: ["claude-mem", "bugfix", "testing"],
    });
    expect(await findMemories("deploy Friday", "web")).toMatchObject([{ tags: ["claude-mem", "directive"] }]);
    const { memories } = await app.memories.list(app.call, { project: "web", limit: 9, offset: 0 });
    expect(memories.flatMap(({ evidence }) => evidence.map(({ from }) => from))).toContain(
      `${pathOf("claude-mem.db")} observation 1`,
    );
    expect(await migrate("claude-mem", "claude-mem.db")).toMatchObject({ memories: 0, duplicates: 3 });
  });

  it("imports notes with their tags and categories from basic-memory", async () => {
    write(
      "notes/ports.md",
      "---\ntitle: Ports in tests\ntype: note\ntags:\n  - testing\n  - ci\n---\n\n# Ports\n\n- [decision] Pin every port #ci\n- [ ] not an observation\n",
    );
    expect(await migrate("basic-memory", "notes")).toMatchObject({ memories: 1 });
    expect(await findMemories("ports")).toEqual([
      {
        title: "Ports in tests",
        content: "# Ports\n\n- [decision] Pin every port #ci\n- [ ] not an observation",
        outcome: "success",
        tags: ["basic-memory", "testing", "ci", "decision"],
      },
    ]);
  });

  it("imports every project in basic-memory's settings, and reports missing ones", async () => {
    write("work/ports.md", "---\ntitle: Ports\n---\nEvery port is pinned in tests.\n");
    write("main/tabs.md", "---\ntitle: Tabs\n---\nMakefiles want tabs, everything else spaces.\n");
    const projects = {
      work: { path: pathOf("work"), mode: "local" },
      main: pathOf("main"),
      gone: { path: pathOf("gone") },
    };
    write("config.json", JSON.stringify({ projects, default_project: "main" }));
    const report = await migrate("basic-memory", "config.json");
    expect(report).toMatchObject({ memories: 2, junk: [{ where: "gone" }] });
    expect(await findMemories("port", "work")).toMatchObject([{ title: "Ports" }]);
    expect(await findMemories("tabs", "main")).toMatchObject([{ title: "Tabs" }]);
  });

  it("imports a whole graph as mcp-memory's tool returns it", async () => {
    const entities = [{ name: "Checkout", entityType: "service", observations: ["Written in Go by payments"] }];
    const relations = [{ from: "Checkout", to: "Ledger", relationType: "calls" }];
    write("graph.json", JSON.stringify({ entities, relations }));
    expect(await migrate("mcp-memory", "graph.json")).toMatchObject({ memories: 1, junk: [] });
    expect(await findMemories("Checkout")).toMatchObject([{ content: "- Written in Go by payments\n- calls Ledger" }]);
  });

  it("imports OpenMemory's backup from mem0 with names for ids, without deleted records", async () => {
    const memory = (id: string, content: string, state: string) => ({
      id,
      user_id: "u",
      app_id: "a1",
      content,
      metadata: {},
      state,
      category_ids: ["c1"],
      created_at: "2026-01-01T00:00:00+00:00",
      archived_at: null,
      deleted_at: null,
    });
    const backup = {
      user: { id: "u", user_id: "me" },
      apps: [{ id: "a1", name: "cursor" }],
      categories: [{ id: "c1", name: "style" }],
      memories: [
        memory("1", "Prefers tabs over spaces in Go", "active"),
        memory("2", "Likes Perl very much", "deleted"),
      ],
      memory_categories: [{ memory_id: "1", category_id: "c1" }],
      export_meta: { version: "1" },
    };
    write("memories.json", JSON.stringify(backup));
    const report = await migrate("mem0", "memories.json");
    expect(report).toMatchObject({ memories: 1, junk: [{ where: "Likes Perl very much", why: "deleted there" }] });
    expect(await findMemories("tabs")).toMatchObject([{ tags: ["mem0", "cursor", "style"] }]);
  });

  it("imports every lasting kind of record from agentmemory, each into its project", async () => {
    const times = { createdAt: "", updatedAt: "" };
    const observation = { id: "o", sessionId: "s1", timestamp: "", facts: [], concepts: [], files: [], importance: 1 };
    const exported = {
      version: "0.9.29",
      exportedAt: "",
      sessions: [{ id: "s1", project: "web", cwd: "/web" }],
      observations: {
        s1: [
          { ...observation, type: "file_read", title: "Read a.ts", narrative: "Read the file a.ts from top to bottom" },
          {
            ...observation,
            type: "discovery",
            title: "Port is random",
            narrative: "The login test takes any free port",
          },
        ],
      },
      memories: [
        {
          ...times,
          title: "Prefers tabs",
          content: "Prefers tabs over spaces in Go",
          type: "preference",
          concepts: ["style"],
          isLatest: true,
          project: "web",
        },
        {
          ...times,
          title: "Prefers spaces",
          content: "Prefers spaces over tabs in Go",
          type: "preference",
          concepts: [],
          isLatest: false,
        },
      ],
      summaries: [
        {
          sessionId: "s1",
          project: "web",
          title: "Fixed login",
          narrative: "The login test is steady now",
          keyDecisions: ["Pin ports"],
          concepts: [],
        },
      ],
      lessons: [
        {
          ...times,
          content: "Run migrations before the seed script",
          context: "local set-up",
          tags: ["db"],
          project: "web",
        },
      ],
      insights: [
        {
          ...times,
          title: "Flaky tests come in pairs",
          content: "Where one port is random, another is too",
          tags: [],
          deleted: true,
        },
      ],
      semanticMemories: [{ ...times, fact: "The checkout service is written in Go" }],
      proceduralMemories: [
        { ...times, name: "Release", steps: ["tag", "push"], triggerCondition: "on Thursdays", tags: ["ops"] },
      ],
    };
    write("export.json", JSON.stringify(exported));
    const report = await migrate("agentmemory", "export.json");
    expect(report).toMatchObject({ memories: 6 });
    expect(report.junk).toEqual([
      { where: "Prefers spaces", why: "replaced there" },
      { where: "Flaky tests come in pairs", why: "deleted there" },
      { where: "Read a.ts", why: "a step, not a lesson" },
    ]);
    expect((await findMemories("login test port", "web")).map(({ title }) => title)).toContain("Port is random");
    expect(await findMemories("release steps")).toMatchObject([{ content: "on Thursdays\n1. tag\n2. push" }]);
    expect(await migrate("agentmemory", "export.json")).toMatchObject({ memories: 0, duplicates: 6 });
  });

  it("imports fixes with problem and cause from contextd", async () => {
    const remediation = {
      id: "r",
      title: "Pool exhausted",
      problem: "Requests hang",
      symptoms: ["timeouts"],
      root_cause: "Leaked clients",
      solution: "Release in finally",
      affected_files: ["src/pool.ts"],
      category: "runtime",
      tags: ["db"],
      scope: "project",
      tenant_id: "t",
      project_path: "shop",
    };
    write("export.json", JSON.stringify({ remediations: [remediation] }));
    expect(await migrate("contextd", "export.json")).toMatchObject({ memories: 1 });
    expect(await findMemories("pool exhausted")).toMatchObject([
      {
        content: "Requests hang\n\n- timeouts\n\nLeaked clients\n\nRelease in finally\n\nFiles: src/pool.ts",
        tags: ["contextd", "remediation", "runtime", "db"],
      },
    ]);
  });

  it("imports entities with their observations and relations from mcp-memory", async () => {
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
    expect(report.junk.map(({ why }) => why)).toEqual(["not a JSON object", "too little text"]);
    expect(await findMemories("Checkout")).toMatchObject([
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
  ])("imports an export of %s", async (system, exported) => {
    write("export.json", JSON.stringify(exported));
    expect(await migrate(system, "export.json")).toMatchObject({ memories: 1, junk: [] });
    expect(await findMemories("tabs")).toMatchObject([
      { content: "Prefers tabs over spaces in Go", tags: expect.arrayContaining([system, "style"]) },
    ]);
  });

  it("imports remediations as problem and solution from contextd", async () => {
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
    expect(await findMemories("EADDRINUSE")).toMatchObject([{ content: "Two jobs share a port\n\nTake port 0" }]);
  });

  it.each([
    "projects:\n  store:\n    description: The shop # ours\n    repos:\n      api:\n        path: PATH\n        description: 'The API'\n      gone:\n        path: /not/there\n",
    "current_project: store\nprojects:\n  store:\n    description: The shop\n    repos:\n    - name: api\n      path: PATH\n      description: The API\n    - name: gone\n      path: /not/there\n",
  ])("imports projects and existing repositories from context-bridge", async (yaml) => {
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

  it("imports nothing in a dry run, and nothing twice", async () => {
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
    expect(await findMemories("Checkout")).toEqual([]);
    await migrate("mcp-memory", "memory.jsonl");
    expect(await migrate("mcp-memory", "memory.jsonl")).toMatchObject({ memories: 0, duplicates: 2 });
    expect(await findMemories("Checkout")).toHaveLength(1);
  });

  it("does not import forgotten records, and imports the rest", async () => {
    const entity = (name: string, observation: string) => ({
      type: "entity",
      name,
      entityType: "x",
      observations: [observation],
    });
    write(
      "memory.jsonl",
      jsonLines(entity("Checkout", "Written in Go by payments"), entity("Ledger", "Keeps every booking for ten years")),
    );
    await migrate("mcp-memory", "memory.jsonl");
    const [memory] = await app.memories.search(app.call, { project: "shop", query: "Checkout", limit: 1 });
    await app.memories.forget(app.call, memory?.id ?? "");
    expect(await migrate("mcp-memory", "memory.jsonl")).toMatchObject({ memories: 0, duplicates: 1, forgotten: 1 });
    expect(await findMemories("Checkout")).toEqual([]);
  });

  it("counts records with secrets, and stores no secret", async () => {
    write(
      "memory.jsonl",
      jsonLines({ type: "entity", name: "Token", entityType: "x", observations: [`The deploy token is ${secret}`] }),
    );
    expect(await migrate("mcp-memory", "memory.jsonl")).toMatchObject({ memories: 1, withSecrets: 1 });
    expect(JSON.stringify(await findMemories("deploy token"))).not.toContain(secret);
    expect(await migrate("mcp-memory", "memory.jsonl")).toMatchObject({ memories: 0, duplicates: 1 });
  });

  it("reports an unknown system and a missing path", async () => {
    await expect(migrate("claude-men")).rejects.toThrow("Did you mean claude-mem?");
    await expect(migrate("mem0")).rejects.toThrow("no default location");
    await expect(migrate("context-teleport")).rejects.toThrow("need no migration");
    await expect(migrate("claude-mem", "missing.db")).rejects.toThrow("cannot be read as an SQLite database");
    await expect(migrate("mcp-memory", "missing.jsonl")).rejects.toThrow("File or folder not found");
  });
});
