import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { plainPaint } from "../src/base/paint.js";
import { resolveSettings } from "../src/base/resolve-settings.js";
import { flagOf, settingNames } from "../src/base/settings.js";
import { commands, processCommands } from "../src/commands/catalog.js";
import { resources } from "../src/resources/catalog.js";
import { callTool } from "../src/surface/call-tool.js";
import { catalogFor } from "../src/surface/catalog.js";
import { commandsOf } from "../src/surface/cli/command-tree.js";
import { optionsOf } from "../src/surface/cli/parse-arguments.js";
import { listTool, listTools } from "../src/surface/mcp/tool-listing.js";
import { tools } from "../src/tools/catalog.js";
import { coreTools } from "../src/tools/core-tools.js";
import type { Tool } from "../src/tools/define-tool.js";
import { findMismatches, pathsIn, requiredPaths } from "./support/answer-shape.js";
import { callAs } from "./support/call-as.js";
import { seedArchive } from "./support/seed-archive.js";
import { seedContext } from "./support/seed-context.js";
import { seedMemory } from "./support/seed-memory.js";
import { seedProject } from "./support/seed-project.js";
import { root } from "./support/sources.js";
import { type TestApp, testApp } from "./support/test-app.js";

/** Some clients put the whole listing into every conversation; the schemas of answers are for programs. */
const listingBudgetBytes = 38 * 1024;
const answersBudgetBytes = 30 * 1024;

const toolFolder = join(root, "src", "tools");
const toolFiles = readdirSync(toolFolder, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.includes("/") && path.endsWith(".ts") && !path.endsWith(".test.ts"));

const isTool = (one: unknown): one is Tool => typeof one === "object" && one !== null && "toolset" in one;

describe("the catalog", () => {
  it("has an entry for every tool that a file of its family's folder declares", async () => {
    const declared = toolFiles.map(async (path) => {
      const exports: Record<string, unknown> = await import(join(toolFolder, path));
      const found = Object.values(exports).flat().filter(isTool);
      return [...new Set(found)].map(({ name, toolset }) => `${toolset}: ${name} in ${dirname(path)}`);
    });
    const inCatalog = tools.map(({ name, toolset }) => `${toolset}: ${name} in ${toolset}`);
    expect((await Promise.all(declared)).flat().toSorted()).toEqual(inCatalog.toSorted());
  });

  it("has no duplicate name or command", () => {
    const names = [...tools.map(({ name }) => name), ...resources.map(({ name }) => name)];
    expect(new Set(names).size).toBe(names.length);
    const typed = [...commandsOf(tools, commands), ...processCommands].map(({ name }) => name);
    expect(new Set(typed).size).toBe(typed.length);
  });

  it("has no command option with the name of a setting's flag", () => {
    const flags = new Set(settingNames.map(flagOf));
    const options = commandsOf(tools, commands).flatMap((command) =>
      optionsOf(command)
        .filter(({ flag }) => flags.has(flag))
        .map(({ flag }) => `${command.name} --${flag}`),
    );
    expect(options).toEqual([]);
  });

  it("lists all tools within its byte budget", () => {
    const { values } = resolveSettings([]);
    const listing = listTools(catalogFor(values).tools);
    const answers = listing.map(({ outputSchema }) => outputSchema);
    const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
    expect(bytes(answers)).toBeLessThanOrEqual(answersBudgetBytes);
    expect(bytes(listing) - bytes(answers)).toBeLessThanOrEqual(listingBudgetBytes);
  });

  // Hosts give a model neither annotations nor the form of answers.
  it("lists the core tools within 12 tools and 6,000 characters that a model reads", () => {
    const { values } = resolveSettings([
      { origin: "flag", where: "test", values: { coreTools: true }, approved: true },
    ]);
    const listing = listTools(catalogFor(values).tools);
    expect(listing.map(({ name }) => name).toSorted()).toEqual(Object.keys(coreTools).toSorted());
    expect(listing.length).toBeLessThanOrEqual(12);
    const read = listing.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(JSON.stringify(read).length).toBeLessThanOrEqual(6000);
  });

  it("lists a tenant as required only in the contract's own list", () => {
    const requiring = (toolsets: readonly "all"[]) => {
      const { values } = resolveSettings([{ origin: "flag", where: "test", values: { toolsets }, approved: true }]);
      const required = (schema: object) => (schema as { required?: string[] }).required ?? [];
      return listTools(catalogFor(values).tools)
        .filter(({ inputSchema }) => required(inputSchema).some((name) => /^(tenant|session)_id$/.test(name)))
        .map(({ name }) => name);
    };
    expect(requiring([])).toContain("checkpoint_save");
    expect(requiring(["all"])).toEqual([]);
  });

  it("lists every input that a core tool requires", () => {
    const unlisted = tools.flatMap(({ name, input }) =>
      Object.entries(input.shape)
        .filter(
          ([field, schema]) =>
            !(schema as z.ZodType).safeParse(undefined).success && !coreTools[name]?.inputs.includes(field),
        )
        .map(([field]) => `${name}.${field}`),
    );
    expect(unlisted.filter((one) => (one.split(".")[0] ?? "") in coreTools)).toEqual([]);
  });

  it("says in every description when to use the tool", () => {
    const vague = tools.filter(({ description }) => !/\b[Uu]se it\b/.test(description) && !/\bUse\b/.test(description));
    expect(vague.map(({ name }) => name)).toEqual([]);
  });
});

describe("answers", () => {
  it("are compared with their declaration field by field", () => {
    const shape = { id: "string", "tags?": ["string"], by: "string|null", counts: { "*": "number" } } as const;
    expect(findMismatches({ id: "a", tags: ["b"], by: null, counts: { a: 1 } }, shape)).toEqual([]);
    expect(findMismatches({ tags: [1], by: 2, counts: { a: "b" }, more: 1 }, shape)).toEqual([
      "answer.id is missing",
      "answer.tags[] is number, not string",
      "answer.by is number, not string|null",
      "answer.counts.a is string, not number",
      "answer.more is not declared",
    ]);
    expect(requiredPaths(shape)).toEqual(["answer.id", "answer.by"]);
  });

  it("are declared whole, but for values that a caller chose", () => {
    const open = tools.filter(({ output }) => JSON.stringify(output.shape).includes('"any"'));
    expect(open.map(({ name }) => name)).toEqual(["context_get", "checkpoint_list", "run_result"]);
  });

  it("are listed whole, with hints on what a call does", () => {
    const { values } = resolveSettings([]);
    const bare = listTools(catalogFor(values).tools).filter(
      ({ outputSchema, annotations }) => !("properties" in outputSchema) || !("readOnlyHint" in annotations),
    );
    expect(bare.map(({ name }) => name)).toEqual(["context_get"]);
  });
});

/** Fields that the examples leave empty: no repository of the project fails. */
const unfilled: Readonly<Record<string, readonly string[]>> = { query_all_repos: ["answer.summary.failedRepos[]"] };

async function appFor(toolset: string): Promise<TestApp> {
  const app = await testApp();
  if (toolset === "bridge") await seedProject(app);
  if (toolset === "context") await seedContext(app);
  if (toolset === "memory") await seedMemory(app);
  return app;
}

describe.each(tools)("$name", (tool) => {
  it("describes every input", () => {
    const silent = Object.entries(tool.input.shape).filter(
      ([, field]) => !z.globalRegistry.get(field as z.ZodType)?.description,
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it("matches its golden file on the wire (npm run generate, then read the diff)", () => {
    const golden = readFileSync(join(root, "test", "golden", "tools", `${tool.name}.json`), "utf8");
    expect(JSON.parse(JSON.stringify(listTool(tool)))).toEqual(JSON.parse(golden));
  });
});

describe("the examples", () => {
  let shared: TestApp;
  beforeAll(async () => {
    shared = await testApp();
    await seedProject(shared);
    await seedContext(shared);
    await seedMemory(shared);
    await seedArchive(shared);
    await callAs(shared)("context_add_knowledge", { key: "schema", content: "Test each database migration twice." });
  });
  afterAll(() => shared.remove());

  it.each(tools)("of $name are answered in every declared field, and as text for people", async (tool) => {
    // What a tool changes must not reach the examples of others.
    const app = tool.effect === "reads" ? shared : await appFor(tool.toolset);
    const { shape } = tool.output;
    const filled = new Set<string>();
    for (const example of tool.examples) {
      const answer = await callTool(tool, example, app);
      expect(findMismatches(answer, shape)).toEqual([]);
      expect(tool.toText(answer, plainPaint)).not.toBe("");
      for (const path of pathsIn(answer)) filled.add(path);
    }
    if (app !== shared) await app.remove();
    expect(requiredPaths(shape).filter((path) => !filled.has(path))).toEqual(unfilled[tool.name] ?? []);
  });
});
