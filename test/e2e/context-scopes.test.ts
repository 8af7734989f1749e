import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeScope } from "../../src/domain/context/change-scope.js";
import { findProjectRoot } from "../../src/domain/context/find-project-root.js";
import { nodeFiles } from "../../src/engine/node-files/node-files.js";
import { aPerson, aTeam, filesIn, type Person, runGit, store, type Team } from "../support/team.js";

const secret = "SECRET of Ada\n";
const entry = store("knowledge/sec.md");
const map = store("knowledge/.scope.json");

let team: Team;
beforeEach(async () => {
  team = await aTeam();
});
afterEach(() => team.remove());

/** Everything that the remote can show to anybody. */
const remoteText = () => runGit(team.remote, "log", "-p", "--all", "--format=%B");
const hide = ({ project }: Person, key: string) =>
  changeScope(project, { entryType: "knowledge", key, scope: "private" });
const pushAll = (person: Person) => {
  person.git("add", "-A");
  person.git("commit", "-q", "--allow-empty", "-m", "w");
  person.git("push", "-q", "origin", "HEAD");
};

describe("a private entry stays private when git", () => {
  it("commits everything on a branch from before the store, and switches back", async () => {
    const folder = join(team.folder, "own");
    runGit(team.folder, "clone", "-q", team.remote, "own");
    const own = aPerson(folder, "own");
    own.git("rm", "-q", "-r", ".context-teleport");
    own.git("commit", "-q", "-m", "no store");
    own.git("push", "-q");
    own.git("branch", "feature");
    await own.project.init({});
    await own.note("sec", secret, "private");
    await own.push();
    own.git("checkout", "-q", "feature");
    pushAll(own);
    own.git("checkout", "-q", "main");
    await own.push().catch(() => undefined);
    expect(remoteText()).not.toMatch(/SECRET|sec\.md/);
    expect(await own.project.knowledge.read("sec")).toMatchObject({ content: secret, scope: "private" });
  });

  it.each([
    ["stash -u", ["stash", "-u"]],
    ["stash -a", ["stash", "-a"]],
    ["clean -fd", ["clean", "-q", "-fd"]],
    ["clean -fdx", ["clean", "-q", "-fdx"]],
  ])("takes files away with %s", async (_, command) => {
    const { ada } = team;
    await ada.note("sec", secret, "private");
    await ada.push();
    ada.write("loose.txt", "x\n");
    ada.git(...command);
    await ada.note("other", "public\n");
    await ada.push().catch(() => undefined);
    pushAll(ada);
    expect(remoteText()).not.toMatch(/SECRET|sec\.md/);
    expect(await ada.project.knowledge.read("sec")).toMatchObject({ content: secret, scope: "private" });
  });

  it("commits all tracked files after a shared entry was rewritten as private", async () => {
    const { ada } = team;
    await ada.note("sec", "shared\n");
    await ada.push();
    await ada.note("sec", secret, "private");
    ada.git("commit", "-q", "-am", "x");
    ada.git("push", "-q");
    expect(remoteText()).not.toContain("SECRET");
    expect(ada.read(entry)).toBe(secret);
  });

  it.each([["reset", "--hard"], ["stash"]])(
    "undoes with %s what taking the entry out of the index did",
    async (...command) => {
      const { ada } = team;
      await ada.note("sec", "shared\n");
      await ada.push();
      await hide(ada, "sec");
      ada.git(...command.filter((one) => typeof one === "string"));
      await ada.note("sec", secret);
      ada.git("commit", "-q", "--allow-empty", "-am", "x");
      ada.git("push", "-q");
      expect(remoteText()).not.toContain("SECRET");
    },
  );

  it("checks out a branch that still tracks the entry, and comes back", async () => {
    const { ada } = team;
    await ada.note("sec", "shared\n");
    await ada.push();
    ada.git("branch", "old");
    await hide(ada, "sec");
    await ada.note("sec", secret);
    await ada.push();
    ada.git("checkout", "-q", "old");
    ada.git("checkout", "-q", "main");
    await ada.note("other", "public\n");
    expect(await ada.project.knowledge.read("sec")).toMatchObject({ content: secret, scope: "private" });
    await ada.push();
    ada.git("checkout", "-q", "old");
    await ada.note("other", "public\n");
    expect(await ada.project.knowledge.read("sec")).toMatchObject({ content: secret, scope: "private" });
    pushAll(ada);
    expect(remoteText()).not.toContain("SECRET");
  });

  it("merges a teammate's entry of the same name over it", async () => {
    const { ada, bob } = team;
    await bob.note("sec", "Bob's own\n", "private");
    await ada.note("sec", "from Ada\n");
    await ada.push();
    bob.git("pull", "-q", "--no-rebase");
    await bob.note("other", "public\n");
    expect(bob.read(entry)).toBe("from Ada\n");
    expect(await bob.project.knowledge.read("sec-private")).toMatchObject({ content: "Bob's own\n", scope: "private" });
    await bob.push();
    expect(remoteText()).not.toContain("Bob's own");
    expect(filesIn(bob, "origin/main")).toContain(entry);
  });
});

describe("a private text that a stash brings back", () => {
  it("after a teammate's entry took its name stays private, and the teammate's text is restored", async () => {
    const { ada, bob } = team;
    await ada.note("alpha", "shared text\n");
    await ada.push();
    await bob.pull();
    await ada.note("alpha", "hidden text of ada\n", "private");
    await bob.note("alpha", "text of bob\n");
    await bob.push();
    await ada.pull("theirs");
    expect(await ada.project.knowledge.read("alpha")).toMatchObject({ content: "text of bob\n", scope: "public" });
    // As `git stash pop` writes it, and a commit by hand on top.
    ada.write(store("knowledge/alpha.md"), "hidden text of ada\n");
    ada.git("commit", "-q", "-am", "by hand");
    await ada.push().catch(() => undefined);
    await ada.note("beta", "another\n");
    await ada.push();
    expect(runGit(team.remote, "log", "-p", "--all")).not.toContain("hidden text");
    expect(runGit(team.remote, "show", `main:${store("knowledge/alpha.md")}`)).toBe("text of bob\n");
    const entries = await ada.project.knowledge.list();
    expect(entries.filter(({ content }) => content.includes("hidden")).map(({ scope }) => scope)).not.toContain(
      "public",
    );
    // Sharing it on purpose works.
    await ada.note("alpha", "hidden text of ada\n", "public");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(runGit(team.remote, "show", `main:${store("knowledge/alpha.md")}`)).toBe("hidden text of ada\n");
  });
});

describe("scopes are known in two places", () => {
  it("and a missing map stops the push and says so", async () => {
    const { ada } = team;
    await ada.note("sec", secret, "private");
    rmSync(join(ada.folder, map));
    expect((await ada.project.knowledge.read("sec"))?.scope).toBe("private");
    await ada.note("other", "public\n");
    await expect(ada.push()).rejects.toThrow(/sec\.md/);
    expect(remoteText()).not.toMatch(/SECRET|other/);
    await hide(ada, "sec");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(remoteText()).not.toContain("SECRET");
  });

  it("and a name taken out of the map by hand stops the push", async () => {
    const { ada } = team;
    await ada.note("sec", secret, "private");
    ada.write(map, "{}\n");
    await expect(ada.push()).rejects.toThrow(/sec\.md/);
    await changeScope(ada.project, { entryType: "knowledge", key: "sec", scope: "public" });
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(remoteText()).toContain("SECRET");
  });

  it("and a deleted ignore file is written again", async () => {
    const { ada } = team;
    await ada.note("sec", secret, "private");
    rmSync(join(ada.folder, store("knowledge/.gitignore")));
    ada.git("add", "-A");
    expect(ada.git("status", "--porcelain")).not.toContain("sec.md");
    await ada.note("other", "public\n");
    expect(ada.read(store("knowledge/.gitignore"))).toContain("/sec.md");
  });

  it("and hold in every worktree of the repository", async () => {
    const { ada } = team;
    await ada.note("sec", secret, "private");
    ada.git("worktree", "add", "-q", "../tree", "-b", "side");
    const tree = team.person("tree");
    await tree.note("sec", secret);
    expect((await tree.project.knowledge.read("sec"))?.scope).toBe("private");
    pushAll(tree);
    expect(remoteText()).not.toContain("SECRET");
  });

  it.each([
    ["alone", []],
    ["and in the other one", ["TREE-SECRET\n"]],
  ])("and a name that is private in one worktree %s, and shared in the other, keeps every text", async (_, own) => {
    const { ada, bob } = team;
    const newer = "SECRET edited by hand\n";
    await ada.note("sec", secret, "private");
    ada.git("worktree", "add", "-q", "../tree", "-b", "side");
    const tree = team.person("tree");
    for (const text of own) await tree.note("sec", text, "private");
    await bob.note("sec", "text of bob\n");
    await bob.push();
    await tree.pull();
    if (own.length > 0) ada.git("stash", "-q", "-a");
    else ada.write(entry, newer);
    for (const [person, texts] of [
      [ada, [own.length > 0 ? secret : newer]],
      [tree, own],
    ] as const) {
      // As every call does before it reads.
      await person.project.restorePrivate();
      const entries = await person.project.knowledge.list();
      expect(entries.filter(({ scope }) => scope === "private").map(({ content }) => content)).toEqual(texts);
    }
    expect(await tree.project.knowledge.read("sec")).toMatchObject({ content: "text of bob\n", scope: "public" });
    await ada.pull();
    for (const person of [ada, tree]) pushAll(person);
    expect(remoteText()).not.toContain("SECRET");
    expect(runGit(team.remote, "show", `main:${store("knowledge/sec.md")}`)).toBe("text of bob\n");
  });

  it("and names with characters that mean something to git are hidden too", async () => {
    const { ada } = team;
    ada.write(store("knowledge/!odd[1]*.md"), secret);
    await hide(ada, "!odd[1]*");
    pushAll(ada);
    expect(remoteText()).not.toContain("SECRET");
  });
});

describe("a store of the original", () => {
  /** It tracks its maps, and lists private names in the tracked ignore file. */
  function asOriginal({ write, git }: Person): void {
    write(map, '{\n  "sec.md": "private"\n}\n');
    write(entry, secret);
    write(store("knowledge/.meta.json"), '{\n  "sec.md": {\n    "author": "ada"\n  }\n}\n');
    write(store(".gitignore"), "state/active.json\npreferences/user.json\n.pending_conflicts.json\nknowledge/sec.md\n");
    git("add", "-f", map, store(".gitignore"));
    git("commit", "-q", "-m", "by the original");
  }

  it("is migrated by the first write: no tracked file names a private entry", async () => {
    const { ada } = team;
    asOriginal(ada);
    await ada.note("other", "public\n");
    pushAll(ada);
    const texts = filesIn(ada, "HEAD").map((path) => `${path}\n${ada.git("show", `HEAD:${path}`)}`);
    expect(texts.filter((text) => text.includes("sec.md"))).toEqual([]);
  });

  it("keeps its private entries after a switch to a branch whose map does not list them", async () => {
    const { ada } = team;
    ada.write(map, "{}\n");
    ada.git("add", "-f", map);
    ada.git("commit", "-q", "-m", "empty map");
    ada.git("push", "-q", "origin", "main");
    ada.git("branch", "feature");
    asOriginal(ada);
    ada.git("checkout", "-q", "feature");
    ada.git("push", "-q", "-u", "origin", "feature");
    await ada.push().catch(() => undefined);
    expect(remoteText()).not.toContain("SECRET");
  });
});

describe("a push", () => {
  it("delivers no local commit that once held a private entry", async () => {
    const { ada } = team;
    await ada.note("sec", secret, "private");
    ada.git("add", "-f", entry);
    ada.git("commit", "-q", "-m", "by mistake");
    await ada.note("other", "public\n");
    await ada.push();
    expect(remoteText()).not.toContain("SECRET");
    expect(ada.read(entry)).toBe(secret);
  });
});

describe("a project folder that moved away", () => {
  it("is refused instead of writing to the repository around it", async () => {
    runGit(team.folder, "init", "-q", "-b", "main");
    const { ada } = team;
    renameSync(ada.folder, join(team.folder, "elsewhere"));
    await expect(findProjectRoot(nodeFiles, ada.folder)).rejects.toThrow(/no longer exists/);
    await expect(ada.note("lost", "x\n")).rejects.toThrow();
    expect(existsSync(join(team.folder, ".context-teleport"))).toBe(false);
    expect(existsSync(ada.folder)).toBe(false);
  });

  it("is not mistaken for a repository above it that only looks like one", async () => {
    const parent = join(team.folder, "parent");
    mkdirSync(join(parent, ".git"), { recursive: true });
    mkdirSync(join(parent, "a"));
    await expect(findProjectRoot(nodeFiles, join(parent, "a"))).rejects.toThrow(/Not inside a project/);
    writeFileSync(join(parent, "a", "x"), "");
  });
});
