import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { failingSql } from "../../../test/support/failing-sql.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import type { SqlSession } from "../../engine/sql.js";
import type { Lesson } from "./lesson.js";

const deploy: Lesson = {
  project: "shop",
  title: "Deploy on Mondays",
  content: "It is calm then.",
  outcome: "success",
  tags: [],
  anchors: ["deploy.sh"],
};

describe("memories", () => {
  let app: TestApp;
  afterEach(() => app.remove());

  /** An app that calls a function at the next file read, which is after an update has read its memory. */
  async function appWithInterruption() {
    let interrupt = async () => {};
    const read: typeof nodeFiles.read = async (path) => {
      await interrupt();
      return nodeFiles.read(path);
    };
    app = await testApp({}, undefined, { files: { ...nodeFiles, read } });
    await writeFile(join(app.folder, "deploy.sh"), "echo deploy\n");
    return {
      set next(action: () => Promise<unknown>) {
        interrupt = async () => {
          interrupt = async () => {};
          await action();
        };
      },
    };
  }

  const states = async () => {
    const { memories } = await app.memories.list(app.call, { limit: 50, offset: 0 });
    return memories.map(({ title, state }) => `${title}: ${state}`).sort();
  };

  it("accepts one of two concurrent corrections, and names the successor to the other", async () => {
    app = await testApp();
    const { id } = await app.memories.record(app.call, deploy);
    const attempts = await Promise.allSettled(
      ["On Tuesdays.", "On Fridays."].map((content) => app.memories.update(app.call, id, { content })),
    );
    const [successor] = attempts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(attempts.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { problem: "conflict", hint: expect.stringContaining(successor?.id ?? "-") },
    });
    expect(await states()).toEqual(["Deploy on Mondays: candidate", "Deploy on Mondays: superseded"]);
  });

  it("corrects typos in a search, but never while recording", async () => {
    const { sql: inner } = await failingSql();
    let corrections = 0;
    const { fullText } = inner.dialect;
    const similarTerms: typeof fullText.similarTerms = (...args) => {
      corrections++;
      return fullText.similarTerms(...args);
    };
    const withCount = <S extends SqlSession>(session: S): S => ({
      ...session,
      dialect: { ...session.dialect, fullText: { ...fullText, similarTerms } },
    });
    const sql = { ...withCount(inner), transaction: inner.transaction };
    app = await testApp({}, undefined, { sql });
    await app.memories.record(app.call, deploy);
    const typo = { ...deploy, title: "Deploi on Tuesdys", content: "It is callm and quiett then." };
    const { id } = await app.memories.record(app.call, typo);
    await app.memories.update(app.call, id, { content: "It is callm and quieter thenn." });
    await app.remediations.record(app.call, undefined, {
      scope: "org",
      team: "",
      category: "network",
      title: "Conection refussed",
      problem: "Deploi refussed",
      symptoms: [],
      rootCause: "r",
      solution: "s",
      failedAttempts: [],
      verifiedBy: "",
      codeDiff: "",
      affectedFiles: [],
      tags: [],
      sessionId: "",
      confidence: 0.5,
      projectPath: "",
    });
    expect(corrections).toBe(0);
    await app.memories.search(app.call, { project: "shop", query: "deplpy on mondays", limit: 5 });
    expect(corrections).toBeGreaterThan(0);
  });

  it("counts a vote that arrives while the memory is being corrected", async () => {
    const interruption = await appWithInterruption();
    const { id } = await app.memories.record(app.call, deploy);
    interruption.next = () => app.memories.signal(app.call, id, "helpful");
    const corrected = await app.memories.update(app.call, id, { content: "On Tuesdays, after the backup." });
    expect(corrected).toMatchObject({ confidence: 0.6, state: "verified", votes: { helpful: 1 } });
  });

  it("changes only the requested fields in place, despite concurrent changes", async () => {
    const interruption = await appWithInterruption();
    const { id } = await app.memories.record(app.call, deploy);
    interruption.next = async () => {
      await app.memories.signal(app.call, id, "helpful");
      await app.memories.update(app.call, id, { tags: ["ops"] });
    };
    expect(await app.memories.update(app.call, id, { confirm: true })).toMatchObject({
      state: "verified",
      tags: ["ops"],
    });
  });

  it("refuses a text that was forgotten under another name of the project", async () => {
    app = await testApp();
    const lesson = { ...deploy, project: app.folder, anchors: [] };
    const old = await app.memories.record(app.call, { ...lesson, project: "shop" });
    await app.memories.forget(app.call, old.id);
    const { id } = await app.memories.record(app.call, { ...lesson, title: "Deploy", content: "Ask before." });
    const { title, content } = lesson;
    await expect(app.memories.update(app.call, id, { title, content })).rejects.toMatchObject({ problem: "conflict" });
  });

  it("merges two memories completely or not at all", async () => {
    const failing = await failingSql();
    app = await testApp({}, undefined, { sql: failing.sql });
    const keep = await app.memories.record(app.call, deploy);
    const drop = await app.memories.record(app.call, { ...deploy, title: "Calm days", content: "Mondays are calm." });
    const merge = () =>
      app.memories.merge(app.call, { keep: keep.id, drop: drop.id }, { title: "Mondays", content: "Deploy then." });
    failing.failOn = (text, params) => text.startsWith("UPDATE memories") && params.includes(drop.id);
    await expect(merge()).rejects.toThrow("the disk is full");
    expect(await states()).toEqual(["Calm days: candidate", "Deploy on Mondays: candidate"]);
    failing.failOn = () => false;
    await merge();
    expect(await states()).toEqual(["Calm days: superseded", "Deploy on Mondays: superseded", "Mondays: candidate"]);
  });

  it("merges into a new memory even with the text of one of the two", async () => {
    app = await testApp();
    const keep = await app.memories.record(app.call, deploy);
    const drop = await app.memories.record(app.call, { ...deploy, title: "Calm days", content: "Mondays are calm." });
    await app.memories.signal(app.call, drop.id, "helpful");
    const merged = await app.memories.merge(app.call, { keep: keep.id, drop: drop.id }, keep);
    expect(merged).toMatchObject({ supersedes: keep.id, confidence: 0.6, votes: { helpful: 1 } });
    const { history } = await app.memories.get(app.call, merged.id);
    expect(history.map(({ id }) => id).sort()).toEqual([keep.id, drop.id].sort());
  });

  it("refuses to merge into an invalid text", async () => {
    app = await testApp();
    const keep = await app.memories.record(app.call, deploy);
    const drop = await app.memories.record(app.call, { ...deploy, title: "Calm days", content: "Mondays are calm." });
    const words = { title: "x".repeat(101), content: "y" };
    for (const wrong of [words, { title: " ", content: "y" }, { title: "x", content: " " }])
      await expect(app.memories.merge(app.call, { keep: keep.id, drop: drop.id }, wrong)).rejects.toMatchObject({
        problem: "invalid",
      });
  });

  it("forgets merged memories too, however much evidence was added since", async () => {
    app = await testApp();
    const keep = await app.memories.record(app.call, deploy);
    const drop = await app.memories.record(app.call, { ...deploy, title: "Calm days", content: "Mondays are calm." });
    const words = { title: "Mondays", content: "Deploy on Mondays: they are calm." };
    const merged = await app.memories.merge(app.call, { keep: keep.id, drop: drop.id }, words);
    for (let i = 0; i < 50; i++) await app.memories.record(app.call, { ...deploy, ...words });
    expect(await app.memories.forget(app.call, merged.id)).toEqual({ forgotten: 3 });
    await expect(
      app.memories.record(app.call, { ...deploy, title: drop.title, content: drop.content }),
    ).rejects.toThrow("was forgotten");
  });

  it("stores one memory of a lesson that is recorded twice concurrently, with the evidence of both", async () => {
    app = await testApp();
    const [one, other] = await Promise.all([
      app.memories.record(app.call, deploy),
      app.memories.record(app.call, deploy),
    ]);
    expect(one.id).toBe(other.id);
    const { memories } = await app.memories.list(app.call, { limit: 9, offset: 0 });
    expect(memories.map(({ evidence }) => evidence.length)).toEqual([2]);
  });

  it("joins a lesson to the current one of several memories with the same text", async () => {
    app = await testApp();
    const first = await app.memories.record(app.call, deploy);
    const second = await app.memories.update(app.call, first.id, { content: "On Tuesdays." });
    const third = await app.memories.update(app.call, second.id, { content: deploy.content });
    expect((await app.memories.record(app.call, deploy)).id).toBe(third.id);
  });

  it("forgets a memory once when two requests are concurrent", async () => {
    app = await testApp();
    const { id } = await app.memories.record(app.call, deploy);
    const results = await Promise.allSettled([app.memories.forget(app.call, id), app.memories.forget(app.call, id)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { problem: "missing" } });
  });

  it.each([
    ["Guard with `if (x == null) return;` first.", "Guard with `if (x != null) return;` first."],
    ["The proxy closes idle connections after 30 seconds.", "The proxy closes idle connections after 90 seconds."],
    ["Never run it twice at the same time.", "Run it twice at the same time."],
    ["Needs libssl 1.1.1", "Needs libssl 1.1.2"],
    ["The offset is -5 there", "The offset is 5 there"],
  ])("does not join %j and %j", async (before, after) => {
    app = await testApp();
    const title = "How the guard works";
    const first = await app.memories.record(app.call, { ...deploy, title, content: before });
    const second = await app.memories.record(app.call, { ...deploy, title, content: after });
    expect(second).toMatchObject({ content: after, isJoined: false });
    expect(second.id).not.toBe(first.id);
    expect(await states()).toEqual([`${title}: candidate`, `${title}: candidate`]);
  });

  it("joins only equal texts: texts that differ in one token are both found", async () => {
    app = await testApp();
    const token = fc.constantFrom(
      "==",
      "!=",
      "<",
      "<=",
      "not",
      "never",
      "30",
      "90",
      "-1",
      "1",
      "v1.2",
      "v1.3",
      "poolA",
      "poolB",
    );
    const word = fc.constantFrom(
      "retry",
      "closes",
      "after",
      "seconds",
      "when",
      "connection",
      "guard",
      "returns",
      "cache",
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 3, maxLength: 9 }),
        token,
        token,
        fc.nat(),
        async (words, a, b, at) => {
          fc.pre(a !== b);
          const project = `project-${++run}`;
          const [one, other] = [a, b].map((insertedToken) =>
            (words as string[]).toSpliced(at % words.length, 0, insertedToken).join(" "),
          );
          for (const content of [one, other])
            await app.memories.record(app.call, { ...deploy, project, title: "Same title", content: content ?? "" });
          const query = { project, query: `Same title ${words.join(" ")}`, limit: 10 };
          const contents = (await app.memories.search(app.call, query)).map(({ content }) => content);
          expect(contents.toSorted()).toEqual([one, other].toSorted());
        },
      ),
      { numRuns: 30 },
    );
  });
});
