import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../src/base/runtime.js";
import type { Call } from "../src/domain/call.js";
import { checkStore } from "../src/domain/context/check-context.js";
import { updateDecision } from "../src/domain/context/decisions.js";
import { getValue, setValue } from "../src/domain/context/dotpath.js";
import { addFromTemplate, changeScope, locateEntry } from "../src/domain/context/entries.js";
import { verifyEntry } from "../src/domain/context/entry-facts.js";
import { indexProject } from "../src/domain/context/index-context.js";
import { readProjectHeader } from "../src/domain/context/project-header.js";
import { handoffText, onboardingText, reviewText } from "../src/domain/context/prompt-texts.js";
import { searchContext } from "../src/domain/context/search-context.js";
import {
  listProposals,
  proposeSkill,
  rateSkill,
  reportUsage,
  resolveProposal,
  skillStats,
} from "../src/domain/context/skill-feedback.js";
import { summarizeProject } from "../src/domain/context/summarize-project.js";
import { clearState, updateState } from "../src/domain/context/update-state.js";
import { teamEntryLine } from "../src/domain/lessons/team-entries.js";
import { mergeFile } from "../src/domain/merge/merge-file.js";
import { createSearch } from "../src/domain/search/search.js";
import { nodeFiles } from "../src/engine/node-files/node-files.js";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import { readTeamEntries } from "../src/entry/wiring/read-team-entries.js";
import { readIsShared } from "../src/store/context/is-shared.js";
import { migrate } from "../src/store/migrate.js";
import { migrations } from "../src/store/migrations/index.js";
import { openSearchIndex } from "../src/store/search/search-index.js";
import { openVectorStore } from "../src/store/search/vector-store.js";
import { aPerson, type Person, runGit, store } from "./support/team.js";

let folder: string;
let ada: Person;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-context-"));
  runGit(folder, "init", "-q", "-b", "main", "shop");
  ada = aPerson(join(folder, "shop"), "mcp:ada");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const decide = (title: string, more: Partial<Record<"context" | "decision" | "consequences", string>> = {}) =>
  ada.project.change(() =>
    ada.project.decisions.record({
      title,
      context: "",
      decision: "",
      consequences: "",
      date: "2026-01-02",
      author: "ada",
      ...more,
    }),
  );
const addSkill = (
  name: string,
  more: { description?: string; instructions?: string; scope?: "public" | "private" } = {},
) =>
  ada.project.change(() =>
    ada.project.skills.put({ name, description: "Runs it", instructions: "Do it.", author: "ada", ...more }),
  );

describe("the store", () => {
  it("W7: is created by the first write, which reports it, and by nothing else", async () => {
    await Promise.all([ada.project.knowledge.list(), summarizeProject(ada.project), onboardingText(ada.project)]);
    await readProjectHeader(ada.project.files, ada.folder);
    expect(ada.read(store("manifest.json"))).toBeUndefined();
    await ada.note("stack", "SQLite\n");
    expect(ada.project.notices()).toEqual({ store_created: join(ada.folder, ".context-teleport") });
    expect(JSON.parse(ada.read(store("manifest.json")) ?? "")).toMatchObject({
      schema_version: "0.4.0",
      project: { name: "shop" },
      adapters: { claude_code: { enabled: true } },
    });
    await ada.note("stack", "Postgres\n");
    expect(await ada.project.init({})).toBeUndefined();
  });

  it("shows manual edits immediately, including files with manual names", async () => {
    await ada.note("stack", "SQLite\n");
    ada.write(store("knowledge/stack.md"), "by hand\n");
    ada.write(store("knowledge/My Notes.md"), "mine\n");
    expect((await ada.project.knowledge.read("stack"))?.content).toBe("by hand\n");
    expect((await ada.project.knowledge.read("My Notes"))?.content).toBe("mine\n");
  });

  it.each([
    ["Foo Bar/Baz.md", "foo-bar-baz-md"],
    ["../x", "x"],
    ["Café_Ünï 日本", "café_ünï-日本"],
    ["a\0b", "a-b"],
  ])("stores the key %j as %j, inside the store", async (key, file) => {
    await ada.note(key, "text\n");
    expect(await ada.project.knowledge.keys()).toEqual([file]);
    expect((await ada.project.knowledge.read(key))?.content).toBe("text\n");
  });

  it.each([
    ["empty", ""],
    ["blank", "  "],
    ["dots alone", "../.."],
    ["NUL", "\0"],
    ["of a megabyte", "x".repeat(1_000_000)],
  ])("refuses a key that is %s", async (_, key) => {
    await expect(ada.note(key, "text\n")).rejects.toThrow(/[Kk]ey/);
    expect(await ada.project.knowledge.keys()).toEqual([]);
  });

  it("stores ten megabytes unchanged", async () => {
    const content = `${"0123456789abcde\n".repeat(655_360)}`;
    await ada.note("large", content);
    expect((await ada.project.knowledge.read("large"))?.content === content).toBe(true);
  });

  it("follows no symbolic link out of the store", async () => {
    await ada.note("stack", "SQLite\n");
    writeFileSync(join(folder, "outside.md"), "outside\n");
    symlinkSync(join(folder, "outside.md"), join(ada.folder, store("knowledge/link.md")));
    expect(await ada.project.knowledge.read("link")).toBeUndefined();
    expect(await ada.project.knowledge.keys()).toEqual(["stack"]);
    rmSync(join(ada.folder, store("conventions")), { recursive: true });
    mkdirSync(join(folder, "elsewhere"));
    symlinkSync(join(folder, "elsewhere"), join(ada.folder, store("conventions")));
    const write = ada.project.change(() => ada.project.conventions.put({ key: "x", content: "x", author: "ada" }));
    await expect(write).rejects.toThrow(/is a link that leaves the project/);
    rmSync(join(ada.folder, store("conventions")));
    mkdirSync(join(ada.folder, ".git/throughline"), { recursive: true });
    symlinkSync(join(folder, "elsewhere"), join(ada.folder, ".git/throughline/private"));
    await expect(ada.note("x", "x", "private")).rejects.toThrow(/is a link that leaves the project/);
  });

  it("reads a store written by Context Teleport, and writes it in the same form", async () => {
    ada.write(
      store("manifest.json"),
      JSON.stringify({
        schema_version: "0.4.0",
        project: { name: "old", id: "x", repo_url: "" },
        adapters: {},
        team: { members: [] },
      }),
    );
    ada.write(store("knowledge/arch.md"), "# Arch\n");
    ada.write(store("knowledge/.scope.json"), '{"plan.md": "private", "odd.md": "hidden"}');
    ada.write(store("knowledge/plan.md"), "secret\n");
    ada.write(store("knowledge/odd.md"), "odd\n");
    ada.write(
      store("knowledge/decisions/0007-use-x.md"),
      "# 0007 - Use X\n\n**Date:** 2025-05-01\n**Status:** Deprecated\n**Author:** bob\n\n## Context\n\n(no context provided)\n\n## Decision\n\nX\n\n## Consequences\n\nfine\n",
    );
    ada.write(
      store("skills/deploy/SKILL.md"),
      "---\nname: deploy\ndescription: Deploys\nallowed-tools: [a, b]\n---\n\nSteps\n",
    );
    ada.write(
      store("skills/deploy/.feedback.ndjson"),
      '{"id":"1","agent":"a","rating":4,"comment":"","timestamp":"2025-05-01 10:00:00+00:00"}\n',
    );
    expect((await ada.project.knowledge.list()).map(({ key, scope }) => `${key} ${scope}`)).toEqual([
      "arch public",
      "odd private",
      "plan private",
    ]);
    expect(await ada.project.decisions.find("7")).toMatchObject({
      id: 7,
      title: "Use X",
      status: "deprecated",
      date: "2025-05-01",
      author: "bob",
      context: "",
      decision: "X",
      consequences: "fine",
    });
    expect(await ada.project.skillRecords.feedback("deploy")).toMatchObject([{ timestamp: "2025-05-01T10:00:00Z" }]);
    expect(await ada.project.name()).toBe("old");
    expect((await decide("Next")).id).toBe(8);
    await addSkill("deploy", { description: "Deploys: now" });
    expect(ada.read(store("skills/deploy/SKILL.md"))).toContain("allowed-tools");
    expect((await ada.project.skills.read("deploy"))?.description).toBe("Deploys: now");
  });
});

describe("decisions", () => {
  it("W13: have safe file names and are found by number, title and part of the title", async () => {
    await decide("Use a/b\\c:\t*?\n\0 <names>!");
    const [name] = await ada.project.files
      .listKind(join(ada.folder, store("knowledge/decisions")), "file")
      .then((names) => names.filter((one) => one.endsWith(".md")));
    expect(name).toBe("0001-use-a-b-c-names.md");
    for (const wanted of ["1", "0001", "Use a/b\\c:\t*?\n\0 <names>!", "names"]) {
      expect((await ada.project.decisions.find(wanted))?.id, wanted).toBe(1);
    }
    expect(await ada.project.decisions.find("99")).toBeUndefined();
  });

  it("W13: keep their scope with the file when the title or name changes", async () => {
    await ada.project.change(() =>
      ada.project.decisions.record({
        title: " Secret plan ",
        context: "",
        decision: "",
        consequences: "",
        date: "",
        author: "",
        scope: "private",
      }),
    );
    expect(await locateEntry(ada.project, "decision", "1")).toMatchObject({ scope: "private" });
    const scopes = await ada.project.scopes.read();
    writeFileSync(scopes.locate("knowledge/decisions/0001-secret-plan.md"), "# 0001 - Another title\n");
    expect(await locateEntry(ada.project, "decision", "Another title")).toMatchObject({ scope: "private" });
    expect(await onboardingText(ada.project)).not.toContain("Another title");
  });

  it("W13: return headings inside a field, and no placeholder as content", async () => {
    const context = "Why\n\n## Options\n\n- a\n\n## Decision\n\nnot this one\n\n```\n## Consequences\n```";
    await decide("Headings", { context, decision: "The real one" });
    expect(await ada.project.decisions.find("1")).toMatchObject({
      context,
      decision: "The real one",
      consequences: "",
    });
  });

  it("change their status and nothing else", async () => {
    await decide("Use SQLite", { context: "**Status** quo is bad" });
    const before = ada.read(store("knowledge/decisions/0001-use-sqlite.md")) ?? "";
    await updateDecision(ada.project, "1", "superseded");
    expect(ada.read(store("knowledge/decisions/0001-use-sqlite.md"))).toBe(before.replace("accepted", "superseded"));
  });
});

describe("one broken file", () => {
  it("W15: is reported by name and hides no other file", async () => {
    await ada.note("stack", "SQLite\n");
    await addSkill("good");
    await decide("Fine");
    ada.write(store("skills/bad/SKILL.md"), "---\nname: bad\ndescription: a: b: [\n---\nBody\n");
    ada.write(store("skills/odd/SKILL.md"), "---\nname: odd\ndescription: true\n---\nBody\n");
    ada.write(store("history/sessions.ndjson"), '<<<<<<< ours\n{"id":"1","agent":"a","summary":"kept"}\n=======\n');
    ada.write(store("knowledge/.meta.json"), "nonsense");
    ada.write(store("state/active.json"), "[1]");
    expect((await ada.project.skills.list()).map(({ name, description }) => `${name}: ${description}`)).toEqual([
      "bad: a: b: [",
      "good: Runs it",
      "odd: true",
    ]);
    expect(await ada.project.history.recent(5)).toMatchObject([{ summary: "kept" }]);
    const [summary, text, header] = [
      await summarizeProject(ada.project),
      await onboardingText(ada.project),
      await readProjectHeader(ada.project.files, ada.folder),
    ];
    expect(summary).toMatchObject({ knowledge_count: 1, skills_count: 3, decisions_count: 1 });
    expect(text).toContain("SQLite");
    expect(header?.skills).toEqual(["bad", "good", "odd"]);
    expect((await checkStore(ada.project)).map(({ file }) => file).toSorted()).toEqual([
      "history/sessions.ndjson",
      "knowledge/.meta.json",
      "skills/bad/SKILL.md",
      "state/active.json",
    ]);
    await ada.note("more", "still works\n");
  });
});

describe("merging markdown", () => {
  it("W16: keeps duplicate headings, case variants, fences and missing final newlines apart", () => {
    const base = "## A\n\n1\n\n## A\n\n2\n\n## a\n\n3\n\n```\n## not a heading\n```";
    const merged = mergeFile("a.md", base, base.replace("1", "one"), `${base.replace("3", "three")}\n\n## New\n\n4\n`);
    expect(merged).toMatchObject({
      kind: "merged",
      text: `${base.replace("1", "one").replace("3", "three")}\n\n## New\n\n4\n`,
    });
  });
});

describe("scopes", () => {
  it("reject an unknown scope before anything is written", async () => {
    await ada.note("stack", "SQLite\n");
    await expect(changeScope(ada.project, { entryType: "knowledge", key: "stack", scope: "secret" })).rejects.toThrow(
      "Invalid scope 'secret'",
    );
    await expect(changeScope(ada.project, { entryType: "file", key: "stack", scope: "private" })).rejects.toThrow(
      "Invalid entry_type 'file'",
    );
    await expect(changeScope(ada.project, { entryType: "skill", key: "none", scope: "private" })).rejects.toThrow(
      "Skill 'none' not found",
    );
  });

  it("keep non-public entries out of onboarding, review, instructions and git", async () => {
    await ada.note("shown", "shown\n");
    await ada.note("hidden", "hidden words\n", "private");
    await addSkill("hidden-skill", { scope: "private" });
    await decide("Hidden decision");
    await changeScope(ada.project, { entryType: "decision", key: "1", scope: "ephemeral" });
    const exported = [
      await onboardingText(ada.project),
      await reviewText(ada.project),
      JSON.stringify(await readProjectHeader(ada.project.files, ada.folder)),
    ].join();
    expect(exported).toContain("shown");
    expect(exported.toLowerCase()).not.toContain("hidden");
    ada.git("add", "-A");
    expect(ada.git("status", "--porcelain").toLowerCase()).not.toMatch(/hidden|scope/);
  });

  it("let git see an entry again when it becomes public", async () => {
    await ada.note("plan", "plan\n", "private");
    await changeScope(ada.project, { entryType: "knowledge", key: "plan", scope: "public" });
    ada.git("add", "-A");
    expect(ada.git("status", "--porcelain")).toContain("knowledge/plan.md");
    expect(await ada.project.knowledge.authorOf("plan")).toBe("mcp:ada");
  });

  it("let `state clear` remove ephemeral entries and nothing else", async () => {
    await ada.note("kept", "x\n", "private");
    await ada.note("gone", "x\n", "ephemeral");
    expect(await clearState(ada.project)).toEqual({ knowledge: 1, decisions: 0, conventions: 0, skills: 0 });
    expect(await ada.project.knowledge.keys()).toEqual(["kept"]);
  });
});

describe("templates", () => {
  it("start new entries with their placeholders filled in, are shared, and replace nothing", async () => {
    ada.write(store("templates/runbook.md"), "# {{key}}\n\nBy {{author}} for {{project}}, {{date}}. {{other}}\n");
    const request = { area: "knowledge", key: "payments", template: "runbook" } as const;
    const { content } = await addFromTemplate(ada.project, request);
    expect(content).toMatch(/^# payments\n\nBy mcp:ada for .+, \d{4}-\d\d-\d\d\. \{\{other\}\}\n$/);
    await expect(addFromTemplate(ada.project, request)).rejects.toMatchObject({ problem: "conflict" });
    const unknown = addFromTemplate(ada.project, { ...request, template: "../manifest" });
    await expect(unknown).rejects.toMatchObject({ problem: "missing", hint: "Templates: runbook." });
    expect((await readIsShared(ada.project.files, ada.folder))("templates/runbook.md")).toBe(true);
  });
});

describe("texts of the team in the brief", () => {
  it("are the conventions of the folder that the session works in", async () => {
    for (const key of ["api", "everywhere", "web"]) {
      await ada.project.change(() =>
        ada.project.conventions.put({ key, content: `The ${key} rule.\n`, author: "ada" }),
      );
    }
    await verifyEntry(ada.project, { entryType: "convention", key: "api", paths: ["packages/api"] });
    await verifyEntry(ada.project, { entryType: "convention", key: "web", paths: ["packages/web"] });
    mkdirSync(join(ada.folder, "packages/api"), { recursive: true });
    const namesIn = async (folder: string) =>
      (await readTeamEntries(nodeFiles).list({ folder } as Call)).map(({ name }) => name);
    expect(await namesIn(join(ada.folder, "packages/api"))).toEqual(["api", "everywhere"]);
    expect(await namesIn(ada.folder)).toEqual(["api", "everywhere", "web"]);
  });

  it("come with knowledge and decisions that are linked to the folder", async () => {
    await ada.note("pool", "# Pool\n\nTwo connections are enough.\n");
    await ada.note("deploy", "Fridays are free of deploys.\n");
    await ada.note("draft", "Whisper.\n", "private");
    const { id } = await decide("Use SQLite");
    await verifyEntry(ada.project, { entryType: "knowledge", key: "pool", paths: ["packages/api/"] });
    await verifyEntry(ada.project, { entryType: "decision", key: String(id), paths: ["packages"] });
    mkdirSync(join(ada.folder, "packages/api/src"), { recursive: true });
    const linesIn = async (inside: string) => {
      const entries = await readTeamEntries(nodeFiles).list({ folder: join(ada.folder, inside) } as Call);
      return entries.map((entry) => teamEntryLine(entry).text);
    };
    expect(await linesIn("packages/api/src")).toEqual([
      "- Two connections are enough. [knowledge pool]",
      expect.stringMatching(/^- Use SQLite.* \[decision 1\]$/),
    ]);
    expect(await linesIn("packages")).toEqual([expect.stringContaining("[decision 1]")]);
    expect(await linesIn("")).toEqual([]);
  });
});

describe("state and values", () => {
  it("keep blockers that a call omits, and clear them on request", async () => {
    await updateState(ada.project, { blockers: ["API"] });
    expect(await updateState(ada.project, { currentTask: "Auth" })).toMatchObject({
      blockers: ["API"],
      last_agent: "mcp:ada",
    });
    expect(await updateState(ada.project, { blockers: [] })).toMatchObject({ blockers: [], current_task: "Auth" });
    expect(await handoffText(ada.project)).toContain("Auth");
  });

  it("are read by dotted path, own fields only", async () => {
    await ada.note("stack", "SQLite\n");
    await decide("Use SQLite");
    await setValue(ada.project, "preferences.team.editor", "vim");
    await setValue(ada.project, "state.auth", "50%");
    expect(await getValue(ada.project, "knowledge.stack")).toBe("SQLite\n");
    expect(await getValue(ada.project, "decisions.1.title")).toBe("Use SQLite");
    expect(await getValue(ada.project, "preferences.team")).toEqual({ editor: "vim" });
    expect(await getValue(ada.project, "state.auth")).toBe("50%");
    expect(await getValue(ada.project, "manifest.project.name")).toBe("shop");
    for (const nothing of [
      "state.toString",
      "manifest.constructor",
      "preferences.other",
      "none",
      "knowledge.none",
      "__proto__",
    ]) {
      expect(await getValue(ada.project, nothing), nothing).toBeUndefined();
    }
  });

  it.each(["manifest.project.name", "knowledge", "preferences.team", "preferences.other.x", "state", ""])(
    "refuse to set %j",
    async (path) => {
      await expect(setValue(ada.project, path, "x")).rejects.toThrow(/Cannot set|does not name/);
    },
  );

  it("record the caller as the author", async () => {
    await setValue(ada.project, "knowledge.stack", "SQLite\n");
    expect(await ada.project.knowledge.authorOf("stack")).toBe("mcp:ada");
  });
});

describe("skills", () => {
  it("are flagged by two ratings below three on average", async () => {
    await addSkill("run");
    await reportUsage(ada.project, "run");
    await rateSkill(ada.project, "run", 2, "hm");
    expect(await skillStats(ada.project)).toMatchObject([{ needs_attention: false, usage_count: 1 }]);
    await rateSkill(ada.project, "run", 3, "");
    expect(await skillStats(ada.project)).toMatchObject([{ needs_attention: true, avg_rating: 2.5, rating_count: 2 }]);
    await expect(rateSkill(ada.project, "run", 6, "")).rejects.toThrow("Rating must be 1-5, got 6");
    await expect(reportUsage(ada.project, "none")).rejects.toThrow("Skill 'none' not found");
  });

  it("quote what YAML would misread, and no description can add a field", async () => {
    await addSkill("odd", { description: "a: b\nevil: true # x" });
    const text = ada.read(store("skills/odd/SKILL.md")) ?? "";
    expect((await ada.project.skills.read("odd"))?.description).toBe("a: b\nevil: true # x");
    expect(text).not.toMatch(/^evil:/m);
  });

  it("are changed by an accepted proposal, once, and not by a rejected one", async () => {
    await addSkill("run");
    const content = "---\nname: run\ndescription: Runs it\n---\n\nDo it twice.\n";
    const { id, diff_summary } = await proposeSkill(ada.project, { name: "run", content, rationale: "more" });
    expect(diff_summary).toMatch(/^@@ .* @@\n/);
    expect(diff_summary).toContain("+Do it twice.");
    const other = await proposeSkill(ada.project, { name: "run", content: "no", rationale: "" });
    await resolveProposal(ada.project, { skill: "run", id: other.id, status: "rejected" });
    expect((await ada.project.skills.read("run"))?.content).toContain("Do it.");
    expect(await resolveProposal(ada.project, { skill: "run", id, status: "accepted" })).toMatchObject({
      resolved_by: "mcp:ada",
    });
    expect((await ada.project.skills.read("run"))?.content).toBe(content);
    await expect(resolveProposal(ada.project, { skill: "run", id, status: "rejected" })).rejects.toThrow(
      /already accepted/,
    );
    await expect(resolveProposal(ada.project, { skill: "run", id: "0000", status: "rejected" })).rejects.toThrow(
      /matches 2 proposals/,
    );
    await expect(listProposals(ada.project, { skill: "", status: "odd" })).rejects.toThrow("Invalid status 'odd'");
  });
});

describe("search", () => {
  const linesFor = async (query: string) => {
    const sql = await openSqlite(":memory:");
    await migrate(sql, fixedRuntime(), migrations);
    const index = openSearchIndex(sql);
    await indexProject(ada.project, index, "t");
    const search = createSearch({ index, vectors: openVectorStore(sql), embedder: undefined, runtime: fixedRuntime() });
    const hits = await searchContext(search, ada.project, { tenant: "t", query, limit: 50 });
    await sql.close();
    return hits;
  };

  it("finds lines in every kind of entry by any word form, best first, up to the limit", async () => {
    await ada.note("arch", "# Architecture\n\nWe use microservices with gRPC.\n");
    await decide("Adopt gRPC", { decision: "gRPC for services" });
    await addSkill("call", { instructions: "Use a service." });
    const hits = await linesFor("microservice grpc");
    expect(hits[0]).toMatchObject({ key: "arch", file: "knowledge/arch.md", line: 3, scope: "public" });
    expect(hits.map(({ file }) => file)).toContain("knowledge/decisions/0001-adopt-grpc.md");
    expect(hits.every(({ score }) => score > 0 && score <= 1)).toBe(true);
    expect((await linesFor("service")).map(({ key }) => key)).toContain("call");
    expect(await linesFor(" ")).toEqual([]);
    await ada.note("many", "grpc\n".repeat(500));
    expect(await linesFor("grpc")).toHaveLength(50);
  });
});
