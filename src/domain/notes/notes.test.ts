import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTree } from "../../../test/support/fabricated-hosts.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { openSqlite } from "../../engine/sqlite/open-sqlite.js";
import { allHosts } from "../../hosts/all-hosts.js";
import { personalProject } from "./notes.js";

let app: TestApp;
let person: string;
beforeEach(async () => {
  app = await testApp();
  person = join(app.folder, "..", "person");
});
afterEach(() => app.remove());

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const importAll = (dryRun = false) => app.notes.importAll(app.call, { hosts: allHosts, folders: [app.folder], dryRun });
const memoriesOf = async (project: string) =>
  (await app.memories.list(app.call, { project, limit: 100, offset: 0 })).memories;
const none = { memories: 0, forgotten: 0, withSecrets: 0, junk: 0 };
const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

describe("agents' own notes", () => {
  it("become candidates that record their source", async () => {
    write(join(app.folder, "CLAUDE.md"), "# Tests\n\nPin the port to 4010 in every test.\n");
    expect(await importAll()).toEqual({ ...none, files: 1, memories: 1, known: 0 });
    expect(await memoriesOf(app.folder)).toMatchObject([
      {
        title: "Tests",
        content: "Pin the port to 4010 in every test.",
        state: "candidate",
        source: "imported",
        tags: ["note", "claude-code"],
        evidence: [{ from: join(app.folder, "CLAUDE.md") }],
      },
    ]);
  });

  it("are read from every location where an agent stores them", async () => {
    const inRepository = (name: string) => join(app.folder, name);
    const inHome = (name: string) => join(person, name);
    const noteAbout = (word: string) => `The ${word} says that ports are pinned in tests.\n`;
    const inProject = ["CLAUDE.md", "CLAUDE.local.md", ".claude/rules/a.md", "AGENTS.md", "GEMINI.md", ".cursorrules"];
    const rules = [".cursor/rules/b.mdc", ".github/copilot-instructions.md", ".github/instructions/c.instructions.md"];
    const others = [".windsurfrules", ".clinerules/d.md", ".rules"];
    for (const name of [...inProject, ...rules, ...others]) write(inRepository(name), noteAbout(name));
    const personal = [".claude/CLAUDE.md", ".codex/AGENTS.md", ".codex/memories/MEMORY.md", ".gemini/GEMINI.md"];
    const further = [".config/opencode/AGENTS.md", ".copilot/copilot-instructions.md"];
    for (const name of [...personal, ...further]) write(inHome(name), `# ${name}\n\n${noteAbout(name)}`);
    const slug = app.folder.replaceAll(/[^\w]/g, "-");
    write(inHome(`.claude/projects/${slug}/s.jsonl`), `${JSON.stringify({ type: "user", cwd: app.folder })}\n`);
    write(inHome(`.claude/projects/${slug}/memory/MEMORY.md`), "- [Deploys](deploys.md) on Fridays\n");
    write(
      inHome(`.claude/projects/${slug}/memory/deploys.md`),
      "---\nname: deploys\ndescription: No deploys on Fridays\n---\nThe release train leaves on Thursday.\n",
    );
    const { files } = await importAll();
    expect(files).toBe(inProject.length + rules.length + others.length + personal.length + further.length + 2);
    const sources = (await memoriesOf(app.folder)).flatMap(({ evidence }) => evidence.map(({ from }) => from));
    expect(sources.filter((from) => from?.startsWith(app.folder)).length).toBeGreaterThan(0);
    expect((await memoriesOf(app.folder)).map(({ title }) => title)).toContain("No deploys on Fridays");
    expect((await memoriesOf(personalProject)).length).toBeGreaterThan(0);
  });

  it("in a subfolder are about that subfolder, and those of installed packages are skipped", async () => {
    const note = "The server listens on port 4010 here.\n";
    write(join(app.folder, "packages", "api", "CLAUDE.md"), `# Ports\n\n${note}`);
    write(join(app.folder, "docs", "AGENTS.md"), "# Style\n\nSentences are short and have verbs.\n");
    for (const folder of ["node_modules/x", ".cache", "packages/api/dist"])
      write(join(app.folder, folder, "CLAUDE.md"), `# Not ours ${folder}\n\nThis file belongs to a dependency.\n`);
    expect(await importAll()).toMatchObject({ files: 2, memories: 2 });
    const titles = (await memoriesOf(app.folder)).map(({ title }) => title).sort();
    expect(titles).toEqual(["docs: Style", "packages/api: Ports"]);
    expect(await importAll()).toMatchObject({ memories: 0, known: 2 });
  });

  it("of Cursor's user are read from its database, which is not changed", async () => {
    const file = join(person, ".config", "Cursor", "User", "globalStorage", "state.vscdb");
    mkdirSync(dirname(file), { recursive: true });
    const sql = await openSqlite(file);
    await sql.run("CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)");
    const rules = "Always answer in French, and never use tabs.";
    await sql.run("INSERT INTO ItemTable VALUES ('aicontext.personalContext', ?)", [Buffer.from(rules)]);
    await sql.close();
    expect(await importAll()).toMatchObject({ files: 1, memories: 1 });
    expect(await memoriesOf(personalProject)).toMatchObject([
      { title: "Rules of mine in Cursor", content: rules, tags: ["note", "cursor"] },
    ]);
  });

  it("are imported once, and not again after they were changed, rejected or forgotten here", async () => {
    const file = join(app.folder, "CLAUDE.md");
    const parts = ["Ports", "Deploys", "Style", "Naming"];
    const texts = [
      "Pin the port to 4010 in every test.",
      "The release train leaves on Thursday.",
      "Tabs, never spaces, in Makefiles.",
      "Files are called after what they export.",
    ];
    write(file, parts.map((part, i) => `# ${part}\n\n${texts[i]}\n`).join("\n"));
    await importAll();
    const idOf = async (title: string) => (await memoriesOf(app.folder)).find((one) => one.title === title)?.id ?? "";
    await app.memories.forget(app.call, await idOf("Ports"));
    await app.memories.update(app.call, await idOf("Deploys"), { content: "Trains leave on Monday now, at noon." });
    await app.memories.update(app.call, await idOf("Style"), { state: "rejected" });
    const before = await memoriesOf(app.folder);
    expect(await importAll()).toEqual({ ...none, files: 1, known: 3, forgotten: 1 });
    expect(await memoriesOf(app.folder)).toEqual(before);
  });

  it("are delivered to no agent before they are verified", async () => {
    write(join(app.folder, "CLAUDE.md"), "# Tests\n\nPin the port to 4010 in every test.\n");
    await importAll();
    expect(await app.memories.trusted(app.call, 5)).toEqual([]);
    const [memory] = await memoriesOf(app.folder);
    await app.memories.signal(app.call, memory?.id ?? "", "helpful");
    expect(await app.memories.trusted(app.call, 5)).toMatchObject([{ title: "Tests" }]);
  });

  it("stay unchanged, byte for byte", async () => {
    write(join(app.folder, "CLAUDE.md"), "# Tests\r\n\r\nPin the port to 4010.\r\n");
    write(join(person, ".claude/CLAUDE.md"), "Be brief and precise, always.");
    const before = [readTree(app.folder), readTree(person)];
    await importAll();
    expect([readTree(app.folder), readTree(person)]).toEqual(before);
  });

  it("are imported without their secrets", async () => {
    write(join(app.folder, "AGENTS.md"), `# Deploy\n\nThe token for the deploy is ${secret}, keep it.\n`);
    expect(await importAll()).toMatchObject({ memories: 1, withSecrets: 1 });
    expect(JSON.stringify(await memoriesOf(app.folder))).not.toContain(secret);
    expect(await importAll()).toMatchObject({ memories: 0, known: 1 });
  });

  it("are ignored where a link leads to an endless, huge or unreadable file", async () => {
    execFileSync("mkfifo", [join(app.folder, "pipe")]);
    writeFileSync(join(app.folder, "huge"), "Pin the port. ".repeat(50_000));
    symlinkSync("/dev/zero", join(app.folder, "CLAUDE.md"));
    symlinkSync("pipe", join(app.folder, "AGENTS.md"));
    symlinkSync("huge", join(app.folder, "GEMINI.md"));
    expect(await importAll()).toEqual({ ...none, files: 0, known: 0 });
  });

  it("are imported once when two names lead to one file, and links do not leave a project", async () => {
    write(join(app.folder, "AGENTS.md"), "# Tests\n\nPin the port to 4010 in every test.\n");
    symlinkSync("AGENTS.md", join(app.folder, "CLAUDE.md"));
    write(join(person, "private.md"), "# Diary\n\nThis diary is private and stays here.\n");
    symlinkSync(join(person, "private.md"), join(app.folder, "GEMINI.md"));
    expect(await importAll()).toMatchObject({ files: 1, memories: 1 });
  });

  it("are skipped in folders that are not captured", async () => {
    const other = await testApp({ "archive.exclude": [app.folder] });
    write(join(app.folder, "CLAUDE.md"), "# Tests\n\nPin the port to 4010 in every test.\n");
    const options = { hosts: allHosts, folders: [app.folder], dryRun: false };
    expect(await other.notes.importAll(other.call, options)).toMatchObject({ files: 0 });
    await other.remove();
  });

  it("are only counted in a dry run", async () => {
    write(join(app.folder, "CLAUDE.md"), "# Tests\n\nPin the port to 4010 in every test.\n\n# No\n\nno.\n");
    expect(await importAll(true)).toMatchObject({ memories: 1, junk: 1 });
    expect(await memoriesOf(app.folder)).toEqual([]);
    expect(readFileSync(join(app.folder, "CLAUDE.md"), "utf8")).toContain("Pin");
  });
});
