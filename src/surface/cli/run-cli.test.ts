import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { plainPaint } from "../../base/paint.js";
import { commands } from "../../commands/catalog.js";
import { tools } from "../../tools/catalog.js";
import { commandsOf } from "./command-tree.js";
import { runCli } from "./run-cli.js";

describe("the command line", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.remove());

  async function run(...argv: string[]): Promise<{ exitCode: number; text: string }> {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const signal = new AbortController().signal;
    const terminal = { paint: plainPaint, isInteractive: false, readStdin: () => "", signal, out: print, error: print };
    const client = { tenant: "local", caller: "test", folder: app.folder };
    const exitCode = await runCli(argv, { app, client, commands: commandsOf(tools, commands), terminal });
    return { exitCode, text: printed.join("\n") };
  }

  it("helps by the name of a family that is no command", async () => {
    for (const argv of [["bridge"], ["bridge", "--help"]]) {
      const { exitCode, text } = await run(...argv);
      expect(exitCode).toBe(0);
      for (const command of ["project create", "repo query", "storage clear"]) expect(text).toContain(command);
    }
    expect((await run("bridge", "fly")).text).toContain("Unknown command: bridge fly.");
  });

  it("creates the context store by either name", async () => {
    expect((await run("context", "init", "shop")).text).toContain("Created ");
    expect((await run("init")).text).toContain("already exists");
  });

  it("prints the names of projects for completion", async () => {
    await run("project", "create", "walrus");
    expect((await run("completion", "projects")).text).toBe("walrus");
  });

  it.each(["search", "memory search", "context search", "archive search", "remediation search", "code search"])(
    "refuses an empty query of %s, because a script's empty variable is not a query that nothing matches",
    async (command) => {
      for (const query of ["", " "]) {
        const { exitCode, text } = await run(...command.split(" "), query);
        expect({ exitCode, text }).toMatchObject({ exitCode: 2, text: expect.stringMatching(/empty|must have 1 to/) });
      }
    },
  );

  it("takes a lone word for what is required, and words for what no flag gave", async () => {
    expect((await run("memory", "record", "Use pnpm here, never npm.")).text).toContain("Recorded");
    expect((await run("memory", "record", "--content", "Ports start at 4100.", "Ports")).text).toContain('"Ports"');
    expect((await run("memory", "record", "a", "b", "c")).text).toContain("Unexpected argument: c");
  });

  it.each([
    [["memory", "search", "x", "--limit", "many"], "--limit must be a number"],
    [["memory", "search", "x", "--limit", "0"], "--limit must be 1 to 100"],
    [["memory", "list", "--state", "lost"], "--state must be one of heard, candidate, "],
    [["memory", "record"], "<content> is missing"],
    [["search", "x", "--limit", "0"], "--limit must be at least 1"],
  ])("says in words what is wrong with %j", async (argv, sentence) => {
    const { exitCode, text } = await run(...argv);
    expect({ exitCode, text }).toEqual({ exitCode: 2, text: expect.stringContaining(sentence) });
    expect(text).not.toMatch(/Invalid input|Too (small|big)|expected (string|number)/);
  });

  it.each(["knowledge rm walrus", "skill rm walrus", "project remove walrus-2", "memory forget mem_1"])(
    "asks nothing before %s, of which there is none",
    async (line) => {
      expect((await run(...line.split(" "))).text).not.toContain("Deletes");
    },
  );

  it.each([
    ["search", "pool", "--since", "notaday"],
    ["search", "pool", "--kind", "flying"],
    ["checkpoint", "save", " "],
    ["migrate-from", "claude-mem", "--path", "missing.db"],
    ["memory", "search", "x", "--limit", "many"],
    ["memory", "search", "x", "--nope"],
  ])("refuses %s %s %s %s", async (...argv) => {
    const { exitCode, text } = await run(...argv);
    expect([2, 3]).toContain(exitCode);
    expect(text).not.toMatch(/Internal error|^\s+at \S+ \(/m);
  });
});
