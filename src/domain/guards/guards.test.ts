import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { root } from "../../../test/support/sources.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { toolNamed } from "../../../test/support/tool-named.js";
import { isConcerned } from "../../entry/hook/is-concerned.js";
import { readToolAction } from "../../hosts/tool-event.js";
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
const guardsOf = async (id: string) => (await app.guards.list(app.call)).find((rule) => rule.id === id)?.guards ?? [];

const usePnpm = "This project uses pnpm, never npm: run `pnpm add x`.";

interface Project {
  readonly project: string;
  readonly rule: string;
  readonly guard?: Record<string, unknown>;
  readonly violations: readonly ToolCall[];
  readonly fine: readonly ToolCall[];
}

const readProjects = (name: string) => JSON.parse(readFileSync(join(root, "test/guards", name), "utf8")) as Project[];
/** Paths of the calls are those of a project in /repo. */
const here = (call: ToolCall) => JSON.parse(JSON.stringify(call).replaceAll("/repo", app.folder)) as ToolCall;

/** What guards stop that follow from the words of the rules. */
it.each([
  ["violations.json", { stopped: 55, wrong: 0 }],
  ["violations-of-another-hand.json", { stopped: 50, wrong: 0 }],
])("%s: of 60 violations and 60 calls that keep the rules", async (name, expected) => {
  const counts = { stopped: 0, wrong: 0 };
  for (const { rule, violations, fine } of readProjects(name)) {
    const id = await record(rule);
    await app.guards.accept(app.call, id).catch(() => undefined);
    for (const call of violations) if ((await act(here(call)))?.effect) counts.stopped++;
    for (const call of fine) if ((await act(here(call)))?.effect) counts.wrong++;
    for (const call of [...violations, ...fine]) {
      const isStopped = (await act(here(call), "files"))?.effect !== undefined;
      if (isStopped) expect(isConcerned(app.home.guards, actionOf(here(call)), app.folder)).toBe(true);
    }
    await app.memories.forget(app.call, id);
  }
  expect(counts).toEqual(expected);
});

describe("guards that a writer gives", () => {
  it.each(readProjects("violations-of-another-hand.json").filter(({ guard }) => guard))(
    "$project: $rule",
    async ({ rule, guard, violations, fine }) => {
      await app.guards.accept(app.call, await record(rule, guard ? { guard } : {}));
      const stops = async (call: ToolCall) => (await act(here(call)))?.effect !== undefined;
      for (const call of violations) expect({ call, isStopped: await stops(call) }).toEqual({ call, isStopped: true });
      for (const call of fine) expect({ call, isStopped: await stops(call) }).toEqual({ call, isStopped: false });
    },
  );

  const sed = (script: string, file: string) => bash(`sed -i '${script}' ${file}`);
  const edit = (file_path: string, old_string: string, new_string: string): ToolCall => ({
    tool: "Edit",
    input: { file_path, old_string, new_string },
  });
  const write = (file_path: string, content: string): ToolCall => ({ tool: "Write", input: { file_path, content } });
  const src = { path: ["src/**", "!src/gen/**"], text: "console\\.log" };

  it.each<[object, ToolCall, boolean]>([
    [src, edit("src/a.ts", "", "x();\nconsole.log(1);"), true],
    [src, edit("src/a.ts", "console.log(1);", "console.log(1);\ny();"), false],
    [src, edit("src/gen/a.ts", "", "console.log(1);"), false],
    [src, bash("cd src && cat > a.ts <<'E'\nconsole.log(1)\nE"), true],
    [src, bash("echo 'console.log(1)' | sudo tee -a src/a.ts"), true],
    [src, bash("grep -rn 'console.log' src > found.txt"), false],
    [src, sed("s/x/console.log(x)/", "src/a.ts"), true],
    [src, bash('for f in src/*.ts; do sed -i "s/x/console.log(x)/" "$f"; done'), true],
    [src, bash("git apply <<'E'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-x\n+console.log(1)\nE"), true],
    [src, bash("python3 -c 'console.log'"), false],
    [{ command: "go test", not: "-race" }, bash("cd x && GOFLAGS=a go test ./... -run A"), true],
    [{ command: "go test", not: "-race" }, bash("go test -run A -race ./..."), false],
    [{ command: ["^(npm|yarn)\\s+(install|add)"] }, bash("sudo npm --prefix web add x"), true],
    [{ command: "composer update" }, bash("docker compose exec -T -u root app composer update"), true],
    [{ command: "prettier" }, bash("git diff --name-only | xargs npx --yes prettier@3 --write"), true],
    [{ command: "prettier" }, bash("rg -l prettier packages"), false],
    [{ command: "yarn start", text: "3000" }, bash("BROWSER=none PORT=3000 yarn start &"), true],
    [{ command: "yarn start", text: "3000" }, bash("curl localhost:3000 && yarn start --port 4100"), false],
    [{ command: "kubectl --context prod" }, bash("kubectl get pods --context=prod -o wide"), true],
    [{ command: "kubectl --context prod" }, bash("kubectl --context dev -n prod-mirror get pods"), false],
    [
      { command: ["git commit"], not: "-m \\w+\\(\\w+\\): " },
      bash("git commit -m \"$(cat <<'E'\nfix(api): a\nE\n)\""),
      false,
    ],
    [{ command: ["git commit"], not: "-m \\w+\\(\\w+\\): " }, bash('git commit -m "Fixed a" -m "fix(api) b"'), true],
    [
      { command: "git commit", text: "\\s--no-verify(?:\\s|$)" },
      bash("git commit -m 'Say why --no-verify is bad'"),
      true,
    ],
    [
      { command: "git commit", text: "commit(?:\\s+(?:'[^']*'|[^'\\s]+))*\\s--no-verify" },
      bash("git commit -m 'Say why --no-verify is bad'"),
      false,
    ],
    [{ command: "cargo", text: "\\bTOOLCHAIN=nightly" }, bash("TOOLCHAIN=nightly-2024-05-01 cargo fmt"), true],
    [{ path: "src/main/db/V*.sql", new: false }, edit("app/src/main/db/V1__a.sql", "a", "b"), true],
    [{ path: "db/V*.sql" }, edit("app/db/V1__a.sql", "a", "b"), false],
    [{ command: "sudo" }, bash("A=1 sudo -E env PATH=x apt-get install -y docs"), true],
    [{ path: "data/raw/**" }, bash("curl -sSL https://example.org/a.csv -o data/raw/a.csv"), true],
    [{ path: "data/raw/**" }, bash("wget -q https://example.org/data/raw/a.csv -O /tmp/a.csv"), false],
    [{ path: "src/vendor/**" }, bash("cd src/vendor/lib && git apply /tmp/fix.diff"), true],
    [{ path: "vendor/**" }, bash("perl -0pi -e 's/a/b/' vendor/x/a.php"), true],
    [
      { path: "published/**", new: false },
      {
        tool: "NotebookEdit",
        input: { notebook_path: "published/a.ipynb", cell_id: "c1", new_source: "x", edit_mode: "replace" },
      },
      true,
    ],
    [{ path: "data/raw/**" }, bash("find data/raw/2023 -name '*.csv' -delete"), true],
    [{ path: "data/raw/**" }, bash("cp -r data/raw/2023 data/interim/"), false],
    [{ path: "docs/*", new: true }, bash("mv A.md B.md docs/archive/"), false],
    [{ path: "docs/*", new: true }, bash("git mv ../A.md B.md docs"), true],
    [{ path: "docs/*", new: true }, bash("cp A.md docs/B.md"), true],
    [{ path: "versioned/**" }, bash("grep -rl http: docs versioned | xargs sed -i 's/http/https/'"), true],
    [{ path: "third_party/**" }, bash("patch -p1 -d third_party/lvgl < /tmp/a.diff"), true],
    [{ path: "migrations/**", new: false }, edit("migrations/1.sql", "a", "b"), true],
    [{ path: "migrations/**", new: false }, write("migrations/2.sql", "b"), false],
    [{ path: ["**/*.c"], new: true, not: "SPDX" }, write("src/a.c", "int a;"), true],
    [{ path: ["**/*.c"], new: true, not: "SPDX" }, write("src/a.c", "/* SPDX */ int a;"), false],
    [{ path: ["app/[a-z]*.tsx"] }, write("app/[id].tsx", "x"), false],
    [{ path: ["app/[id]/*.tsx"] }, write("app/[id]/page.tsx", "x"), true],
    [{ path: ["app/[a-z]*.tsx"] }, write("app/Button.tsx", "x"), false],
    [{ tool: "mcp__github__merge*" }, { tool: "mcp__github__merge_pull_request", input: {} }, true],
  ])("%j and %j: %j", async (guard, call, isStopped) => {
    const rule =
      "About go test, npm, composer, prettier, yarn, kubectl, git, console, src, data, docs, app and third_party.";
    const more = " Also migrations, versioned, SPDX, mcp, cargo, db, vendor, published, sudo.";
    await app.guards.accept(app.call, await record(rule + more, { guard }));
    expect((await act(call))?.effect !== undefined).toBe(isStopped);
    expect(isConcerned(app.home.guards, actionOf(call), app.folder)).toBe(isStopped);
  });

  it("a line that the file has already is not added by writing it again", async () => {
    await app.guards.accept(app.call, await record("No console.log in src.", { guard: src }));
    mkdirSync(join(app.folder, "src"), { recursive: true });
    writeFileSync(join(app.folder, "src/a.ts"), "console.log(1);\n");
    expect(await act(write("src/a.ts", "x();\nconsole.log(1);\n"))).toBeUndefined();
    expect((await act(write("src/a.ts", "console.log(2);\n")))?.effect).toBe("ask");
  });
});

describe("a guard", () => {
  it("is proposed with a rule, and holds only once a person accepts it", async () => {
    const id = await record("Never call the clock.", { guard: { command: "the-clock" } });
    expect(await guardsOf(id)).toMatchObject([{ command: ["the-clock"], state: "proposed" }]);
    expect(await act(bash("the-clock"))).toBeUndefined();
    await app.guards.accept(app.call, id);
    expect(await act(bash("the-clock"))).toMatchObject({ effect: "ask" });
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
    await toolNamed("memory_update").run({ memory_id: rejected, state: "rejected" }, app);
    expect(await act(bash("npm i"))).toBeUndefined();
    expect(isConcerned(app.home.guards, actionOf(bash("npm i")), app.folder)).toBe(false);
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
    [{ command: [] }, '"command" must be a text'],
    [{ pattern: "that.*" }, 'no field "pattern"'],
    [{ path: "" }, '"path" must be a text'],
    [{ path: "**" }, "stops nearly everything"],
    [{ text: "(do|that" }, "a parenthesis is not closed"],
    [{ command: "that", instead: "that --dry-run" }, "stops what it calls the right way"],
    [{ command: "npm" }, "the rule names nothing that it stops"],
  ])("%j is refused with its rule", async (guard, why) => {
    await expect(record("Never do that.", { guard })).rejects.toThrow(why);
    expect(await app.memories.count(app.call)).toBe(0);
  });

  it.each([
    ["dbg! stays out of the code.", { path: ["**/*.rs"], text: "\\bdbg!" }],
    [
      "Each commit message begins with the ticket, such as ATL-482.",
      { command: ["git commit"], not: "-m .ATL-\\d+", instead: 'git commit -m "ATL-<number> <message>"' },
    ],
  ])("a guard of %j is accepted as %j", async (rule, guard) => {
    const id = await record(rule, { guard });
    expect(await guardsOf(id)).toMatchObject([{ state: "proposed" }]);
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

describe("a guard of a convention", () => {
  const convene = async (content: string) => {
    const project = await app.context.open(app.call);
    await project.change(() => project.conventions.put({ key: "style", content, author: "mira" }));
  };
  const line = "- Never run `terraform apply`.";
  const listed = async () => (await app.guards.list(app.call)).filter(({ guards }) => guards.length > 0);

  it("comes with the repository, and holds once the person accepts it", async () => {
    await convene(
      `# Style\n\n${line}\n- Dates go through date-fns.\n\n\`\`\`guard\n{"text":"from 'moment'|date-fns/old"}\n\`\`\`\n`,
    );
    const [apply, dates] = await listed();
    expect([apply, dates]).toMatchObject([
      { guards: [{ command: ["terraform apply"], state: "proposed" }] },
      { guards: [{ text: "from 'moment'|date-fns/old", state: "proposed" }] },
    ]);
    expect((await act(bash("terraform apply")))?.effect).toBeUndefined();
    await app.guards.accept(app.call, apply?.id ?? "");
    expect(await act(bash("terraform apply"))).toMatchObject({ effect: "ask" });
    expect((await act(bash("terraform apply")))?.text).toContain("the team's convention style");
    expect(isConcerned(app.home.guards, actionOf(bash("terraform apply")), app.folder)).toBe(true);
    expect((await listed())[0]?.guards).toMatchObject([{ state: "accepted", stops: 2 }]);
    await app.guards.loosen(app.call, apply?.id ?? "");
    expect((await act(bash("terraform apply")))?.effect).toBeUndefined();
  });

  it("ends when its line is changed or gone", async () => {
    await convene(line);
    const [rule] = await listed();
    await app.guards.accept(app.call, rule?.id ?? "");
    await convene(`${line.slice(0, -1)}, said Mira.`);
    expect((await act(bash("terraform apply")))?.effect).toBeUndefined();
    await expect(app.guards.loosen(app.call, rule?.id ?? "")).rejects.toThrow("No convention has this line now");
    await convene(line);
    expect((await act(bash("terraform apply")))?.effect).toBe("ask");
  });
});

describe("guards that follow from the words of a rule", () => {
  it.each([
    ["Never run `npm install`.", [{ command: ["npm install|i|add|ci"] }]],
    ["Do not edit `generated/`.", [{ path: ["generated/**"] }]],
    ["Never edit `package-lock.json` by hand.", [{ path: ["package-lock.json"] }]],
    ["Don't push to master.", [{ command: ["git push master"] }]],
    ["Niemals `git push --force`.", [{ command: ["git push -f|--force"] }]],
    ["No console.log under src/, use the logger.", [{ path: ["src/**"], text: "console\\.log" }]],
    ["internal/pb is generated by buf, don't write anything in there.", [{ path: ["internal/pb/**"] }]],
    ["Existing files in db/migrations are never changed.", [{ path: ["db/migrations/**"], new: false }]],
    ["migrate:fresh und db:wipe sind tabu.", [{ command: ["* migrate:fresh", "* db:wipe"] }]],
    ["Kein composer update ohne Paketnamen.", []],
    ["If no `--rules` flag is given, all of them count.", []],
    ["Anytime you run into errors with no `current_scope` assign:", []],
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
  const npm = { command: ["npm install|i"], effect: "deny" } as const;
  const push = { command: ["git push main"], effect: "deny" } as const;
  it.each([
    [npm, "use npm for this one", true],
    [npm, "npm ERR! code ERESOLVE", false],
    [npm, "Please do not use npm.", false],
    [push, "Ok, push it to main.", true],
    [push, "Please push the branch.", false],
    [{ path: ["src/generated/**"], effect: "ask" } as const, "You can edit the generated folder here.", true],
  ])("%j: %s", (guard, prompt, isAllowed) => {
    expect(isOverruled(guard, prompt, false)).toBe(isAllowed);
  });
});
