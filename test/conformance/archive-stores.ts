import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import type { Sql } from "../../src/engine/sql.js";
import type { ExchangeRecord, Remediation } from "../../src/store/archive/exchange.js";
import { openExchangeStore } from "../../src/store/archive/exchange-store.js";
import { openHandedFixStore } from "../../src/store/archive/handed-fix-store.js";
import { openInjectionStore } from "../../src/store/archive/injection-store.js";
import { openPatternStore } from "../../src/store/archive/pattern-store.js";
import type { SessionEvent } from "../../src/store/archive/session-event.js";
import { openSessionStore } from "../../src/store/archive/session-store.js";
import { openSliceStore, type Slice } from "../../src/store/archive/slice-store.js";
import { openTranscriptStore } from "../../src/store/archive/transcript-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";

const at = "2026-01-02T03:04:05.000Z";

const aRecord = (key: string, activity: string, changes: Partial<ExchangeRecord["exchange"]> = {}): ExchangeRecord => ({
  exchange: {
    sessionId: "s1",
    key,
    project: "p",
    at,
    endedAt: at,
    question: `question ${key}`,
    answer: "answer",
    outcome: "solved",
    solution: { approach: "a", implementation: "i", outcome: "o" },
    files: ["src/a.ts"],
    topics: ["testing"],
    importance: 0.5,
    ...changes,
  },
  findings: [{ kind: "decision", decision: "Use SQLite", reasoning: "", alternatives: [] }],
  patterns: [{ kind: "command", pattern: "npm test", uses: 2, successes: 2, failures: 0 }],
  touches: [{ path: "src/a.ts", how: "changed" }],
  activity,
});

const aSlice = (changes: Partial<Slice> = {}): Slice => ({
  path: "/t.jsonl",
  before: { readBytes: 0, fingerprint: "" },
  after: { readBytes: 10, fingerprint: "f", state: "{}", isRead: true, seenAt: at },
  session: {
    id: "s1",
    agent: "claude-code",
    project: "p",
    folder: "/w",
    branch: "main",
    model: "m",
    title: "t",
    parent: "",
    startedAt: at,
    endedAt: at,
    tokensIn: 1,
    tokensOut: 2,
  },
  events: [{ kind: "prompt", key: "a", at, text: "hello" }],
  records: [aRecord("a", "pool timeout")],
  ...changes,
});

/** Conformance tests of the archive's stores, for every database. */
export function describeArchiveStores(open: () => Promise<Sql>): void {
  describe("archive stores", () => {
    let sql: Sql;
    beforeAll(async () => {
      sql = await open();
      await migrate(sql, fixedRuntime(), migrations);
    });
    beforeEach(async () => {
      const tables =
        "sessions exchanges session_chunks session_blobs session_blob_uses findings patterns file_touches transcripts spool_files injections forgotten_sessions handed_fixes";
      for (const table of tables.split(" ")) await sql.run(`DELETE FROM ${table}`);
      const documents = openSearchIndex(sql);
      await documents.remove("t", await documents.ids("t", "exchange", "", 1000));
      await openTranscriptStore(sql).enqueue("t", [{ path: "/t.jsonl", agent: "claude-code", folder: "/w", at }]);
    });
    afterAll(() => sql.close());

    const slices = () => openSliceStore(sql, openSearchIndex(sql));
    const find = (token: string, filter = {}) =>
      openSearchIndex(sql).match("t", { groups: [[token]], excluded: [], limit: 10, filter });

    it("writes a slice once, however often it is added", async () => {
      expect(await slices().write("t", [aSlice()])).toBe(1);
      expect(await slices().write("t", [aSlice()])).toBe(0);
      expect(await openExchangeStore(sql).count("t")).toBe(1);
      expect(await openSearchIndex(sql).count("t", "exchange")).toBe(1);
      expect(await openPatternStore(sql).list("t", { kinds: ["command"], minFrequency: 1, limit: 5 })).toMatchObject([
        { pattern: "npm test", frequency: 2 },
      ]);
    });

    it("replaces an exchange that grew, with everything derived from it", async () => {
      await slices().write("t", [aSlice()]);
      const grown = aSlice({
        before: { readBytes: 10, fingerprint: "f" },
        after: { readBytes: 20, fingerprint: "f", state: "{}", isRead: true, seenAt: at },
        records: [
          {
            ...aRecord("a", "pool leak"),
            patterns: [{ kind: "command", pattern: "npm test", uses: 3, successes: 3, failures: 0 }],
          },
        ],
      });
      await slices().write("t", [grown]);
      expect(await find("timeout")).toEqual([]);
      expect(await find("leak")).toHaveLength(1);
      const [pattern] = await openPatternStore(sql).list("t", { kinds: ["command"], minFrequency: 1, limit: 5 });
      expect(pattern?.frequency).toBe(3);
    });

    it("finds exchanges by command and error, filters by project, session, day and file, and reads by key", async () => {
      const records = [
        aRecord("a", "pool"),
        aRecord("b", "pool timeout"),
        aRecord("c", "pool timeout", { project: "q", files: ["docs/x.md"] }),
      ];
      await slices().write("t", [aSlice({ records })]);
      expect(await find("pool")).toHaveLength(3);
      expect(await find("pool", { project: "q" })).toHaveLength(1);
      expect(await find("pool", { session: "s1" })).toHaveLength(3);
      expect(await find("pool", { session: "s2" })).toEqual([]);
      expect(await find("pool", { since: "2026-01-03" })).toEqual([]);
      expect(await find("pool", { fileParts: [".md"] })).toHaveLength(1);
      const keys = ["c", "none", "a"].map((key) => ({ sessionId: "s1", key }));
      const shown = await openExchangeStore(sql).byKey("t", keys);
      expect(shown.map(({ key }) => key)).toEqual(["c", "a"]);
      expect(await openExchangeStore(sql).byKey("other", keys)).toEqual([]);
    });

    it("isolates tenants", async () => {
      await slices().write("t", [aSlice()]);
      expect(await openExchangeStore(sql).count("other")).toBe(0);
      expect(await openSessionStore(sql, openSearchIndex(sql)).list("other", {}, 10)).toEqual([]);
    });

    it("returns every event in order, each in its latest version", async () => {
      const events: SessionEvent[] = [
        { kind: "prompt", key: "a", at, text: "first" },
        { kind: "result", key: "r", call: "r", at, text: "x".repeat(10_000), ok: true },
      ];
      await slices().write("t", [aSlice({ events })]);
      const again = {
        before: { readBytes: 10, fingerprint: "f" },
        after: { readBytes: 20, fingerprint: "f", state: "", isRead: false, seenAt: at },
      };
      await slices().write("t", [aSlice({ ...again, events: [{ kind: "prompt", key: "a", at, text: "second" }] })]);
      const store = openSessionStore(sql, openSearchIndex(sql));
      const read = await store.events("t", "s1");
      expect(read.map(({ kind }) => kind)).toEqual(["prompt", "result"]);
      expect(read[0]).toMatchObject({ text: "second" });
      const hash = read[1]?.kind === "result" ? (read[1].blob ?? "") : "";
      expect((await store.blob("t", hash))?.length).toBe(10_000);
    });

    it("forgets a session with everything derived from it, and does not ingest it again", async () => {
      await slices().write("t", [aSlice()]);
      const store = openSessionStore(sql, openSearchIndex(sql));
      expect(await store.forget("t", ["s1"], at)).toEqual({ sessions: 1, exchanges: 1, events: 1 });
      for (const table of ["sessions", "exchanges", "session_chunks", "findings", "patterns", "file_touches"]) {
        expect(await sql.all(`SELECT * FROM ${table}`), table).toEqual([]);
      }
      expect(await find("pool")).toEqual([]);
      expect(await openSearchIndex(sql).count("t", "exchange")).toBe(0);
      await sql.run("UPDATE transcripts SET read_bytes = 0, fingerprint = ''");
      await slices().write("t", [aSlice()]);
      expect(await store.find("t", "s1")).toBeUndefined();
    });

    it("records transcripts with the spool position, once", async () => {
      const store = openTranscriptStore(sql);
      const notice = { path: "/u.jsonl", agent: "codex", folder: "", at } as const;
      expect(await store.enqueue("t", [notice], { name: "day", from: 0, to: 5 })).toBe(true);
      expect(await store.enqueue("t", [notice], { name: "day", from: 0, to: 5 })).toBe(false);
      expect(await store.spoolPosition("day")).toBe(5);
      expect((await store.pending("t", 10)).map(({ path }) => path).toSorted()).toEqual(["/t.jsonl", "/u.jsonl"]);
      await store.markRead("t", "/u.jsonl", at);
      expect(await store.pending("t", 10)).toHaveLength(1);
    });

    it("injects nothing twice into a session", async () => {
      const store = openInjectionStore(sql, fixedRuntime());
      expect([...(await store.claim("t", "s", ["a", "b"], 1))]).toEqual(["a"]);
      expect([...(await store.claim("t", "s", ["a", "b"], 2))]).toEqual(["b"]);
      expect([...(await store.claim("t", "s2", ["a"], 1))]).toEqual(["a"]);
    });

    it("deletes the oldest sessions beyond a size limit, but never the last one", async () => {
      const store = openSessionStore(sql, openSearchIndex(sql));
      await slices().write("t", [aSlice()]);
      const { bytes } = await store.totals("t");
      expect(bytes).toBeGreaterThan(0);
      expect(await store.dropBeyond("t", bytes, 10)).toMatchObject({ sessions: 0 });
      expect(await store.dropBeyond("t", 0, 10)).toMatchObject({ sessions: 0 });
      const later = "2026-02-02T03:04:05.000Z";
      await openTranscriptStore(sql).enqueue("t", [{ path: "/u.jsonl", agent: "codex", folder: "/w", at: later }]);
      const second = aSlice({ path: "/u.jsonl", records: [] });
      if (!second.session) throw new Error("no session");
      await slices().write("t", [{ ...second, session: { ...second.session, id: "s2", endedAt: later } }]);
      expect(await store.dropBeyond("t", bytes, 10)).toMatchObject({ sessions: 1, exchanges: 1 });
      expect(await store.ids("t")).toEqual(["s2"]);
    });

    it("reports what hooks recorded for each agent", async () => {
      expect(await openTranscriptStore(sql).hookActivity("t")).toEqual([{ agent: "claude-code", at, waiting: 1 }]);
    });

    it("promotes an error of a project once", async () => {
      const store = openHandedFixStore(sql);
      const fix: Remediation = {
        kind: "remediation",
        fingerprint: "emfile",
        error: "EMFILE",
        command: "npm test",
        attempts: [],
        files: ["a.ts"],
        proof: "npm test",
      };
      await slices().write("t", [aSlice({ records: [{ ...aRecord("a", "pool"), findings: [fix] }] })]);
      const [due] = await store.due("t", 10);
      expect(due).toMatchObject({ project: "p", folder: "/w", fix: { ...fix, sessionId: "s1", exchangeKey: "a" } });
      if (due) expect([await store.mark("t", due), await store.mark("t", due)]).toEqual([true, false]);
      expect(await store.due("t", 10)).toEqual([]);
    });
  });
}
