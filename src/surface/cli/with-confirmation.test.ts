import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { plainPaint } from "../../base/paint.js";
import { commands } from "../../commands/catalog.js";
import { tools } from "../../tools/catalog.js";
import { commandsOf } from "./command-tree.js";

const all = commandsOf(tools, commands);
const commandNamed = (name: string) => {
  const command = all.find((one) => one.name === name);
  if (!command) throw new Error(name);
  return command;
};

let app: TestApp;
let id: string;
beforeEach(async () => {
  app = await testApp();
  const lesson = { project_id: app.folder, title: "Walrus\x1b[2J port", content: "Port 4100.", outcome: "success" };
  id = String((await callAs(app)("memory_record", lesson)).id);
});
afterEach(() => app.remove());

const forget = commandNamed("memory forget");
const answering = (reply: boolean | undefined, questions: string[] = []) => ({
  ...app,
  ask: async (question: string) => {
    questions.push(question);
    return reply;
  },
});
const isThere = async () => (await app.memories.list(app.call, { limit: 9, offset: 0 })).total === 1;
const run = async (flags: object, reply: boolean | undefined, questions: string[] = []) => {
  const answer = await forget.run(forget.input.parse({ memory_id: id, ...flags }), answering(reply, questions));
  return { text: forget.toText(answer, plainPaint), exitCode: forget.exitCode?.(answer) };
};

describe("a command that deletes", () => {
  it("asks, whichever it is", () => {
    const deleting = tools.filter(({ effect, cli }) => effect === "deletes" && !("none" in cli));
    expect(deleting.length).toBeGreaterThan(5);
    expect(deleting.filter(({ cli }) => !("confirm" in cli)).map(({ name }) => name)).toEqual([]);
    for (const name of ["purge", "forget", "restore", "project remove", "storage clear"])
      expect(Object.keys(commandNamed(name).input.shape)).toContain("yes");
  });

  it("asks at a terminal, names what it deletes, and deletes nothing when declined", async () => {
    const questions: string[] = [];
    expect(await run({}, false, questions)).toEqual({ text: "Nothing was changed.", exitCode: 1 });
    expect(questions[0]).toContain("port");
    expect(questions[0]).toContain("cannot be undone");
    expect(questions[0]?.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    expect(await isThere()).toBe(true);
  });

  it("deletes with --yes without asking", async () => {
    const questions: string[] = [];
    expect((await run({ yes: true }, false, questions)).exitCode).toBe(0);
    expect([questions, await isThere()]).toEqual([[], false]);
  });

  it("deletes nothing without a terminal, as in an agent's shell, and names --yes", async () => {
    const { text, exitCode } = await run({}, undefined);
    expect([text, exitCode]).toEqual([expect.stringContaining("Add --yes to do it."), 1]);
    expect(await isThere()).toBe(true);
  });

  it("shows with --dry-run what it would delete, and asks nothing", async () => {
    const questions: string[] = [];
    const { text } = await run({ dryRun: true }, true, questions);
    expect(text).toContain("this was a dry run");
    expect([questions, await isThere()]).toEqual([[], true]);
  });

  it("has both flags, for every command whose tool deletes", () => {
    const deleting = tools.flatMap(({ effect, cli }) =>
      effect === "deletes" && "command" in cli ? [cli.command] : [],
    );
    const without = [...deleting, "forget", "storage clear", "storage prune", "project remove", "state clear"].filter(
      (name) => !("yes" in commandNamed(name).input.shape && "dryRun" in commandNamed(name).input.shape),
    );
    expect(without).toEqual([]);
  });
});
