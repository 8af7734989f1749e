import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import { nodeFiles } from "../../src/engine/node-files/node-files.js";
import type { Sql } from "../../src/engine/sql.js";
import { noteReceipt } from "../../src/entry/hook/note-receipt.js";
import { listOwnTables } from "../../src/store/all-rows.js";
import { briefFilesIn } from "../../src/store/archive/brief-files.js";
import { sessionEvidence } from "../../src/store/memory/forget-session.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { callTool } from "../../src/surface/call-tool.js";
import { tools } from "../../src/tools/catalog.js";
import { openPglite } from "../conformance/open-pglite.js";
import { askRoute } from "../support/ask-route.js";
import { ClaudeTranscript } from "../support/claude-transcript.js";
import { commandNamed } from "../support/command-named.js";
import { ingestTranscripts } from "../support/ingest-transcripts.js";
import { columnsWith, filesWith } from "../support/search-home.js";
import { seedProject } from "../support/seed-project.js";
import { type TestApp, testApp } from "../support/test-app.js";

/** Occurs nowhere else. */
const word = "quokkaferry";

/**
 * Every table, by what deletes the words in it. A new table makes the test fail until it is listed here, planted below
 * and emptied by what deletes its records.
 */
const tablesByDeletion = {
  forget:
    "exchanges file_touches findings handed_fixes injections patterns session_blobs session_chunks sessions transcripts memories remediations checkpoints search_documents search_words search_terms search_term_grams answered_requests agent_runs query_answers memory_tags record_counts",
  // What a person connects, names or configures, and the code of repositories; deleted by commands of their own.
  other:
    "projects active_projects repositories repository_facts known_projects project_marks code_repositories code_files operations remote_outbox remote_copies",
  // Ids, hashes, counts, times and names of tables.
  noWords:
    "migrations migration_needs leases search_vectors search_state search_sign_blocks agent_probes session_blob_uses spool_files forgotten_sessions forgotten_memories access_tokens served_tenants audit_log allowances database_moves tenant_quotas distilled_sessions embedding_queue search_counts synced_records synced_segments",
};

/** Where the session below is before it is deleted. */
const columnsOfSession =
  "exchanges.answer exchanges.files exchanges.implementations exchanges.patterns exchanges.question exchanges.solution file_touches.path findings.body findings.label handed_fixes.fingerprint injections.item memories.content memories.evidence memories.title patterns.pattern remediations.affected_files remediations.code_diff remediations.fingerprint remediations.problem remediations.solution remediations.symptoms remediations.title remediations.verified_by search_documents.body search_documents.details search_documents.files search_documents.reply search_documents.title session_blobs.body session_chunks.body sessions.title transcripts.state".split(
    " ",
  );

interface Fixture {
  readonly app: TestApp;
  readonly sql: Sql;
  readonly folder: string;
  remove(): Promise<void>;
}

const engines = {
  SQLite: async (): Promise<Fixture> => {
    const folder = await mkdtemp(join(tmpdir(), "throughline-words-"));
    const home = join(folder, "home");
    await mkdir(home, { recursive: true });
    const location = { folder, runtime: fixedRuntime(), database: join(home, "throughline.db") };
    const app = await testApp({}, undefined, {}, location);
    return { app, sql: app.sql, folder, remove: () => app.remove() };
  },
  PostgreSQL: async (): Promise<Fixture> => {
    const sql = await openPglite();
    await migrate(sql, fixedRuntime(), migrations);
    const folder = await mkdtemp(join(tmpdir(), "throughline-words-"));
    await mkdir(join(folder, "home"), { recursive: true });
    const app = await testApp({}, undefined, { sql }, { folder, runtime: fixedRuntime(), database: ":memory:" });
    return {
      app,
      sql,
      folder,
      remove: async () => {
        await app.remove();
        await sql.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

let fixture: Fixture;
let app: TestApp;
const open = async (engine: keyof typeof engines) => {
  fixture = await engines[engine]();
  app = fixture.app;
};
afterEach(() => fixture.remove());

const call = async (name: string, input: object) => {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return (await callTool(tool, input, app)) as { id: string };
};
const places = async () => [
  ...(await columnsWith(fixture.sql, [word])),
  ...filesWith(join(fixture.folder, "home"), [word]),
  ...filesWith(join(app.folder, ".git"), [word]),
];
const isOfSession = (session: string) => ({ ...app.call, session });
const failure = `Error: cannot reach the ${word} gateway at pool ${word}`;

/** A session with the word in every kind of event, and what hooks, servers and restores derive from it. */
async function plantSession(): Promise<void> {
  const path = join(app.folder, "src", `${word}.ts`);
  await ingestTranscripts(
    app,
    new ClaudeTranscript("one", app.folder)
      .ask(`Make the ${word} deploy work.`)
      .use("Bash", { command: `npm run ${word}` }, failure, true)
      .use("Edit", { file_path: path, old_string: "1", new_string: "20" }, "ok")
      .use("Bash", { command: `npm run ${word}` }, "ok")
      .use("Bash", { command: "cat log" }, `${word} `.repeat(2000))
      .say(`We decided to use ${word} because it is fast. The ${word} works now.`),
    new ClaudeTranscript("two", app.folder).ask("Something else entirely.").say("Done."),
  );
  await app.promoteFixes(app.call);
  await app.injection.withPrompt(isOfSession("one"), `From now on always use the ${word} gateway for deploys.`);
  const given = [
    await app.injection.atStart(isOfSession("two"), false),
    await app.injection.onFile(isOfSession("two"), path),
    await app.injection.onFailure(isOfSession("two"), { output: failure, command: `npm run ${word}` }),
    await app.injection.withPrompt(isOfSession("two"), `How does the deploy with ${word} reach its gateway again?`),
  ];
  const event = { agent: "claude-code", session: "two", name: "x", folder: app.folder } as never;
  for (const text of given) noteReceipt(app.home, event, { result: "given", text });
  await app.memories.record(
    { ...app.call, caller: "distiller:claude" },
    {
      project: app.folder,
      title: `The ${word} is fast`,
      content: "Use it.",
      outcome: "success",
      tags: [],
      evidence: [{ from: sessionEvidence("one"), quote: `use ${word}` }],
    },
  );
  await app.memories.record(app.call, {
    project: app.folder,
    title: "Deploys",
    content: "Deploys go through a gateway.",
    outcome: "success",
    tags: [],
    evidence: [{ from: sessionEvidence("one"), quote: `the ${word} gateway` }],
  });
  await call("checkpoint_save", { session_id: "one", project_path: app.folder, summary: word, full_state: word });
  await briefFilesIn(app.home, nodeFiles).write(app.folder, given.join("\n"));
  await mkdir(app.home.logs, { recursive: true });
  await writeFile(join(app.home.logs, "today.log"), `{"event":"x"}\n{"event":"y","error":"Invalid JSON: ${word}"}\n`);
  if (fixture.sql === app.sql) await plantDatabases();
}

/** Copies of the database that the product makes by itself. */
async function plantDatabases(): Promise<void> {
  await app.automaticBackups.makeIfDue();
  for (const label of ["damaged-2026", "damaged-2026-wal", "before-restore-2026"])
    await writeFile(`${app.home.database}.${label}`, word);
}

/** Records of each kind. */
async function plantRecords(): Promise<void> {
  await seedProject(app);
  await app.memories.record(app.call, lesson({ content: `The ${word} is slow.` }));
  const fix = { title: `Of ${word}`, problem: failure, root_cause: word, solution: word, category: "runtime" };
  await call("remediation_record", { ...fix, scope: "project", project_path: "shop" });
  const checkpoint = { session_id: "two", project_path: app.folder, name: word, summary: word, full_state: word };
  await call("checkpoint_save", checkpoint);
  await call("query_repo", { repo: "api", query: `Where is the ${word}?` });
}

const guard = { words: [word], effect: "ask", state: "accepted", stops: 0, overruled: 0 } as const;

const lesson = (text: { title?: string; content?: string; tags?: string[] }) => ({
  project: app.folder,
  title: "A lesson",
  content: "Something.",
  outcome: "success" as const,
  tags: [],
  ...text,
});

describe.each(["SQLite", "PostgreSQL"] as const)("on %s, a word that came in through every door", (engine) => {
  beforeEach(() => open(engine));

  it("is gone with its session", async () => {
    await plantSession();
    const before = await places();
    expect(before).toEqual(expect.arrayContaining(columnsOfSession));
    const listed = Object.values(tablesByDeletion).flatMap((names) => names.split(" "));
    expect((await listOwnTables(fixture.sql)).filter((name) => !listed.includes(name))).toEqual([]);
    expect(before.some((place) => place.startsWith("receipts"))).toBe(true);
    await commandNamed("forget").run({ session: "one" }, app);
    expect(await places()).toEqual([]);
    await app.promoteFixes(app.call);
    expect(await places()).toEqual([]);
  });

  it("is gone after a purge of what contains it", async () => {
    await plantSession();
    await plantRecords();
    await commandNamed("purge").run({ match: word }, app);
    expect(await places()).toEqual([]);
  });

  it("is gone after a purge of what is old", async () => {
    await plantSession();
    await plantRecords();
    await commandNamed("purge").run({ older_than: "2099-01-01" }, app);
    expect(await places()).toEqual([]);
  });

  it("is gone with its tenant", async () => {
    await plantSession();
    await plantRecords();
    await app.memories.record(app.call, { ...lesson({}), guards: [guard] });
    await app.guards.refresh(app.call);
    await commandNamed("tenant delete").run({ tenant: app.call.tenant }, app);
    expect(await places()).toEqual([]);
  });

  it("is gone with its memory, whichever version had it", async () => {
    const first = await app.memories.record(app.call, lesson({ title: `The ${word} is slow`, tags: [word] }));
    await app.memories.update(app.call, first.id, { tags: [] });
    const second = await app.memories.update(app.call, first.id, {
      title: "Gates are slow",
      reason: `not the ${word}`,
    });
    await app.memories.update(app.call, second.id, { content: "Wait for them." });
    await app.memories.forget(app.call, first.id);
    expect(await places()).toEqual([]);
    expect((await app.memories.newest(app.call, 9)).map(({ title }) => title)).toEqual([
      "Gates are slow",
      "Gates are slow",
    ]);
  });
});

describe("a word that came in", () => {
  beforeEach(() => open("SQLite"));

  it.each([
    { title: `The ${word} is slow` },
    { content: `The ${word} is "slow".` },
    { tags: [word] },
    { anchors: [`src/${word}.ts`] },
    { quote: `please "${word}" it` },
    { guards: [guard] },
  ])("is gone after a purge, wherever a memory had it: %j", async (text) => {
    const { quote, ...fields } = { quote: undefined, ...text };
    const evidence = quote === undefined ? [] : [{ quote }];
    await app.memories.record(app.call, { ...lesson({}), ...fields, evidence } as never);
    await app.guards.refresh(app.call);
    expect(await places()).not.toEqual([]);
    await commandNamed("purge").run({ match: word }, app);
    expect(await places()).toEqual([]);
  });

  it("is gone from the line of a receipt that a crash cut off", async () => {
    const memory = await app.memories.record(app.call, lesson({ title: `The ${word} is slow` }));
    await mkdir(app.home.receipts, { recursive: true });
    await writeFile(join(app.home.receipts, "2026-01-01.jsonl"), `{"at":"2026-01-01","text":"The ${word} is`);
    await app.memories.forget(app.call, memory.id);
    expect(await places()).toEqual([]);
  });

  it("is gone with its project", async () => {
    await plantSession();
    await commandNamed("forget").run({ project: app.folder }, app);
    expect(await places()).toEqual([]);
  });

  it("is gone with a memory that was merged into another", async () => {
    const kept = await app.memories.record(app.call, lesson({ title: "Gates are slow" }));
    const dropped = await app.memories.record(app.call, lesson({ title: `The ${word} is slow`, content: "Other." }));
    const text = { title: "Gates are slow to open", content: "Wait for them." };
    await app.memories.merge(app.call, { keep: kept.id, drop: dropped.id }, text);
    await app.memories.forget(app.call, dropped.id);
    expect(await places()).toEqual([]);
  });

  it("is gone with a fix that the page deletes", async () => {
    const fix = { title: `Of ${word}`, problem: failure, root_cause: word, solution: word, category: "runtime" };
    const { id } = await call("remediation_record", { ...fix, scope: "project", project_path: app.folder });
    const text = await app.injection.onFailure(isOfSession("two"), { output: failure, command: "" });
    expect(text).toContain(word);
    noteReceipt(app.home, { agent: "claude-code", session: "two", name: "x", folder: app.folder } as never, {
      result: "given",
      text,
    });
    await askRoute(app, "POST /api/remediations/:id/forget", { params: { id } });
    expect(await places()).toEqual([]);
  });

  it.each([
    ["context_add_knowledge", "context_remove_knowledge", { key: "deploy" }],
    ["context_add_convention", "context_rm_convention", { key: "deploy" }],
    ["context_add_skill", "context_remove_skill", { name: "deploy", description: "How to deploy" }],
  ] as const)("is gone with what %s added and kept private", async (add, remove, entry) => {
    const { description: _, ...name } = { description: "", ...entry };
    await call(add, { ...entry, content: word, instructions: word, scope: "private" });
    await app.indexContext(app.call);
    expect(await places()).not.toEqual([]);
    await call(remove, name);
    expect(await places()).toEqual([]);
  });

  it("is gone with a decision that the page removes", async () => {
    await call("context_record_decision", {
      title: "Gates",
      scope: "private",
      context: word,
      decision: word,
      consequences: word,
    });
    await app.indexContext(app.call);
    expect(await places()).not.toEqual([]);
    await askRoute(app, "POST /api/context/decisions/:id/remove", { params: { id: "1" } });
    expect(await places()).toEqual([]);
  });

  it("is gone from answers that a service keeps for repeated requests", async () => {
    const request = { tenant: app.call.tenant, user: "ada", key: "request-1", tool: "memory_record", input: {} };
    const memory = await app.memories.record(app.call, lesson({ title: `The ${word} is slow` }));
    await app.access.idempotency.run(request, async () => ({ id: memory.id, title: memory.title }));
    await app.memories.forget(app.call, memory.id);
    expect(await places()).toEqual([]);
    await expect(app.access.idempotency.run(request, async () => ({}))).rejects.toThrow("Its answer was deleted");
  });
});
