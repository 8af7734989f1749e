import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../test/support/claude-transcript.js";
import { failingSql } from "../../../test/support/failing-sql.js";
import { ingestTranscripts } from "../../../test/support/ingest-transcripts.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { inTenant } from "../../engine/tenant-scope.js";
import type { Call } from "../call.js";

const tenant = "acme";

describe("deleting a person's records", () => {
  let app: TestApp;
  let failing: Awaited<ReturnType<typeof failingSql>>;
  beforeEach(async () => {
    failing = await failingSql();
    app = await testApp({}, undefined, { sql: failing.sql });
  });
  afterEach(() => app.remove());

  const as = (caller: string): Call => ({ ...app.call, tenant, caller });
  const record = (who: string, title: string) =>
    app.memories.record(as(who), {
      project: "shop",
      title,
      content: `All about ${title}.`,
      tags: [],
      outcome: "success",
    });
  const memory = async (id: string) => (await app.memories.get(as("boss"), id)).memory;
  const titles = async () => (await app.memories.newest(as("boss"), 100)).map(({ title }) => title).sort();
  const purge = (person: string) => inTenant(tenant, () => app.purge.run(as("boss"), { person }));

  it("keeps memories of others that the person recorded too or voted on, without the name", async () => {
    const { id } = await record("bob", "Pools");
    await record("ada", "Pools");
    await app.memories.signal(as("ada"), id, "helpful");
    await record("ada", "Carts");
    expect(await purge("ada")).toMatchObject({ memory: 1, mention: 1 });
    expect(await titles()).toEqual(["Pools"]);
    expect(await memory(id)).toMatchObject({ author: "bob", state: "verified", votes: { helpful: 1 } });
    expect(JSON.stringify(await memory(id))).not.toContain("ada");
    expect(await app.purge.count(as("boss"), { person: "ada" })).toMatchObject({ memory: 0, mention: 0 });
  });

  it("leaves a memory that others recorded later to them", async () => {
    const { id } = await record("ada", "Pools");
    await record("bob", "Pools");
    expect(await purge("ada")).toMatchObject({ memory: 0, mention: 1 });
    expect(await memory(id)).toMatchObject({ author: "bob", evidence: [{ author: "bob" }] });
    await record("bob", "Pools");
  });

  it("deletes the person's versions of a memory and keeps those of others, before and after", async () => {
    const first = await record("bob", "Pools");
    const second = await app.memories.update(as("ada"), first.id, { title: "Pools of ada" });
    expect(await purge("ada")).toMatchObject({ memory: 1 });
    expect(await memory(first.id)).toMatchObject({ state: "candidate", supersededBy: "", title: "Pools" });
    await expect(memory(second.id)).rejects.toThrow("not found");

    const third = await app.memories.update(as("ada"), first.id, { title: "Pools again" });
    const fourth = await app.memories.update(as("bob"), third.id, { title: "Pools of bob" });
    expect(await purge("ada")).toMatchObject({ memory: 1 });
    const { memory: current, history } = await app.memories.get(as("boss"), fourth.id);
    expect(current).toMatchObject({ title: "Pools of bob", supersedes: first.id });
    expect(history).toMatchObject([{ id: first.id, supersededBy: fourth.id }]);
  });

  it("deletes fixes and checkpoints of the person only, whatever the tenant is called", async () => {
    const fix = (who: string) =>
      app.remediations.record(as(who), tenant, {
        scope: "org",
        team: "",
        category: "network",
        title: `Of ${who}`,
        problem: `Refused by ${who}`,
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
    const save = (who: string) =>
      app.checkpoints.save(as(who), tenant, {
        sessionId: who,
        projectPath: "shop",
        name: who,
        description: "",
        summary: "s",
        context: "",
        fullState: "",
        threshold: undefined,
        autoCreated: false,
        metadata: {},
      });
    for (const who of ["ada", "Ada", "bob"]) {
      await fix(who);
      await save(who);
    }
    expect(await purge(tenant)).toMatchObject({ fix: 0, checkpoint: 0 });
    expect(await purge("ada")).toMatchObject({ fix: 1, checkpoint: 1 });
    const { remediations } = await app.remediations.list(as("boss"), {}, { limit: 10, offset: 0 });
    expect(remediations.map(({ author }) => author).sort()).toEqual(["Ada", "bob"]);
    const listing = { limit: 10 };
    const { checkpoints } = await app.checkpoints.list(as("boss"), tenant, listing);
    expect(checkpoints.map(({ author }) => author).sort()).toEqual(["Ada", "bob"]);
  });

  it("exports what it would delete or change, from either export", async () => {
    const others = await record("bob", "Pools");
    await record("ada", "Pools");
    const voted = await record("bob", "Votes");
    await app.memories.signal(as("ada"), voted.id, "failed");
    const own = await record("ada", "Carts");
    await record("bob", "Unrelated");
    const touched = [others.id, voted.id, own.id].sort();
    const idsOf = (rows: unknown[] | undefined) => rows?.map((row) => (row as { id: string }).id).sort();
    const exported = await inTenant(tenant, () => app.purge.export(as("boss"), { person: "ada" }));
    expect(idsOf(exported.memory)).toEqual(touched);
    const rows = await app.access.tenants.export(tenant, "ada");
    expect(idsOf(rows.filter(({ table }) => table === "memories").map(({ row }) => row))).toEqual(touched);
  });

  it("deletes nothing when it cannot be audited, and audits nothing when it fails", async () => {
    await record("ada", "Pools");
    failing.failOn = (text) => text.includes("INSERT INTO audit_log");
    await expect(purge("ada")).rejects.toThrow();
    expect(await titles()).toEqual(["Pools"]);
    failing.failOn = (text) => text.includes("INSERT INTO forgotten_memories");
    await expect(purge("ada")).rejects.toThrow();
    failing.failOn = () => false;
    expect(await app.access.audit.list(tenant, { tool: "purge" }, 10)).toEqual([]);
    await purge("ada");
    expect(await app.access.audit.list(undefined, { tool: "purge" }, 10)).toMatchObject([
      { tenant, user: "boss", credential: "(terminal)", request: expect.stringMatching(/^req_/) },
    ]);
  });
});

it("deletes a session together with the fix that was learned from it", async () => {
  const app = await testApp();
  const fixed = new ClaudeTranscript("one", app.folder)
    .ask("Make the test pass.")
    .use("Bash", { command: "npm test" }, "Error: pool is exhausted", true)
    .use("Edit", { file_path: join(app.folder, "pool.ts"), old_string: "1", new_string: "20" }, "ok")
    .use("Bash", { command: "npm test" }, "ok")
    .say("The pool has twenty connections now.");
  await ingestTranscripts(app, fixed);
  await app.promoteFixes(app.call);
  expect(await app.purge.count(app.call, { match: "exhausted" })).toMatchObject({ fix: 1 });
  expect(await app.purge.run(app.call, { match: "pool" })).toMatchObject({ session: 1, fix: 1 });
  expect(await app.purge.count(app.call, { match: "pool" })).toMatchObject({ session: 0, fix: 0 });
  await app.remove();
});
