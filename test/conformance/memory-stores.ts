import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import type { Sql } from "../../src/engine/sql.js";
import { type IndexedFile, openCodeStore } from "../../src/store/code/code-store.js";
import { type Checkpoint, openCheckpointStore } from "../../src/store/memory/checkpoint-store.js";
import type { Memory } from "../../src/store/memory/memory.js";
import { openMemoryStore } from "../../src/store/memory/memory-store.js";
import type { Remediation } from "../../src/store/memory/remediation.js";
import { openRemediationStore } from "../../src/store/memory/remediation-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { type SearchDocument, searchDocument } from "../../src/store/search/search-document.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";

const at = "2026-01-02T03:04:05.000Z";

const aMemory = (changes: Partial<Memory> = {}): Memory => ({
  id: "mem_1",
  project: "shop",
  title: "Use table-driven tests",
  content: "They fail more clearly.",
  outcome: "success",
  confidence: 0.5,
  tags: ["go"],
  state: "candidate",
  source: "explicit",
  author: "ada",
  anchors: [{ name: "a.go", digest: "x" }],
  evidence: [{ at, author: "ada", title: "t" }],
  votes: { helpful: 0, unhelpful: 0, succeeded: 0, failed: 0 },
  guards: null,
  supersedes: "",
  supersededBy: "",
  reason: "",
  createdAt: at,
  updatedAt: at,
  contentKey: `words of ${changes.id ?? "mem_1"}`,
  ...changes,
});

const aCheckpoint = (changes: Partial<Checkpoint> = {}): Checkpoint => ({
  id: "cp_1",
  sessionId: "s",
  project: "shop",
  projectPath: "/shop",
  name: "n",
  description: "d",
  summary: "s",
  context: "c",
  fullState: "{}",
  tokenCount: 7,
  threshold: 70.5,
  autoCreated: false,
  author: "ada",
  metadata: { a: [1, null] },
  createdAt: at,
  ...changes,
});

const aRemediation = (changes: Partial<Remediation> = {}): Remediation => ({
  id: "rem_1",
  scope: "org",
  team: "",
  project: "",
  category: "network",
  title: "t",
  problem: "refused",
  symptoms: ["a||b"],
  rootCause: "r",
  solution: "s",
  failedAttempts: ["x"],
  verifiedBy: "npm test",
  codeDiff: "",
  affectedFiles: ["a.ts"],
  tags: ["t"],
  sessionId: "s",
  author: "ada",
  confidence: 0.5,
  usageCount: 3,
  fingerprint: "refused",
  createdAt: at,
  updatedAt: at,
  ...changes,
});

const everything = { keepAutomatic: 100, before: "" };

/** Conformance tests of the stores of lessons, checkpoints and fixes, for every database. */
export function describeMemoryStores(open: () => Promise<Sql>): void {
  let sql: Sql;
  beforeAll(async () => {
    sql = await open();
    await migrate(sql, fixedRuntime(), migrations);
  });
  beforeEach(async () => {
    for (const table of ["memories", "forgotten_memories", "checkpoints", "remediations"]) {
      await sql.run(`DELETE FROM ${table}`);
    }
    const index = openSearchIndex(sql);
    for (const kind of ["memory", "remediation"]) await index.remove("t", await index.ids("t", kind, "", 100));
  });
  afterAll(() => sql.close());

  describe("memory store", () => {
    it("returns added memories, newest first, only to their tenant", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      const newer = aMemory({ id: "mem_2", createdAt: "2026-02-02T03:04:05.000Z" });
      await store.add("t", [aMemory(), newer]);
      expect(await store.list("t", {}, { limit: 9, offset: 0 })).toEqual([newer, aMemory()]);
      expect(await store.list("t", {}, { limit: 9, offset: 1 })).toEqual([aMemory()]);
      expect(await store.get("other", "mem_1")).toBeUndefined();
      expect(await store.getMany("other", ["mem_1"])).toEqual([]);
      expect(await store.change("other", "mem_1", (one) => one)).toBeUndefined();
    });

    it("adds many in one transaction, or none of them", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      await store.add("t", [aMemory(), aMemory({ id: "mem_2" })]);
      expect(await store.count("t")).toBe(2);
      const twin = aMemory({ contentKey: "other words" });
      await expect(store.add("t", [aMemory({ id: "mem_3" }), twin])).rejects.toThrow();
      expect(await store.count("t")).toBe(2);
    });

    it("merges a memory with the same text into the current one, only within its project and outcome", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      const words = { contentKey: "k" };
      const join = (known: Memory, same: Memory) => ({ ...known, tags: [...known.tags, same.id] });
      const add = async (changes: Partial<Memory>) =>
        (await store.add("t", [aMemory({ ...words, ...changes })], join))[0];
      await add({ state: "rejected" });
      expect(await add({ id: "mem_2" })).toMatchObject({ id: "mem_2", tags: ["go"] });
      expect(await add({ id: "mem_3" })).toMatchObject({ id: "mem_2", tags: ["go", "mem_3"] });
      expect(await add({ id: "mem_3", project: "web" })).toMatchObject({ id: "mem_3" });
      expect(await add({ id: "mem_4", outcome: "failure" })).toMatchObject({ id: "mem_4" });
      expect(await store.get("t", "mem_2")).toMatchObject({ tags: ["go", "mem_3"] });
      expect(await store.count("t")).toBe(4);
    });

    it("merges memories with the same text that are added in one call", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      const join = (known: Memory, same: Memory) => ({ ...known, tags: [...known.tags, same.id] });
      const ids = ["mem_1", "mem_2", "mem_3", "mem_4"];
      await Promise.all(ids.map((id) => store.add("t", [aMemory({ id, contentKey: "k", tags: [] })], join)));
      const kept = await store.list("t", {}, { limit: 9, offset: 0 });
      expect(kept.map(({ id, tags }) => [id, ...tags].sort())).toEqual([ids]);
    });

    it("counts the memories of each project and state, only for their tenant", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      await store.add("t", [aMemory(), aMemory({ id: "mem_2" }), aMemory({ id: "mem_3", state: "rejected" })]);
      await store.add("t", [aMemory({ id: "mem_4", project: "web", state: "verified" })]);
      expect(await store.tally("t")).toEqual([
        { project: "shop", state: "candidate", count: 2 },
        { project: "shop", state: "rejected", count: 1 },
        { project: "web", state: "verified", count: 1 },
      ]);
      expect(await store.tally("other")).toEqual([]);
    });

    it("supersedes one or several memories by a new one, or changes none", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      await store.add("t", [aMemory(), aMemory({ id: "mem_2" })]);
      const states = async () =>
        (await store.list("t", {}, { limit: 9, offset: 0 })).map(({ id, state }) => `${id} ${state}`).sort();
      const make = (one: Memory, other: Memory) => aMemory({ id: "mem_3", supersedes: one.id, reason: other.id });
      expect(await store.supersede("t", ["mem_1", "mem_9"], make)).toBeUndefined();
      expect(await store.supersede("other", ["mem_1", "mem_2"], make)).toBeUndefined();
      const refuse = () => {
        throw new Error("no");
      };
      await expect(store.supersede("t", ["mem_1", "mem_2"], refuse)).rejects.toThrow("no");
      await expect(store.supersede("t", ["mem_1"], () => aMemory({ id: "mem_2" }))).rejects.toThrow();
      expect(await states()).toEqual(["mem_1 candidate", "mem_2 candidate"]);
      expect(await store.supersede("t", ["mem_1", "mem_2"], make)).toMatchObject({ id: "mem_3", reason: "mem_2" });
      expect(await states()).toEqual(["mem_1 superseded", "mem_2 superseded", "mem_3 candidate"]);
    });

    it("undoes a superseding memory, or leaves all as it was", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      await store.add("t", [aMemory()]);
      await store.supersede("t", ["mem_1"], (old) => ({ ...old, id: "mem_2", supersedes: old.id }));
      const restore = (old: Memory) => ({ ...old, state: "candidate" as const, supersededBy: "" });
      const refuse = () => {
        throw new Error("no");
      };
      expect(await store.undoSupersede("other", "mem_2", restore)).toBeUndefined();
      await expect(store.undoSupersede("t", "mem_2", refuse)).rejects.toThrow("no");
      expect((await store.get("t", "mem_1"))?.supersededBy).toBe("mem_2");
      expect(await store.undoSupersede("t", "mem_2", restore)).toMatchObject([{ id: "mem_1", state: "candidate" }]);
      expect(await store.get("t", "mem_2")).toBeUndefined();
      expect((await store.get("t", "mem_1"))?.supersededBy).toBe("");
    });

    it("removes one version of a memory and changes those next to it, or leaves all as it was", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      await store.add("t", [aMemory()]);
      for (const [old, id] of [
        ["mem_1", "mem_2"],
        ["mem_2", "mem_3"],
      ] as const)
        await store.supersede("t", [old], (one) => ({ ...one, id, supersedes: old, state: "candidate" }));
      const tombstone = ({ id, project, contentKey }: Memory) => ({ id, project, contentKey, sketch: [], by: "a", at });
      const joined: Parameters<typeof store.removeVersion>[2] = (_, { before, after }) => ({
        isDeleted: true,
        changed: before.map((old) => ({ ...old, supersededBy: after?.id ?? "" })),
      });
      const refuse = () => {
        throw new Error("no");
      };
      expect(await store.removeVersion("other", "mem_2", joined, tombstone)).toBe(false);
      await expect(store.removeVersion("t", "mem_2", joined, refuse)).rejects.toThrow("no");
      expect((await store.get("t", "mem_1"))?.supersededBy).toBe("mem_2");
      expect(await store.removeVersion("t", "mem_2", joined, tombstone)).toBe(true);
      expect((await store.lineage("t", "mem_3")).map(({ id }) => id)).toEqual(["mem_3", "mem_1"]);
      expect((await store.tombstones("t", "shop")).map(({ id }) => id)).toEqual(["mem_2"]);
    });

    it("lets only one of two concurrent calls supersede a memory", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      await store.add("t", [aMemory()]);
      const unlessReplaced = (id: string) => (old: Memory) => {
        if (old.supersededBy !== "") throw new Error(`by ${old.supersededBy}`);
        return { ...old, id, supersedes: old.id };
      };
      const [, first, second] = await Promise.allSettled([
        store.change("t", "mem_1", (one) => ({ ...one, confidence: 0.6 })),
        store.supersede("t", ["mem_1"], unlessReplaced("mem_2")),
        store.supersede("t", ["mem_1"], unlessReplaced("mem_3")),
      ]);
      expect([first.status, second.status].sort()).toEqual(["fulfilled", "rejected"]);
      const [winner] = await store.list("t", { states: ["candidate"] }, { limit: 9, offset: 0 });
      expect(winner?.supersedes).toBe("mem_1");
      expect((await store.get("t", "mem_1"))?.supersededBy).toBe(winner?.id);
      expect(await store.count("t")).toBe(2);
    });

    it("lists all memories that a memory replaced, newest first, and forgets them with it", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      const replaced = (id: string, supersededBy: string, day: number) =>
        aMemory({ id, supersededBy, state: "superseded", createdAt: `2026-01-0${day}T00:00:00.000Z` });
      await store.add("t", [
        replaced("mem_1", "mem_3", 1),
        replaced("mem_2", "mem_4", 2),
        replaced("mem_3", "mem_4", 3),
      ]);
      await store.add("t", [aMemory({ id: "mem_4" }), aMemory({ id: "mem_5" })]);
      const ids = async (id: string) => (await store.lineage("t", id)).map((one) => one.id);
      expect(await ids("mem_4")).toEqual(["mem_4", "mem_3", "mem_2", "mem_1"]);
      expect(await ids("mem_5")).toEqual(["mem_5"]);
      expect(await ids("mem_9")).toEqual([]);
      expect(await store.lineage("other", "mem_4")).toEqual([]);
      const tombstone = ({ id, project, contentKey }: Memory) => ({
        id,
        project,
        contentKey,
        sketch: [],
        by: "ada",
        at,
      });
      expect(await store.forget("other", "mem_4", tombstone)).toBe(0);
      expect(await store.forget("t", "mem_4", tombstone)).toBe(4);
      expect(await store.forget("t", "mem_4", tombstone)).toBe(0);
      expect((await store.list("t", {}, { limit: 9, offset: 0 })).map(({ id }) => id)).toEqual(["mem_5"]);
      expect((await store.tombstones("t", "shop")).map(({ id }) => id)).toEqual(["mem_1", "mem_2", "mem_3", "mem_4"]);
    });

    it("returns what may be given without being asked for: what someone wrote or verified", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      const given = (content: string, day: number, changes: Partial<Memory>) =>
        store.add("t", [
          aMemory({
            id: `mem_${content}`,
            content,
            contentKey: content,
            createdAt: `2026-02-0${day}T03:04:05.000Z`,
            ...changes,
          }),
        ]);
      await given("verified", 1, { state: "verified", source: "imported" });
      await given("recorded", 2, { source: "explicit" });
      await given("distilled", 3, { source: "distilled" });
      await given("imported", 4, { source: "imported" });
      await given("heard", 5, { state: "heard", source: "distilled" });
      await given("rejected", 6, { state: "rejected", source: "explicit" });
      const contents = (await store.trusted("t", ["shop"], 9)).map(({ content }) => content);
      expect(contents).toEqual(["distilled", "recorded", "verified"]);
      expect(await store.trusted("t", ["web"], 9)).toEqual([]);
    });

    it("filters by project, state, outcome and tag, with any characters in a tag", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      await store.add("t", [aMemory({ tags: ['50%_"x'] })]);
      await store.add("t", [aMemory({ id: "mem_2", project: "web", state: "rejected", outcome: "failure" })]);
      const ids = async (filter: Parameters<typeof store.list>[1]) =>
        (await store.list("t", filter, { limit: 9, offset: 0 })).map(({ id }) => id);
      expect(await ids({ projects: ["shop"] })).toEqual(["mem_1"]);
      expect(await ids({ states: ["rejected"] })).toEqual(["mem_2"]);
      expect(await ids({ outcome: "failure" })).toEqual(["mem_2"]);
      expect(await ids({ outcome: "failure", projects: ["shop"] })).toEqual([]);
      expect(await store.count("t", { outcome: "success" })).toBe(1);
      expect(await ids({ tag: '50%_"x' })).toEqual(["mem_1"]);
      expect(await ids({ tag: "50" })).toEqual([]);
      expect(await store.count("t", { tag: "go" })).toBe(1);
    });

    it("lists and counts by tag after every change", async () => {
      const store = openMemoryStore(sql, openSearchIndex(sql));
      const odd = "a\u0000b\n%é";
      await store.add("t", [
        aMemory({ tags: ["x", "x", odd] }),
        aMemory({ id: "mem_2", contentKey: "2", tags: ["x"] }),
      ]);
      const tagged = async (tag: string, more = {}) => {
        const filter = { projects: ["shop", "web"], tag, ...more };
        const memories = await store.list("t", filter, { limit: 9, offset: 0 });
        expect(await store.count("t", filter)).toBe(memories.length);
        return memories.map(({ id }) => id);
      };
      expect(await tagged("x")).toEqual(["mem_2", "mem_1"]);
      expect(await tagged(odd)).toEqual(["mem_1"]);
      await store.change("t", "mem_1", (one) => ({ ...one, tags: ["y"], project: "web" }));
      await store.change("t", "mem_2", (one) => ({ ...one, state: "verified", confidence: 1 }));
      expect([await tagged("x"), await tagged("y"), await tagged(odd)]).toEqual([["mem_2"], ["mem_1"], []]);
      expect(await tagged("x", { states: ["verified"] })).toEqual(["mem_2"]);
      expect(await tagged("x", { outcome: "failure" })).toEqual([]);
      await store.forget("t", "mem_2", (one) => ({
        id: one.id,
        project: one.project,
        contentKey: "k",
        sketch: [],
        by: "ada",
        at: one.createdAt,
      }));
      expect(await tagged("x")).toEqual([]);
    });

    it("keeps the search index in step with every change", async () => {
      const [store, index] = [openMemoryStore(sql, openSearchIndex(sql)), openSearchIndex(sql)];
      const scopes = async (word: string) => {
        const docIds = await index.match("t", {
          groups: [[word]],
          excluded: [],
          filter: { kinds: ["memory"] },
          limit: 9,
        });
        return (await index.read("t", docIds)).map(({ scope }) => scope);
      };
      await store.add("t", [aMemory()]);
      expect(await scopes("fail")).toEqual(["current"]);
      const successor = aMemory({ id: "mem_2", content: "They name the row.", supersedes: "mem_1" });
      await store.supersede("t", ["mem_1"], () => successor);
      expect(await scopes("fail")).toEqual(["past"]);
      const tombstone = { project: "shop", contentKey: "k", sketch: [1, 2], by: "ada", at };
      await store.forget("t", "mem_1", ({ id }) => ({ id, ...tombstone }));
      expect(await scopes("fail")).toEqual([]);
      expect(await store.tombstones("t", "shop")).toEqual([{ id: "mem_1", ...tombstone }]);
      expect(await store.removeTombstone("other", "mem_1")).toBe(false);
      expect(await store.removeTombstone("t", "mem_1")).toBe(true);
    });
  });

  it("rebuilds the same search documents that each change wrote", async () => {
    const index = openSearchIndex(sql);
    const [memories, fixes] = [openMemoryStore(sql, index), openRemediationStore(sql, index)];
    await memories.add("t", [aMemory()]);
    await fixes.add({ tenant: "t", owner: "a" }, aRemediation());
    for (const source of [memories, fixes]) {
      const documents = [];
      for await (const document of source.documents("t")) documents.push(document);
      expect(documents).toHaveLength(1);
      expect(await index.put("t", documents)).toEqual({ added: 0, removed: 0, unchanged: 1 });
    }
  });

  describe("checkpoint store", () => {
    it("returns what was added, only to its owner", async () => {
      const store = openCheckpointStore(sql);
      await store.add({ tenant: "t", owner: "a" }, aCheckpoint(), everything);
      await store.add({ tenant: "t", owner: "a" }, aCheckpoint({ id: "cp_2", threshold: undefined }), everything);
      expect(await store.get({ tenant: "t", owner: "a" }, "cp_1")).toEqual(aCheckpoint());
      const owners: string[] = [];
      for await (const { owner, checkpoint } of store.all("t")) owners.push(`${owner} ${checkpoint.id}`);
      expect(owners).toEqual(["a cp_1", "a cp_2"]);
      expect((await store.get({ tenant: "t", owner: "a" }, "cp_2"))?.threshold).toBeUndefined();
      for (const owner of [
        { tenant: "t", owner: "b" },
        { tenant: "u", owner: "a" },
      ]) {
        expect(await store.get(owner, "cp_1")).toBeUndefined();
        expect(await store.list(owner, {}, 9)).toEqual({ checkpoints: [], total: 0 });
        expect(await store.remove(owner, "cp_1")).toBe(false);
      }
    });

    it("makes those searchable that were saved on purpose, until they are deleted", async () => {
      const index = openSearchIndex(sql);
      const store = openCheckpointStore(sql, index);
      const owner = { tenant: "t", owner: "a" };
      const count = () => index.count("t", "checkpoint");
      await store.add(owner, aCheckpoint({ autoCreated: true }), everything);
      await store.add(owner, aCheckpoint({ id: "cp_2", autoCreated: false }), everything);
      await store.add(owner, aCheckpoint({ id: "cp_3", autoCreated: false }), everything);
      expect(await count()).toBe(2);
      const documents: SearchDocument[] = [];
      for await (const document of store.documents("t")) documents.push(document);
      expect(await index.put("t", documents)).toEqual({ added: 0, removed: 0, unchanged: 2 });
      expect(await store.remove(owner, "cp_2")).toBe(true);
      expect(await count()).toBe(1);
      await store.add(owner, aCheckpoint({ id: "cp_4" }), { keepAutomatic: 9, before: "2999-01-01T00:00:00.000Z" });
      expect(await count()).toBe(0);
    });

    it("deletes old ones by age", async () => {
      const store = openCheckpointStore(sql);
      const owner = { tenant: "t", owner: "a" };
      await store.add(owner, aCheckpoint({ createdAt: "2025-01-01T00:00:00.000Z" }), everything);
      await store.add(owner, aCheckpoint({ id: "cp_2" }), { keepAutomatic: 9, before: "2026-01-01T00:00:00.000Z" });
      expect((await store.list(owner, {}, 9)).checkpoints.map(({ id }) => id)).toEqual(["cp_2"]);
    });
  });

  describe("code store", () => {
    const aFile = (path: string): IndexedFile => ({
      path,
      stamp: "1",
      digest: "d",
      language: "typescript",
      bytes: 5,
      chunks: [{ key: "f", start: 1, end: 2, kind: "function", symbol: "f" }],
      symbols: [{ name: "f", kind: "function", start: 1, end: 2, signature: "function f()", parent: "" }],
      documents: [
        searchDocument({ id: `code/r/${path}#f`, kind: "code", project: "r", source: `r/${path}`, at, body: "zebra" }),
      ],
    });

    it("stores files with their documents, by tenant and repository", async () => {
      const index = openSearchIndex(sql);
      const store = openCodeStore(sql, index);
      const found = () =>
        index.match("t", { groups: [["zebra"]], excluded: [], filter: { kinds: ["code"] }, limit: 9 });
      await store.putFiles("t", "r", ["src/a.ts", "src/x_y/b.ts", "src/xzy/c.ts"].map(aFile));
      await store.putFiles("t", "r", [{ ...aFile("src/a.ts"), stamp: "2" }]);
      expect((await store.fileStamps("t", "r")).map(({ path, stamp }) => `${path} ${stamp}`).sort()).toEqual([
        "src/a.ts 2",
        "src/x_y/b.ts 1",
        "src/xzy/c.ts 1",
      ]);
      expect((await store.paths("t", "r")).sort()).toEqual(["src/a.ts", "src/x_y/b.ts", "src/xzy/c.ts"]);
      expect((await store.paths("t", "r", ["x_y/", "/a."])).sort()).toEqual(["src/a.ts", "src/x_y/b.ts"]);
      expect((await store.filesBelow("t", "r", "src/x_y", 9)).map(({ path }) => path)).toEqual(["src/x_y/b.ts"]);
      const { documents: _, ...kept } = aFile("src/xzy/c.ts");
      expect(await store.files("t", "r", ["src/xzy/c.ts"])).toEqual([kept]);
      expect(await store.files("other", "r", ["src/xzy/c.ts"])).toEqual([]);
      expect(await store.totals("t", "r")).toEqual({ files: 3, chunks: 3, bytes: 15 });
      expect(await found()).toHaveLength(3);
      await store.removeFiles("t", "r", ["src/a.ts", "src/x_y/b.ts", "src/xzy/c.ts"]);
      expect(await found()).toEqual([]);
      expect(await store.totals("t", "r")).toEqual({ files: 0, chunks: 0, bytes: 0 });
    });

    it("returns a repository only to its owner", async () => {
      const store = openCodeStore(sql, openSearchIndex(sql));
      const repository = { id: "r", path: "/r", options: { include: ["*"] }, files: 1, chunks: 2, indexedAt: at };
      await store.putRepository("t", "a", { ...repository, files: 9 });
      await store.putRepository("t", "a", repository);
      expect(await store.repository("t", "a", "r")).toEqual(repository);
      expect(await store.repositories("t", "b")).toEqual([]);
    });
  });

  describe("remediation store", () => {
    it("stores the same text of one person once, even when added concurrently", async () => {
      const store = openRemediationStore(sql, openSearchIndex(sql));
      const owner = { tenant: "t", owner: "a" };
      const ids = ["rem_1", "rem_2", "rem_3"];
      const kept = await Promise.all(ids.map((id) => store.add(owner, aRemediation({ id, createdAt: id }))));
      expect(new Set(kept.map(({ id }) => id)).size).toBe(1);
      for (const other of [{ author: "bob" }, { solution: "s2" }, { tags: [] }]) {
        const id = `rem_${JSON.stringify(other)}`;
        expect(await store.add(owner, aRemediation({ id, ...other }))).toMatchObject({ id });
      }
      expect(await store.count("t", {})).toBe(4);
    });

    it("returns and changes what was added, only for its owner", async () => {
      const store = openRemediationStore(sql, openSearchIndex(sql));
      await store.add({ tenant: "t", owner: "a" }, aRemediation());
      expect(await store.getMany("t", ["rem_1"])).toEqual([{ ...aRemediation(), owner: "a" }]);
      expect(await store.getMany("u", ["rem_1"])).toEqual([]);
      expect(await store.withFingerprint("t", "refused")).toHaveLength(1);
      const more = (one: Remediation) => ({ ...one, usageCount: one.usageCount + 1 });
      expect(await store.change({ tenant: "t", owner: "b" }, "rem_1", more)).toBeUndefined();
      expect(await store.change({ tenant: "t", owner: "a" }, "rem_1", more)).toMatchObject({ usageCount: 4 });
    });

    it("counts each of several concurrent uses", async () => {
      const store = openRemediationStore(sql, openSearchIndex(sql));
      const owner = { tenant: "t", owner: "a" };
      await store.add(owner, aRemediation({ usageCount: 0 }));
      const more = (one: Remediation) => ({ ...one, usageCount: one.usageCount + 1 });
      await Promise.all([1, 2, 3, 4].map(() => store.change(owner, "rem_1", more)));
      expect(await store.getMany("t", ["rem_1"])).toMatchObject([{ usageCount: 4 }]);
    });

    it("lists and counts those of every owner in the account, newest first, by project and category", async () => {
      const store = openRemediationStore(sql, openSearchIndex(sql));
      const later = "2026-02-02T03:04:05.000Z";
      await store.add({ tenant: "t", owner: "a" }, aRemediation({ project: "shop" }));
      await store.add({ tenant: "t", owner: "b" }, aRemediation({ id: "rem_2", category: "test", createdAt: later }));
      const page = { limit: 9, offset: 0 };
      const ids = async (filter: Parameters<typeof store.list>[1]) =>
        (await store.list("t", filter, page)).map(({ id, owner }) => `${id} of ${owner}`);
      expect(await ids({})).toEqual(["rem_2 of b", "rem_1 of a"]);
      expect(await ids({ project: "shop" })).toEqual(["rem_1 of a"]);
      expect(await ids({ category: "test" })).toEqual(["rem_2 of b"]);
      expect(await store.list("t", {}, { limit: 1, offset: 1 })).toMatchObject([{ id: "rem_1" }]);
      expect(await store.count("t", {})).toBe(2);
      expect(await store.count("t", { project: "shop", category: "test" })).toBe(0);
      expect([await store.list("other", {}, page), await store.count("other", {})]).toEqual([[], 0]);
    });

    it("removes one with its search document, only for its account", async () => {
      const [store, index] = [openRemediationStore(sql, openSearchIndex(sql)), openSearchIndex(sql)];
      const query = { groups: [["zebra"]], excluded: [], filter: { kinds: ["remediation"] }, limit: 9 };
      await store.add({ tenant: "t", owner: "a" }, aRemediation({ problem: "zebra" }));
      expect(await store.remove("other", "rem_1")).toBe(false);
      expect(await index.match("t", query)).toHaveLength(1);
      expect(await store.remove("t", "rem_1")).toBe(true);
      expect(await store.remove("t", "rem_1")).toBe(false);
      expect(await index.match("t", query)).toEqual([]);
      expect(await store.getMany("t", ["rem_1"])).toEqual([]);
    });
  });
}
