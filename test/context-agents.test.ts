import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentNames } from "../src/domain/context/agents/agent-files.js";
import { exportContext } from "../src/domain/context/agents/export-context.js";
import { importContext } from "../src/domain/context/agents/import-context.js";
import { outsideBlock, writeBlock } from "../src/domain/context/agents/managed-block.js";
import { readBundle, writeBundle } from "../src/domain/context/bundle.js";
import { changeScope } from "../src/domain/context/entries.js";
import { aPerson, type Person, plantedSecret, runGit, store } from "./support/team.js";

let folder: string;
let ada: Person;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-agents-"));
  runGit(folder, "init", "-q", "-b", "main", "api");
  ada = aPerson(join(folder, "api"), "ada");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = { dryRun: false, remove: false };
const take = { dryRun: false, force: false };

async function someContext(person = ada) {
  const { project } = person;
  await person.note("stack", "# Stack\n\nSQLite\n");
  await person.note("salaries", "HIDDEN\n", "private");
  await project.change(async () => {
    await project.conventions.put({ key: "git", content: "Rebase.\n", author: "ada" });
    await project.skills.put({ name: "run", description: "Runs", instructions: "Do it.", author: "ada" });
    await project.skills.put({
      name: "own",
      description: "HIDDEN",
      instructions: "x",
      scope: "ephemeral",
      author: "ada",
    });
  });
}

describe("a managed block", () => {
  it("leaves every byte around it unchanged, is replaced without growing, and is removed without a trace", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "\n", " ", "#", "\r\n", "é") }),
        fc.string({ minLength: 1 }),
        fc.string({ minLength: 1 }),
        (text, one, two) => {
          fc.pre(one.trim() !== "" && two.trim() !== "");
          const first = writeBlock(text, one);
          expect(writeBlock(first, one)).toBe(first);
          expect(writeBlock(writeBlock(first, two), one)).toBe(first);
          expect(outsideBlock(first)).toBe(text);
          expect(writeBlock(first, "")).toBe(text);
          const between = `${first}after\n`;
          expect(writeBlock(between, "")).toBe(`${text}after\n`);
        },
      ),
    );
  });

  it("cannot be closed by its content", () => {
    const text = writeBlock("mine\n", "x\n<!-- throughline:end -->\n<!-- ctx:end -->\ny");
    expect(writeBlock(`${text}after\n`, "")).toBe("mine\nafter\n");
  });
});

describe("export", () => {
  it.each(agentNames)("to %s writes only public entries, can be repeated, and can be undone", async (agent) => {
    await someContext();
    const before = snapshot();
    expect(await exportContext(ada.project, agent, { dryRun: true, remove: false })).not.toEqual([]);
    expect(snapshot()).toEqual(before);
    const items = await exportContext(ada.project, agent, write);
    expect(items.every(({ diff }) => diff !== "")).toBe(true);
    const exported = items.map(({ target }) => ada.read(target)).join("\n");
    expect(exported).toContain("SQLite");
    expect(exported).toContain("Rebase.");
    expect(exported).not.toContain("HIDDEN");
    expect(await exportContext(ada.project, agent, write)).toEqual([]);
    expect(await importContext(ada.project, agent, take)).toEqual([]);
    await exportContext(ada.project, agent, { dryRun: false, remove: true });
    expect(snapshot()).toEqual(before);
  });

  it("removes entries that are no longer public, and leaves a person's own files of the same name", async () => {
    await someContext();
    ada.write(".cursor/rules/throughline-stack.mdc", "my own rule\n");
    ada.write(".cursor/skills/run/SKILL.md", "my own skill\n");
    await exportContext(ada.project, "cursor", write);
    expect(ada.read(".cursor/rules/throughline-stack.mdc")).toBe("my own rule\n");
    expect(ada.read(".cursor/skills/run/SKILL.md")).toBe("my own skill\n");
    expect(ada.read(".cursor/rules/throughline-convention-git.mdc")).toContain("alwaysApply: true");
    await changeScope(ada.project, { entryType: "convention", key: "git", scope: "private" });
    await exportContext(ada.project, "cursor", write);
    expect(ada.read(".cursor/rules/throughline-convention-git.mdc")).toBeUndefined();
  });

  it("W17: cannot leave the project through a name or a link", async () => {
    await someContext();
    ada.write(store("skills/evil/SKILL.md"), "---\nname: ../../../evil\ndescription: x\n---\nx\n");
    await exportContext(ada.project, "claude-code", write);
    expect(existsSync(join(folder, "evil"))).toBe(false);
    expect(ada.read(".claude/skills/evil/SKILL.md")).toContain("x");
    mkdirSync(join(folder, "outside"));
    mkdirSync(join(ada.folder, ".gemini"));
    symlinkSync(join(folder, "outside"), join(ada.folder, ".gemini", "skills"));
    await expect(exportContext(ada.project, "gemini", write)).rejects.toThrow(/is a link that leaves the project/);
    expect(ada.read("GEMINI.md")).toBeUndefined();
  });

  it("W18: does not change the configuration of agents", async () => {
    await someContext();
    const config = '{\n  // mine\n  "mcp": {}\n}\n';
    ada.write("opencode.json", config);
    ada.write(".claude/settings.json", config);
    for (const agent of agentNames) await exportContext(ada.project, agent, write);
    expect([ada.read("opencode.json"), ada.read(".claude/settings.json")]).toEqual([config, config]);
  });
});

describe("import", () => {
  it("imports what people wrote, and nothing twice", async () => {
    ada.write("CLAUDE.md", "Use tabs.\n");
    ada.write(".claude/rules/Testing Rules.md", "---\npaths: x\n---\nTest first.\n");
    ada.write(".claude/skills/deploy/SKILL.md", "---\nname: deploy\ndescription: d\n---\nGo.\n");
    const items = await importContext(ada.project, "claude-code", take);
    expect(items.map(({ key, action }) => `${key} ${action}`)).toEqual([
      "project-instructions added",
      "rule-testing-rules added",
      "deploy added",
    ]);
    expect((await ada.project.knowledge.read("rule-testing-rules"))?.content).toBe("Test first.\n");
    expect(await ada.project.knowledge.authorOf("project-instructions")).toBe("import:claude-code (ada)");
    await exportContext(ada.project, "claude-code", write);
    expect(ada.read("CLAUDE.md")).toBe("Use tabs.\n");
    const again = await importContext(ada.project, "claude-code", take);
    expect(again.map(({ action }) => action)).toEqual(["unchanged", "unchanged", "unchanged"]);
  });

  it("keeps a newer entry of the store unless forced", async () => {
    ada.write("AGENTS.md", "old\n");
    await ada.note("agents-instructions", "newer\n");
    expect(await importContext(ada.project, "codex", take)).toMatchObject([{ action: "differs" }]);
    expect((await ada.project.knowledge.read("agents-instructions"))?.content).toBe("newer\n");
    expect(await importContext(ada.project, "codex", { dryRun: true, force: true })).toMatchObject([
      { action: "replaced" },
    ]);
    await importContext(ada.project, "codex", { dryRun: false, force: true });
    expect((await ada.project.knowledge.read("agents-instructions"))?.content).toBe("old\n");
  });

  it("W19: reads only this project's memory, as private", async () => {
    const home = join(folder, "home");
    const host = { ...ada.project.host, home };
    const project = { ...ada.project, host };
    const memory = (path: string) => join(home, ".claude", "projects", path.replace(/[^A-Za-z0-9]/g, "-"), "memory");
    const { files } = ada.project;
    await files.write(join(memory(`${folder}/other-api-server`), "MEMORY.md"), "not mine\n");
    expect(await importContext(project, "claude-code", take)).toEqual([]);
    await files.write(
      join(memory(ada.folder), "MEMORY.md"),
      "# Team Context (synced by ctx)\n\nmine, after a heading\n",
    );
    expect(await importContext(project, "claude-code", take)).toMatchObject([
      { key: "claude-memory-memory", action: "added" },
    ]);
    expect(await ada.project.knowledge.read("claude-memory-memory")).toMatchObject({
      scope: "private",
      content: expect.stringContaining("mine, after a heading"),
    });
  });
});

describe("a bundle", () => {
  it("carries public entries, or all with their scopes, and no secret", async () => {
    await someContext();
    ada.write(store("knowledge/hand.md"), `token ${plantedSecret}\n`);
    const [shared, all] = [
      await writeBundle(ada.project, { all: false }),
      await writeBundle(ada.project, { all: true }),
    ];
    expect(shared).not.toContain("HIDDEN");
    expect(shared).not.toContain(plantedSecret);
    runGit(folder, "init", "-q", "-b", "main", "copy");
    const bob = aPerson(join(folder, "copy"), "bob");
    await readBundle(bob.project, all, take);
    const scopes = async (person: Person) =>
      (await person.project.knowledge.list()).map(({ key, scope }) => `${key} ${scope}`);
    expect(await scopes(bob)).toEqual(await scopes(ada));
    expect((await bob.project.skills.list()).map(({ name, scope }) => `${name} ${scope}`)).toEqual([
      "own ephemeral",
      "run public",
    ]);
    await bob.push();
    expect(bob.git("log", "-p")).not.toContain("HIDDEN");
    const again = await readBundle(bob.project, all, take);
    expect(new Set(again.map(({ action }) => action))).toEqual(new Set(["unchanged"]));
  });

  it.each([
    "../escape.md",
    "knowledge/../../escape.md",
    "/etc/passwd",
    "knowledge/.scope.json",
    "state/active.json",
    "knowledge//x.md",
  ])("is refused when it names %s", async (path) => {
    const bundle = JSON.stringify({ format: "throughline-bundle", files: [{ path, scope: "public", text: "x" }] });
    await expect(readBundle(ada.project, bundle, take)).rejects.toThrow(/Invalid path in the bundle/);
    expect(existsSync(join(ada.folder, ".context-teleport"))).toBe(false);
  });

  it("is refused when it is not a bundle", async () => {
    await expect(readBundle(ada.project, "{}", take)).rejects.toThrow(/Not a Throughline bundle/);
  });
});

/** Every file of the project outside git, with its text. */
function snapshot(): Record<string, string> {
  const paths = runGit(ada.folder, "ls-files", "-z", "--others", "--cached")
    .split("\0")
    .filter((path) => path !== "" && !path.endsWith(".lock"));
  return Object.fromEntries(paths.map((path) => [path, ada.read(path) ?? ""]));
}
