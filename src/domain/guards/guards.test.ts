import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { root } from "../../../test/support/sources.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { isConcerned } from "../../entry/hook/is-concerned.js";
import { readToolAction } from "../../hosts/tool-event.js";
import { memoryUpdate } from "../../tools/memory/memories.js";
import { memoryRecord } from "../../tools/memory/memory-record.js";
import { isOverruled } from "./overrules.js";
import { proposeGuards } from "./propose-guards.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

interface ToolCall {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

const bash = (command: string): ToolCall => ({ tool: "Bash", input: { command } });
const actionOf = ({ tool, input }: ToolCall) => readToolAction({ tool_name: tool, tool_input: input });
const inSession = (session: string) => ({ ...app.call, session });
const act = (call: ToolCall, session = "now") => app.guards.beforeAction(inSession(session), actionOf(call));
const record = async (content: string, more: Partial<Parameters<typeof memoryRecord.run>[0]> = {}) =>
  (await memoryRecord.run({ content, kind: "rule", ...more }, app)).id;
const recordAccepted = async (content: string, effect: "ask" | "deny" = "ask") => {
  const id = await record(content);
  await app.guards.accept(app.call, id, effect);
  return id;
};
const guardsOf = async (id: string) =>
  (await app.guards.list(app.call)).find(({ memory }) => memory.id === id)?.guards ?? [];

const usePnpm = "This project uses pnpm, never npm: run `pnpm add x`.";

interface Project {
  readonly project: string;
  readonly rule: string;
  readonly guard?: Record<string, unknown>;
  readonly violations: readonly ToolCall[];
  readonly fine: readonly ToolCall[];
}

const readProjects = (name: string) => JSON.parse(readFileSync(join(root, "test/guards", name), "utf8")) as Project[];
const projects = readProjects("violations.json");
/** Paths of the calls are those of a project in /repo. */
const here = (call: ToolCall) => JSON.parse(JSON.stringify(call).replaceAll("/repo", app.folder)) as ToolCall;

it("stops 53 of 60 violations of rules that another hand wrote, and 1 of 60 calls that keep them", async () => {
  const counts = { stopped: 0, false: 0 };
  for (const { rule, guard, violations, fine } of readProjects("violations-of-another-hand.json")) {
    const id = await record(rule, guard ? { guard } : {});
    await app.guards.accept(app.call, id);
    for (const call of violations) if (await act(here(call))) counts.stopped++;
    for (const call of fine) if (await act(here(call))) counts.false++;
    await app.memories.forget(app.call, id);
  }
  expect(counts).toEqual({ stopped: 53, false: 1 });
});

describe("60 violations in 12 projects, written before the matcher", () => {
  it.each(projects)("$project: $rule", async ({ rule, guard, violations, fine }) => {
    const id = await record(rule, guard ? { guard } : {});
    await app.guards.accept(app.call, id);
    const stops = async (call: ToolCall) => (await act(here(call)))?.effect;
    for (const call of violations) expect({ call, stop: await stops(call) }).toEqual({ call, stop: "ask" });
    for (const call of fine) expect({ call, stop: await stops(call) }).toEqual({ call, stop: undefined });
    for (const call of [...violations, ...fine]) {
      const isViolation = violations.includes(call);
      const isHeard = isConcerned(app.home.guards, actionOf(here(call)), app.folder);
      expect({ call, isHeard }).toEqual({ call, isHeard: isViolation });
    }
  });
});

describe("a guard", () => {
  it("is proposed with a rule, and holds only once a person accepts it", async () => {
    const id = await record("Never call the clock.", { guard: { words: ["date"] } });
    expect(await guardsOf(id)).toMatchObject([{ words: ["date"], state: "proposed" }]);
    expect(await act(bash("date"))).toBeUndefined();
    await app.guards.accept(app.call, id);
    expect(await act(bash("date"))).toMatchObject({ effect: "ask" });
  });

  it("says the rule, the right way, who said it and how to loosen it", async () => {
    const id = await recordAccepted(usePnpm, "deny");
    const answer = await act(bash("npm i lodash"));
    expect(answer).toMatchObject({ effect: "deny" });
    expect(answer?.text).toMatch(
      /^A rule is against this: This project uses pnpm, never npm.*The right way: pnpm add x\./,
    );
    expect(answer?.text).toContain(`throughline guard loosen ${id}`);
  });

  it("is gone when its rule is rejected or forgotten, also for hooks", async () => {
    const rejected = await recordAccepted(usePnpm);
    await memoryUpdate.run({ memory_id: rejected, state: "rejected" }, app);
    expect(await act(bash("npm i"))).toBeUndefined();
    const forgotten = await recordAccepted("Never run `terraform apply` here.");
    expect(isConcerned(app.home.guards, actionOf(bash("terraform apply")), app.folder)).toBe(true);
    await app.memories.forget(app.call, forgotten);
    expect(await act(bash("terraform apply"))).toBeUndefined();
    expect(isConcerned(app.home.guards, actionOf(bash("terraform apply")), app.folder)).toBe(false);
  });

  it("has to be accepted again when its rule is reworded", async () => {
    const old = await recordAccepted(usePnpm);
    await memoryRecord.run({ content: "Use npm from now on.", replaces: old, kind: "rule" }, app);
    expect(await act(bash("npm i"))).toBeUndefined();
    expect((await app.guards.list(app.call)).flatMap(({ guards }) => guards)).toMatchObject([{ state: "proposed" }]);
  });

  it("gives way to what the person says in the session, and counts it", async () => {
    const id = await recordAccepted(usePnpm, "deny");
    await act(bash("npm i"), "one");
    await app.guards.hear(inSession("one"), "Yes, go ahead.");
    expect(await act(bash("npm i"), "one")).toBeUndefined();
    await app.guards.hear(inSession("two"), "Just use npm here.");
    expect(await act(bash("npm i"), "two")).toBeUndefined();
    await app.guards.hear(inSession("three"), "Why does npm fail? Do not use npm.");
    expect(await act(bash("npm i"), "three")).toMatchObject({ effect: "deny" });
    expect(await guardsOf(id)).toMatchObject([{ stops: 2, overruled: 2 }]);
  });

  it("is loosened from deny to ask to none", async () => {
    const id = await recordAccepted(usePnpm, "deny");
    await app.guards.loosen(app.call, id);
    expect(await act(bash("npm i"))).toMatchObject({ effect: "ask" });
    await app.guards.loosen(app.call, id);
    expect((await act(bash("npm i")))?.effect).toBeUndefined();
    expect(await guardsOf(id)).toMatchObject([{ state: "declined", overruled: 2 }]);
    await expect(app.guards.loosen(app.call, id)).rejects.toThrow("has no guard to change");
  });

  it("is not accepted, loosened or removed by an agent", async () => {
    const id = await recordAccepted(usePnpm);
    for (const word of ["accept", "loosen", "remove", "add"])
      expect(await act(bash(`cd x && npx throughline guard ${word} ${id}`))).toMatchObject({ effect: "ask" });
    expect(isConcerned(app.home.guards, actionOf(bash(`tl guard loosen ${id}`)), "/elsewhere")).toBe(true);
    expect(await act(bash("throughline guard list"))).toBeUndefined();
  });

  it.each([
    [{}, "says nothing that could be checked"],
    [{ words: ["npm install"] }, "words without spaces"],
    [{ words: ["--force"] }, "first word must be a program"],
    [{ pattern: "npm.*" }, 'no field "pattern"'],
    [{ path: "" }, '"path" must be a text'],
  ])("%j is refused with its rule", async (guard, why) => {
    await expect(record("Never do that.", { guard })).rejects.toThrow(why);
    expect(await app.memories.count(app.call)).toBe(0);
  });

  it("without one, a rule is shown once a session before an action that it names", async () => {
    await record("Tests run with `make test` in the container.");
    const answer = await act(bash("make test ARGS=-v"), "one");
    expect(answer?.effect).toBeUndefined();
    expect(answer?.text).toMatch(/Tests run with `make test`/);
    expect(await act(bash("make test"), "one")).toBeUndefined();
    expect(await act(bash("make lint"), "two")).toBeUndefined();
  });
});

describe("guards that follow from the words of a rule", () => {
  it.each([
    ["Never run `npm install`.", [{ words: ["npm", "install|i|add|ci"] }]],
    ["Do not edit `generated/`.", [{ path: "generated/**" }]],
    ["Never edit `package-lock.json` by hand.", [{ path: "package-lock.json" }]],
    ["Don't push to master.", [{ words: ["git", "push", "master"] }]],
    ["Niemals `git push --force`.", [{ words: ["git", "push", "-f|--force"] }]],
    ["Do not forget to run `make test`.", []],
    ["No one likes `npm install`.", []],
    ["Never commit secrets.", []],
    ["Don't use `var`.", []],
    ["Never run git rebase on shared branches.", []],
  ])("%s", (rule, forms) => {
    expect(proposeGuards(rule)).toEqual(forms.map((form) => expect.objectContaining(form)));
  });
});

describe("what a person allows", () => {
  const npm = { words: ["npm", "install|i"], effect: "deny" } as const;
  const push = { words: ["git", "push", "main"], effect: "deny" } as const;
  it.each([
    [npm, "use npm for this one", true],
    [npm, "npm ERR! code ERESOLVE", false],
    [npm, "Please do not use npm.", false],
    [push, "Ok, push it to main.", true],
    [push, "Please push the branch.", false],
    [{ path: "src/generated/**", effect: "ask" } as const, "You can edit the generated folder here.", true],
  ])("%j: %s", (guard, prompt, isAllowed) => {
    expect(isOverruled(guard, prompt, false)).toBe(isAllowed);
  });
});
