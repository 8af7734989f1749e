import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askRoute } from "../../../../test/support/ask-route.js";
import { seedContext } from "../../../../test/support/seed-context.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";
import type { EntryReview, Inbox, MemoryDetail, RuleDetail } from "../api-types.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const ask = <T>(route: string, question: Parameters<typeof askRoute>[2] = {}) => askRoute<T>(app, route, question);
const kindsIn = async () => (await ask<Inbox>("GET /api/inbox")).items.map(({ kind, id }) => `${kind} ${id}`);

/** Put together here, so that no scanner finds it in this file. */
const secret = ["ghp", "x9Kd83mZq1LwPv47RtYbNc62HsJfUa05TgEi"].join("_");
const entry = { type: "convention", key: "git" };

/** Past the product, as a colleague with an editor would. */
const fileOf = () => join(app.folder, ".context-teleport", "conventions", "git.md");
const plantSecret = () => writeFileSync(fileOf(), `Push with the token ${secret}.\n`);

describe("a guard of a convention", () => {
  it("waits in the inbox, and holds once it is accepted there", async () => {
    await seedContext(app);
    writeFileSync(fileOf(), "Never run `terraform apply`.\n");
    const [item] = (await ask<Inbox>("GET /api/inbox")).items.filter(({ kind }) => kind === "guard");
    expect(item).toMatchObject({ about: "Asks before a command `terraform apply`", folder: app.folder });
    const id = item?.id ?? "";
    expect(await ask<RuleDetail>(`GET /api/rules/:id`, { params: { id } })).toMatchObject({
      content: "Never run `terraform apply`.",
      source: "the team's convention git",
      guards: [{ state: "proposed" }],
    });
    await ask("POST /api/memories/:id/decide", { params: { id }, body: { decision: "deny" } });
    expect(await ask<RuleDetail>(`GET /api/rules/:id`, { params: { id } })).toMatchObject({
      guards: [{ state: "accepted", effect: "deny" }],
    });
    expect(await kindsIn()).not.toContain(`guard ${id}`);
  });
});

describe("the inbox", () => {
  it("is empty where nothing waits", async () => {
    expect(await ask<Inbox>("GET /api/inbox")).toEqual({ items: [], total: 0 });
  });

  it("lists conflicts, secrets, proposals and memories to verify, and counts them", async () => {
    await seedContext(app);
    plantSecret();
    const lesson = { project: "shop", title: "Pin the port", content: "Random ports fail.", tags: [] };
    const { id } = await app.memories.record(app.call, { ...lesson, outcome: "success" });
    const notes = ".context-teleport/knowledge/notes.md";
    expect(await kindsIn()).toEqual([
      `conflict ${notes}`,
      "secret convention/git",
      "proposal run-tests",
      `memory ${id}`,
    ]);
    expect((await ask<Inbox>("GET /api/inbox")).total).toBe(4);
    await app.memories.update(app.call, id, { state: "verified" });
    expect(await kindsIn()).not.toContain(`memory ${id}`);
  });

  it("asks about guards, rules of several projects and lessons that were contradicted", async () => {
    const rule = (project: string, content: string) =>
      app.memories.record(app.call, { project, title: content, content, outcome: "success", tags: ["rule"] });
    const decide = (id: string, decision: string) =>
      ask("POST /api/memories/:id/decide", { params: { id }, body: { decision } });
    const { id } = await rule(app.folder, "Never run `npm install` here.");
    expect(await kindsIn()).toContain(`guard ${id}`);
    await decide(id, "deny");
    expect(await kindsIn()).not.toContain(`guard ${id}`);
    const detail = await ask<MemoryDetail>("GET /api/memories/:id", { params: { id } });
    expect(detail.guards).toMatchObject([{ about: "Stops a command `npm install|i|add|ci`", state: "accepted" }]);
    await expect(decide(id, "burn")).rejects.toThrow("no such decision");

    await rule("shop", "Always answer in German.");
    const wish = await rule("blog", "Answer in German, please.");
    expect(await kindsIn()).toContain(`everywhere ${wish.id}`);
    await decide(wish.id, "everywhere");
    expect((await kindsIn()).filter((one) => one.startsWith("everywhere"))).toEqual([]);

    await app.memories.update(app.call, id, { state: "verified" });
    for (let i = 0; i < 2; i++) await app.memories.signal(app.call, id, "failed");
    expect(await kindsIn()).toContain(`doubted ${id}`);
  });

  it("shows a shared entry without its secret, and removes it from the file", async () => {
    await seedContext(app);
    await expect(ask("GET /api/context/review", { query: entry })).rejects.toMatchObject({ problem: "missing" });
    plantSecret();
    const shown = await ask<EntryReview>("GET /api/context/review", { query: entry });
    expect(shown).toMatchObject({ ...entry, hasSecret: true, stale: [] });
    // As every answer of a route is sent.
    expect(app.redaction.text(shown.text)).not.toContain(secret);
    await ask("POST /api/context/review/redact", { body: entry });
    expect(readFileSync(fileOf(), "utf8")).not.toContain(secret);
    expect(await kindsIn()).not.toContain("secret convention/git");
    plantSecret();
    expect(await kindsIn()).toContain("secret convention/git");
  });

  it("requires the entry of an action to be named", async () => {
    for (const route of ["POST /api/context/review/redact", "POST /api/context/review/verify"])
      await expect(ask(route, { body: { type: "convention" } })).rejects.toMatchObject({ problem: "invalid" });
  });
});
