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
