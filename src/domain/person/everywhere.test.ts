import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandNamed } from "../../../test/support/command-named.js";
import { root } from "../../../test/support/sources.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { shortId } from "../../base/ids.js";
import { modelFilesIn } from "../../engine/minilm-embedder/find-model.js";
import { openMiniLm } from "../../engine/minilm-embedder/open-minilm.js";
import { memoryRecord } from "../../tools/memory/memory-record.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const project = (name: string) => {
  const folder = join(app.folder, "..", name);
  mkdirSync(folder, { recursive: true });
  return { ...app, call: { ...app.call, folder } };
};
const record = (place: ReturnType<typeof project>, content: string, project_id = place.call.folder) =>
  memoryRecord.run({ content, kind: "rule", project_id }, place);
const startOf = ({ call }: ReturnType<typeof project>) => app.injection.atStart({ ...call, session: "new" }, false);
const lines = (text: string) => text.split("\n").filter((line) => line.startsWith("- "));

interface Story {
  /** The same wish, in the words of two projects. */
  readonly said: readonly [string, string];
  /** What the third project's start must have. */
  readonly reaches: string;
  /** What is of one project, and must not leave it. */
  readonly own: readonly [string, string];
}

const stories = JSON.parse(readFileSync(join(root, "test/person/stories.json"), "utf8")) as Story[];

describe("30 stories of a person with three projects", () => {
  it("reach the third project once accepted, and carry nothing of the others", async () => {
    const reached: string[] = [];
    const leaks: string[] = [];
    let lineCount = 0;
    for (const { said, reaches, own } of stories) {
      const one = await testApp();
      app = one;
      const [first, second, third] = [project("one"), project("two"), project("three")];
      for (const [i, place] of [first, second].entries()) {
        await record(place, said[i] ?? "");
        await record(place, own[i] ?? "");
      }
      expect(await startOf(third)).toBe("");
      for (const { memory } of await app.everywhere.offers(first.call)) await app.everywhere.add(first.call, memory.id);
      const given = lines(await startOf(third));
      lineCount += given.length;
      if (given.some((line) => line.includes(reaches))) reached.push(reaches);
      leaks.push(...given.filter((line) => own.some((text) => line.includes(text))));
      await one.remove();
    }
    app = await testApp();
    expect(stories).toHaveLength(30);
    expect(reached.length).toBeGreaterThanOrEqual(27);
    expect(leaks.length).toBeLessThanOrEqual(lineCount * 0.02);
  });
});

describe("what a person wants everywhere", () => {
  it("is offered when two projects have it, never spread by itself, and not offered again once decided", async () => {
    const [first, second] = [project("one"), project("two")];
    await record(first, "Always answer in German.");
    expect(await app.everywhere.offers(first.call)).toEqual([]);
    const { id, offer } = await record(second, "Answer in German, please.");
    expect(offer).toContain(`throughline everywhere add ${shortId(id)}`);
    expect(await app.everywhere.list(first.call)).toEqual([]);
    await app.everywhere.decline(first.call, id);
    expect(await app.everywhere.offers(first.call)).toEqual([]);
  });

  it("is the same in other words, if each is the nearest of its project to the other", async () => {
    await app.remove();
    app = await testApp({}, undefined, { embedder: openMiniLm(modelFilesIn("models")) });
    const [first, second] = [project("one"), project("two")];
    const prefer = (place: ReturnType<typeof project>, content: string) =>
      memoryRecord.run({ content, kind: "preference", project_id: place.call.folder }, place);
    await prefer(first, "Ask before adding a dependency, without exception.");
    await prefer(first, "Give code locations as file:line; the person works in neovim.");
    await prefer(first, "Use the shop's own logger in one.");
    await prefer(second, "Test before code: red first, then green.");
    await prefer(second, "Check with the person before installing a new library.");
    const { offer = "" } = await prefer(second, "Write references as path:line so that nvim can open them.");
    expect(offer).toContain("throughline everywhere add");
    const offers = await app.everywhere.offers(first.call);
    expect(offers.map(({ memory, others }) => [memory.content, ...others.map(({ content }) => content)])).toEqual([
      [expect.stringContaining("path:line"), expect.stringContaining("file:line")],
      [expect.stringContaining("installing a new library"), expect.stringContaining("adding a dependency")],
    ]);
    for (const { memory } of offers) await app.everywhere.add(first.call, memory.id);
    expect(await app.everywhere.offers(first.call)).toEqual([]);
    const start = await startOf(project("three"));
    expect(lines(start)).toEqual([
      "- Check with the person before installing a new library.",
      "- Write references as path:line so that nvim can open them.",
    ]);
  });

  it("comes below the rules of the project, in at most 300 characters", async () => {
    const here = project("one");
    for (let i = 0; i < 9; i++)
      await record(here, `Wish ${i}: keep every answer short and without a summary.`, "@person");
    await record(here, "In this project answers are long.");
    const [rules = "", wishes = ""] = (await startOf(here)).split("Wishes of the person");
    expect(rules).toContain("answers are long");
    expect(wishes).toContain("Wish 8");
    expect(wishes.replace("</throughline-context>", "").trim().length).toBeLessThanOrEqual(300);
  });

  it.each([
    "Deploy with scripts/deploy.sh.",
    "The staging host is stage.acme.example, use it.",
    "Ask dev@acme.example before a release.",
    "Fix ACME-142 first.",
    "Call loadInvoices before each import.",
  ])("names nothing of one project: %s", async (text) => {
    await expect(record(project("one"), text, "@person")).rejects.toThrow("names something of one project");
  });

  it("is written into the agent's own file of the person, and removed byte for byte", async () => {
    const here = project("one");
    await record(here, "Always answer in German.", "@person");
    const [claude] = (await app.installer.detect()).filter(({ id }) => id === "claude-code");
    expect(claude).toBeUndefined();
    const run = commandNamed("everywhere export").run({ agent: "claude-code" }, here);
    const done = (await run) as { file: string; outcome: string };
    expect(readFileSync(done.file, "utf8")).toContain("- Always answer in German.");
    await commandNamed("everywhere unexport").run({ agent: "claude-code" }, here);
    mkdirSync(dirname(done.file), { recursive: true });
    for (const text of ["# Mine\n", "# Mine, without an end", ""]) {
      writeFileSync(done.file, text);
      await commandNamed("everywhere export").run({ agent: "claude-code" }, here);
      expect(readFileSync(done.file, "utf8")).toContain("- Always answer in German.");
      await commandNamed("everywhere unexport").run({ agent: "claude-code" }, here);
      expect(readFileSync(done.file, "utf8")).toBe(text);
    }
    writeFileSync(done.file, "# Mine\n");
    await commandNamed("everywhere export").run({ agent: "claude-code" }, here);
    writeFileSync(done.file, `${readFileSync(done.file, "utf8")}More of mine\n`);
    await commandNamed("everywhere unexport").run({ agent: "claude-code" }, here);
    expect(readFileSync(done.file, "utf8")).toBe("# Mine\nMore of mine\n");
  });
});
