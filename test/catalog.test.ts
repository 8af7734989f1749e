import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
import { findMismatches } from "./support/answer-shape.js";
import { answerShapes } from "./support/answer-shapes.js";
import { seedContext } from "./support/seed-context.js";
import { seedMemory } from "./support/seed-memory.js";
import { seedProject } from "./support/seed-project.js";
import { root } from "./support/sources.js";
import { type TestApp, testApp } from "./support/test-app.js";

/** Clients put the whole listing into every conversation. */
const listingBudgetBytes = 38 * 1024;

const toolFolder = join(root, "src", "tools");
const toolFiles = readdirSync(toolFolder, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.includes("/") && path.endsWith(".ts") && !path.endsWith(".test.ts"));

describe("the catalog", () => {
  it("has an entry for every tool file, named after it and in its family's folder", () => {
    const named = tools.map((tool) => `${tool.toolset}/${tool.name.replaceAll("_", "-")}.ts`);
    expect(named.toSorted()).toEqual(toolFiles.toSorted());
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
    expect(Buffer.byteLength(JSON.stringify(listTools(tools)))).toBeLessThanOrEqual(listingBudgetBytes);
  });

  it("lists the core tools within 12 tools and 6,000 characters", () => {
    const { values } = resolveSettings([
      { origin: "flag", where: "test", values: { coreTools: true }, approved: true },
    ]);
    const listing = listTools(catalogFor(values).tools);
    expect(listing.map(({ name }) => name).toSorted()).toEqual(Object.keys(coreTools).toSorted());
    expect(listing.length).toBeLessThanOrEqual(12);
    expect(JSON.stringify(listing).length).toBeLessThanOrEqual(6000);
  });

  it("lists every input that a core tool requires", () => {
    const unlisted = tools.flatMap(({ name, input }) =>
      Object.entries(input.shape)
        .filter(
          ([field, schema]) => !(schema as z.ZodType).safeParse(undefined).success && !coreTools[name]?.includes(field),
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

describe("the shapes of answers", () => {
  it("are declared for every tool and are not empty", () => {
    const declared = Object.entries(answerShapes).filter(([, shape]) => Object.keys(shape).length > 0);
    expect(declared.map(([name]) => name).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  });

  it("reject an answer with a missing key, a key of another type or an extra key", () => {
    const shape = { id: "text", "tags?": ["text"] } as const;
    expect(findMismatches({ id: "a", tags: ["b"] }, shape, true)).toEqual([]);
    expect(findMismatches({ tags: [1] }, shape, true)).toEqual([
      "answer.id is missing",
      "answer.tags[0] is number, not text",
    ]);
    expect(findMismatches({ id: "a", more: 1 }, shape, true)).toEqual(["answer.more is not declared"]);
    expect(findMismatches({ id: "a", more: 1 }, shape, false)).toEqual([]);
  });
});

describe.each(tools)("$name", (tool) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
    if (tool.toolset === "bridge") await seedProject(app);
    await seedContext(app);
    await seedMemory(app);
  });
  afterAll(() => app.remove());

  it("describes every input", () => {
    const silent = Object.entries(tool.input.shape).filter(
      ([, field]) => !z.globalRegistry.get(field as z.ZodType)?.description,
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it("answers its examples in the declared shape, and as text for people", async () => {
    for (const example of tool.examples) {
      const answer = tool.output.parse(await callTool(tool, example, app));
      expect(findMismatches(answer, answerShapes[tool.name] ?? {}, tool.toolset === "memory")).toEqual([]);
      expect(tool.toText(answer, plainPaint)).not.toBe("");
    }
  });

  it("matches its golden file on the wire (npm run generate, then read the diff)", () => {
    const golden = readFileSync(join(root, "test", "golden", "tools", `${tool.name}.json`), "utf8");
    expect(JSON.parse(JSON.stringify(listTool(tool)))).toEqual(JSON.parse(golden));
  });
});
