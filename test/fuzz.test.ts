import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { AppError } from "../src/base/errors.js";
import { plainPaint } from "../src/base/paint.js";
import { commands } from "../src/commands/catalog.js";
import { callTool } from "../src/surface/call-tool.js";
import { commandsOf } from "../src/surface/cli/command-tree.js";
import { flagName } from "../src/surface/cli/parse-arguments.js";
import { runCli } from "../src/surface/cli/run-cli.js";
import { tools } from "../src/tools/catalog.js";
import { badValue, randomFrom, seededRandom } from "./support/fuzz-values.js";
import { seedContext } from "./support/seed-context.js";
import { seedMemory } from "./support/seed-memory.js";
import { seedProject } from "./support/seed-project.js";
import { type TestApp, testApp } from "./support/test-app.js";

/** More with THROUGHLINE_FUZZ_CALLS=20000; another sequence with THROUGHLINE_FUZZ_SEED. */
const calls = Number(process.env.THROUGHLINE_FUZZ_CALLS ?? 300);
const seed = Number(process.env.THROUGHLINE_FUZZ_SEED ?? 1);

/** Commands that start this program again, which is the test runner here, or that do not end. */
const excluded = /^(install|uninstall|test-mcp|hooks |context test|ingest|agent |doctor|import sessions|migrate$)/;
const fuzzedCommands = commandsOf(tools, commands).filter(({ name }) => !excluded.test(name));

interface PropertySchema {
  readonly type?: string;
  readonly enum?: readonly string[];
}

const propertiesOf = (schema: z.ZodObject): [string, PropertySchema][] =>
  Object.entries((z.toJSONSchema(schema, { io: "input" }).properties ?? {}) as Record<string, PropertySchema>);

const ids: string[] = ["mem_none"];
/** Ids of answers are inputs of later calls. */
function rememberIds(answer: unknown): void {
  for (const [id] of (JSON.stringify(answer) ?? "").matchAll(/\b(?:mem|rem|cp|sa)_[0-9a-z]{10,}\b/g)) ids.push(id);
  ids.splice(0, Math.max(0, ids.length - 50));
}

function randomInput(schema: z.ZodObject, random: () => number): Record<string, unknown> {
  const fields = propertiesOf(schema).filter(() => random() < 0.8);
  return Object.fromEntries(
    fields.map(([name, property]) => {
      if (/(^|_)id$/.test(name) && random() < 0.5) return [name, randomFrom(ids, random)];
      return [name, badValue(property, random)];
    }),
  );
}

function toWords(name: string, input: Readonly<Record<string, unknown>>): string[] {
  const flags = Object.entries(input).map(
    ([field, value]) => `--${flagName(field)}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return [...name.split(" "), ...flags];
}

describe(`${calls} calls with bad input, seed ${seed}`, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
    await seedProject(app);
    await seedContext(app);
    await seedMemory(app);
  });
  afterAll(() => app.remove());

  it("answer or refuse, and leave nothing broken behind", { timeout: 60_000 + calls * 400 }, async () => {
    const random = seededRandom(seed);
    const bugs: string[] = [];
    for (let i = 0; i < calls && bugs.length < 10; i++) {
      const isTool = random() < 0.6;
      const bug = isTool ? await callRandomTool(random) : await runRandomCommand(random);
      if (bug !== undefined) bugs.push(`call ${i}: ${bug}`);
    }
    expect(bugs).toEqual([]);
    expect(await app.sql.integrity()).toBe("ok");
  });

  async function callRandomTool(random: () => number): Promise<string | undefined> {
    const tool = randomFrom(tools, random);
    const input = randomInput(tool.input, random);
    try {
      const answer = await callTool(tool, input, app);
      tool.toText(answer, plainPaint);
      rememberIds(answer);
      return undefined;
    } catch (error) {
      if (error instanceof AppError && error.message !== "") return undefined;
      return describeBug(tool.name, input, error);
    }
  }

  async function runRandomCommand(random: () => number): Promise<string | undefined> {
    const command = randomFrom(fuzzedCommands, random);
    const input = randomInput(command.input, random);
    const printed: string[] = [];
    const log = { ...app.log, error: (_: string, facts?: object) => void printed.push(JSON.stringify(facts)) };
    const terminal = {
      ...{ paint: plainPaint, isInteractive: false, readStdin: () => "", signal: new AbortController().signal },
      out: (text: string) => void printed.push(text),
      error: (text: string) => void printed.push(text),
    };
    const client = { tenant: "local", caller: "fuzz", folder: app.folder };
    const argv = toWords(command.name, input);
    const exitCode = await runCli(argv, { app: { ...app, log }, client, commands: fuzzedCommands, terminal });
    const output = printed.join("\n");
    const isBug = exitCode === 70 || /Internal error|^\s+at \S+ \(/m.test(output);
    if (isBug) return describeBug(command.name, input, output);
    const hasControls = command.name !== "merge-file" && /(?!\n)\p{Cc}/u.test(output);
    return hasControls ? describeBug(command.name, input, "control characters in the output") : undefined;
  }
});

const describeBug = (name: string, input: unknown, error: unknown): string =>
  `${name} ${(JSON.stringify(input) ?? "").slice(0, 400)}: ${error instanceof Error ? (error.stack ?? "") : String(error)}`.slice(
    0,
    1500,
  );
