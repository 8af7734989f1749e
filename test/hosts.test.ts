import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allHosts } from "../src/hosts/all-hosts.js";
import { answerFor, readHostEvent } from "../src/hosts/read-payload.js";
import { type HostFixture, leaveFiles, readHostFixture } from "./support/host-fixture.js";
import { root } from "./support/sources.js";
import { type TestApp, testApp } from "./support/test-app.js";

const hosts = allHosts.filter(({ transcripts, hooks }) => transcripts ?? hooks);
const withSessions = allHosts.flatMap(({ id, transcripts }) => (transcripts ? [{ id, transcripts }] : []));

it.each(["kiro", "antigravity"])("%s takes four files: its own, the list, its fixture and its page", (id) => {
  const named = spawnSync("git", ["grep", "-il", `\\b${id}\\b`], { cwd: root, encoding: "utf8" }).stdout.split("\n");
  // Texts for people, and this test.
  const others = named.filter(
    (path) => path !== "" && !/^(?:README|CHANGELOG)\.md$|^test\/hosts\.test\.ts$/.test(path),
  );
  expect(others.toSorted()).toEqual([
    `docs/agents/${id}.md`,
    "src/hosts/all-hosts.ts",
    `src/hosts/${id}.ts`,
    `test/fixtures/hosts/${id}/README.md`,
  ]);
});

it.each(hosts)("$id has a fixture", ({ id }) => {
  expect(existsSync(join(root, "test", "fixtures", "hosts", id, "README.md"))).toBe(true);
});

describe.each(withSessions)("sessions of $id", ({ id, transcripts }) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await testApp();
  });
  afterEach(() => app.remove());

  const importFrom = () => app.ingest.importAll({ agents: [id], since: undefined, dryRun: false, progress: () => {} });

  async function archived(fixture: HostFixture) {
    await leaveFiles(fixture, join(dirname(app.folder), "person"), app.folder);
    const report = await importFrom();
    const sessions = await Promise.all(
      fixture.sessions.map(async ({ id: session }) => {
        const { exchanges } = await app.sessions.exchanges(app.call, session);
        const found = (await app.sessions.list(app.call, { limit: 50 })).find((one) => one.id === session);
        return { ...found, exchanges };
      }),
    );
    return { report, sessions };
  }

  it("are found and read, and nothing of them twice", async () => {
    const fixture = readHostFixture(id);
    const { report, sessions } = await archived(fixture);
    expect(fixture.sessions.length).toBeGreaterThan(0);
    expect(report).toMatchObject({ missing: 0, broken: 0, found: { [id]: fixture.sessions.length } });
    expect(sessions).toMatchObject(expectedIn(app, fixture));
    expect((await importFrom()).events).toBe(0);
  });

  it("are read the same with lines of unknown kinds in between", async () => {
    const fixture = readHostFixture(id);
    const files = Object.fromEntries(
      Object.entries(fixture.files).map(([path, text]) => [path, path.endsWith(".jsonl") ? withJunk(text) : text]),
    );
    const { sessions } = await archived({ ...fixture, files });
    expect(sessions).toMatchObject(expectedIn(app, fixture));
  });

  it("never stop the reader, whatever a line holds", () => {
    const type = fc.constantFrom("user", "assistant", "message", "tool_result", "session", "part", "from-the-future");
    const shape = fc.record(
      { type, role: type, table: type, message: fc.jsonValue(), content: fc.jsonValue(), data: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const line = fc.oneof(shape, fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(line, (value) => {
        for (const event of transcripts.read(value, "0").events ?? []) expect(typeof event.key).toBe("string");
      }),
    );
  });
});

/** The project's folder differs from run to run. */
const expectedIn = (app: TestApp, { sessions }: HostFixture) =>
  JSON.parse(
    JSON.stringify(sessions)
      .replaceAll("{folder}", app.folder)
      .replaceAll("{home}", join(dirname(app.folder), "person")),
  );

const junk = ['{"type":"from-the-future","payload":[1,null]}', '{"type":7}', '{"message":[]}', "{}"];

const withJunk = (text: string): string =>
  text
    .split("\n")
    .flatMap((line, i) => (line === "" ? [] : [line, junk[i % junk.length] ?? ""]))
    .join("\n")
    .concat("\n");

const samples = allHosts
  .filter(({ hooks }) => hooks)
  .flatMap(({ id }) => readHostFixture(id).hooks.map((sample) => ({ id, ...sample })));

it.each(samples)(
  "the event $event of $id is read, and answered as it expects",
  ({ id, event, payload, read, answer }) => {
    const hostEvent = readHostEvent(JSON.stringify(payload), { host: id, event }, "/home/dev");
    expect(hostEvent).toMatchObject({ agent: id, ...read });
    if (answer !== undefined && hostEvent) expect(parsed(answerFor(hostEvent, "CONTEXT"))).toEqual(answer);
  },
);

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}
