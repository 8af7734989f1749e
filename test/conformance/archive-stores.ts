import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import type { Sql } from "../../src/engine/sql.js";
import type { ExchangeRecord, Remediation, Statement } from "../../src/store/archive/exchange.js";
import { openExchangeStore } from "../../src/store/archive/exchange-store.js";
import { openHandedFixStore } from "../../src/store/archive/handed-fix-store.js";
import { openInjectionStore } from "../../src/store/archive/injection-store.js";
import { openPatternStore } from "../../src/store/archive/pattern-store.js";
import type { SessionEvent } from "../../src/store/archive/session-event.js";
import { openSessionStore } from "../../src/store/archive/session-store.js";
import { openSliceStore, type Slice } from "../../src/store/archive/slice-store.js";
import { openStatementStore } from "../../src/store/archive/statement-store.js";
import { openTranscriptStore } from "../../src/store/archive/transcript-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";

const at = "2026-01-02T03:04:05.000Z";

const aRecord = (key: string, activity: string, changes: Partial<ExchangeRecord["exchange"]> = {}): ExchangeRecord => ({
  exchange: {
    ...{ sessionId: "s1", key, project: "p", at, endedAt: at, question: `question ${key}`, answer: "answer" },
    ...{ outcome: "solved", solution: { approach: "a", implementation: "i", outcome: "o" } },
    ...{ files: ["src/a.ts"], topics: ["testing"], importance: 0.5 },
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
    ...{
      id: "s1",
      agent: "claude-code",
      project: "p",
      folder: "/w",
      branch: "main",
      model: "m",
      title: "t",
      parent: "",
    },
    ...{ startedAt: at, endedAt: at, tokensIn: 1, tokensOut: 2 },
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
        ...{ fingerprint: "emfile", error: "EMFILE", command: "npm test", attempts: [] },
        ...{ files: ["a.ts"], proof: "npm test" },
      };
      await slices().write("t", [aSlice({ records: [{ ...aRecord("a", "pool"), findings: [fix] }] })]);
      const [due] = await store.due("t", 10);
      expect(due).toMatchObject({ project: "p", folder: "/w", fix: { ...fix, sessionId: "s1", exchangeKey: "a" } });
      if (due) expect([await store.mark("t", due), await store.mark("t", due)]).toEqual([true, false]);
      expect(await store.due("t", 10)).toEqual([]);
    });

    const says = (text: string): Statement => ({
      ...{ kind: "statement", about: "decision", text, by: "person", dropped: [], files: [] },
    });
    const twoStatements = () => [
      { ...aRecord("a", "pool"), findings: [says("Use Mocha.")] },
      { ...aRecord("b", "pool"), findings: [says("Use Vitest.")] },
    ];

    it("stores which statements a model compared", async () => {
      const store = openStatementStore(sql);
      await slices().write("t", [aSlice({ records: twoStatements() })]);
      expect(await store.uncompared("t")).toEqual({ project: "p", folder: "/w" });
      const [mocha, vitest] = await store.ofProject("t", "p", 10);
      if (!mocha || !vitest) throw new Error("Both statements are stored.");
      const replaced = [{ old: mocha, by: vitest }];
      const read = { compared: [vitest], replaced, since: "" };
      expect(await store.setCompared("t", "p", read)).toEqual(replaced);
      expect(await store.setCompared("t", "p", read)).toEqual([]);
      const states = async () => (await store.ofProject("t", "p", 10)).map((one) => [one.replacedBy, one.isCompared]);
      expect(await states()).toEqual([
        ["s1", false],
        [undefined, true],
      ]);
      expect(await store.uncompared("t")).toBeDefined();
      // A text that was redacted later.
      await sql.run("UPDATE findings SET body = replace(body, 'Mocha', '[redacted]') WHERE kind = 'statement'");
      const [redacted] = await store.ofProject("t", "p", 10);
      await store.setCompared("t", "p", { compared: redacted ? [redacted] : [], replaced: [], since: "" });
      expect(await store.uncompared("t")).toBeUndefined();
      const ended = { old: vitest, by: { ...vitest, sessionId: "deleted" } };
      expect(await store.setCompared("t", "p", { compared: [], replaced: [ended], since: "" })).toEqual([]);
    });

    it("statements that are written again stay read, and an older one that is new is compared with them", async () => {
      const store = openStatementStore(sql);
      const records = twoStatements();
      await slices().write("t", [aSlice({ records })]);
      const compared = await store.ofProject("t", "p", 10);
      const [old, by] = compared;
      const replaced = old && by ? [{ old, by }] : [];
      await store.setCompared("t", "p", { compared, replaced, since: "" });
      const later = (readBytes: number, written: readonly ExchangeRecord[]) => {
        const { after } = aSlice();
        const before = { readBytes, fingerprint: "f" };
        return aSlice({ before, after: { ...after, readBytes: readBytes + 10 }, records: written });
      };
      expect(await slices().write("t", [later(10, records)])).toBe(1);
      expect(await store.uncompared("t")).toBeUndefined();
      expect((await store.ofProject("t", "p", 10)).map((one) => one.replacedBy)).toEqual(["s1", undefined]);
      const earlier = { ...aRecord("0", "pool"), findings: [says("Use Ava.")] };
      const exchange = { ...earlier.exchange, at: "2020-01-01T00:00:00.000Z" };
      expect(await slices().write("t", [later(20, [{ ...earlier, exchange }])])).toBe(1);
      expect((await store.ofProject("t", "p", 10)).map((one) => one.isCompared)).toEqual([false, false, false]);
    });

    it("a sentence counts as a model read it, also when it is written again", async () => {
      const store = openStatementStore(sql);
      const unread = (text: string, changes: Partial<Statement> = {}) => ({
        ...says(text),
        scores: [0.7, 0.3],
        ...changes,
      });
      const findings = [unread("Use Mocha.", { isCandidate: true }), unread("Run it again.")];
      const records = [{ ...aRecord("a", "pool"), findings }];
      await slices().write("t", [aSlice({ records })]);
      const texts = async () => (await store.ofProject("t", "p", 10)).map(({ about, text }) => `${about}: ${text}`);
      expect(await texts()).toEqual(["decision: Run it again."]);
      expect(await store.due("t", 10, { includeUnread: false })).toEqual([]);
      expect(await store.due("t", 10, { includeUnread: true })).toEqual([{ project: "p", folder: "/w" }]);
      const found = await store.unread("t", 10);
      expect(found.map(({ statement }) => statement.text).toSorted()).toEqual(["Run it again.", "Use Mocha."]);
      const judged = found.map((one) => ({
        unread: one,
        judgment: one.statement.isCandidate
          ? ({ about: "preference" } as const)
          : ({ about: "decision", isCandidate: true } as const),
        isNews: false,
      }));
      await store.setRead("t", judged);
      expect(await store.unread("t", 10)).toEqual([]);
      expect(await texts()).toEqual(["preference: Use Mocha."]);
      const shown = await openExchangeStore(sql).findings("t", "statement", { session: "s1" }, 10);
      expect(shown.map(({ text }) => text)).toEqual(["Use Mocha."]);
      expect(await store.due("t", 10, { includeUnread: false })).toEqual([{ project: "p", folder: "/w" }]);
      const { after } = aSlice();
      const again = { before: { readBytes: 10, fingerprint: "f" }, after: { ...after, readBytes: 20 }, records };
      expect(await slices().write("t", [aSlice(again)])).toBe(1);
      expect(await texts()).toEqual(["preference: Use Mocha."]);
      expect(await store.hasUnread("t")).toBe(false);
      // Words that are judged otherwise, because the message continues, are read again.
      const grown = [{ ...aRecord("a", "pool"), findings: [unread("Use Mocha.", { scores: [0.2, 0.8] })] }];
      const next = { before: { readBytes: 20, fingerprint: "f" }, after: { ...after, readBytes: 30 }, records: grown };
      expect(await slices().write("t", [aSlice(next)])).toBe(1);
      expect(await texts()).toEqual(["decision: Use Mocha."]);
      expect(await store.hasUnread("t")).toBe(true);
      // What was written again since it was read is not judged by what it was.
      await store.setRead("t", judged);
      expect(await store.hasUnread("t")).toBe(true);
    });

    it("keeps apart what a person said and what the agent repeated", async () => {
      const store = openStatementStore(sql);
      const said = (by: Statement["by"]): Statement => ({ ...says("Use Mocha."), by, scores: [0.7, 0.3] });
      await slices().write("t", [
        aSlice({ records: [{ ...aRecord("a", "pool"), findings: [said("person"), said("agent")] }] }),
      ]);
      const unread = await store.unread("t", 10);
      await store.setRead(
        "t",
        unread.map((one) => ({
          unread: one,
          judgment: { about: "decision", ...(one.statement.by === "agent" ? { isCandidate: true as const } : {}) },
          isNews: false,
        })),
      );
      expect((await store.ofProject("t", "p", 10)).map(({ by }) => by)).toEqual(["person"]);
    });

    it("deleting two sessions frees what each had replaced, and what was said after it is compared again", async () => {
      const store = openStatementStore(sql);
      await slices().write("t", [aSlice({ records: twoStatements() })]);
      for (const [id, minute] of [
        ["s2", "05"],
        ["s3", "06"],
        ["s4", "07"],
      ] as const) {
        const path = `/${id}.jsonl`;
        await openTranscriptStore(sql).enqueue("t", [{ path, agent: "claude-code", folder: "/w", at }]);
        const said = aRecord("a", "pool", { sessionId: id, at: `2026-01-02T03:${minute}:00.000Z` });
        const records = [{ ...said, findings: [says(`Use Jest, said ${id}.`)] }];
        const { session } = aSlice();
        await slices().write("t", [aSlice({ path, records, ...(session && { session: { ...session, id } }) })]);
      }
      const compared = await store.ofProject("t", "p", 10);
      const [mocha, vitest, inSecond, inThird] = compared;
      if (!mocha || !vitest || !inSecond || !inThird) throw new Error("Five statements are stored.");
      const replaced = [
        { old: mocha, by: inSecond },
        { old: vitest, by: inThird },
      ];
      await store.setCompared("t", "p", { compared, replaced, since: "" });
      await openSessionStore(sql, openSearchIndex(sql)).forget("t", ["s2", "s3"], at);
      const left = await store.ofProject("t", "p", 10);
      expect(left.map(({ replacedBy }) => replacedBy)).toEqual([undefined, undefined, undefined]);
      expect(left.map(({ isCompared }) => isCompared)).toEqual([true, true, false]);
    });

    it("stores which statements hold", async () => {
      const store = openStatementStore(sql);
      await slices().write("t", [aSlice({ records: twoStatements() })]);
      const holding = async () => (await store.holding("t", "p", 10)).map(({ text, holds }) => [text, holds]);
      const [mocha, vitest] = await store.ofProject("t", "p", 10);
      if (!mocha || !vitest) throw new Error("Both statements are stored.");
      expect([mocha.holds, vitest.holds]).toEqual([undefined, undefined]);
      const changes = [
        { ...mocha, holds: false },
        { ...vitest, holds: true },
      ];
      const replaced = [{ old: mocha, by: vitest }];
      await store.setCompared("t", "p", { compared: [mocha, vitest], replaced, since: "" });
      await store.settle("t", "p", changes, "");
      expect(await holding()).toEqual([[vitest.text, true]]);
      expect(await store.outdated("t", "p", 10)).toEqual([mocha.text]);
      expect((await store.ofProject("t", "p", 10)).map((one) => one.replacedBy)).toEqual(["s1", undefined]);
      await store.settle("t", "p", [], "9999");
      expect(await holding()).toEqual([]);
      await sql.run(
        `INSERT INTO findings SELECT tenant, 's2', exchange_key, kind, position, project, at, label, body, holds, replaced_by,
           compared, unread FROM findings`,
      );
      await openSessionStore(sql, openSearchIndex(sql)).forget("t", ["s1"], at);
      // What the forgotten session had replaced may hold again, and others that were said after it may end it.
      expect((await holding()).map(([, holds]) => holds)).toEqual([undefined, undefined]);
    });
  });
}
