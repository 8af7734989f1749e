import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeScope } from "../../src/domain/context/entries.js";
import { findProjectRoot } from "../../src/domain/context/find-project-root.js";
import { rateSkill } from "../../src/domain/context/skill-feedback.js";
import { squashStore } from "../../src/domain/context/sync/squash-store.js";
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
    expect(ada.read(entry)).toBeUndefined();
    expect(await ada.project.knowledge.read("sec")).toMatchObject({ content: secret, scope: "private" });
  });

  it.each([
    ["stash and stash pop", [["stash"], ["stash", "pop"]]],
    [
      "stash -a and stash pop",
      [
        ["stash", "-a"],
        ["stash", "pop"],
      ],
    ],
    ["reset --hard", [["reset", "--hard"]]],
    ["restore", [["restore", "--staged", "--worktree", "."]]],
  ])("runs %s, and everything is committed and pushed by hand", async (_, commands) => {
    const { ada } = team;
    await ada.note("sec", "shared\n");
    await ada.push();
    await hide(ada, "sec");
    await ada.note("sec", secret);
    ada.write("code.txt", "two\n");
    for (const command of commands) ada.git(...command);
    pushAll(ada);
    expect(remoteText()).not.toContain("SECRET");
    expect(await ada.project.knowledge.read("sec")).toMatchObject({ content: secret, scope: "private" });
    await ada.push();
    expect(remoteText()).not.toContain("SECRET");
  });

  it("commits, stashes and hashes whatever it finds: no object of the clone and no file of the tree has the text", async () => {
    const { ada } = team;
    await ada.note("sec", "shared\n");
    await ada.push();
    await hide(ada, "sec");
    await ada.note("sec", secret);
    await ada.note("new", secret, "ephemeral");
    const { project } = ada;
    const skill = { name: "sec", description: secret, instructions: secret, scope: "private", author: "ada" } as const;
    await project.change(() => project.skills.put(skill));
    const decision = { title: secret, context: secret, decision: secret, consequences: "", date: "", author: "" };
    await project.change(() => project.decisions.record({ ...decision, scope: "private" }));
    await ada.push();
    ada.git("add", "-A", "-f");
    ada.git("stash", "-q", "-a");
    const paths = ada.git("ls-files", "--cached", "--others").split("\n").filter(Boolean);
    expect(paths.filter((path) => (ada.read(path) ?? "").includes("SECRET"))).toEqual([]);
    const objects = runGit(ada.folder, "cat-file", "--batch-all-objects", "--batch", "--buffer", "--unordered");
    expect(objects).not.toContain("SECRET");
    expect((await project.skills.list()).map(({ name, scope }) => `${name} ${scope}`)).toEqual(["sec private"]);
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

describe("scopes do not depend on files of the working tree", () => {
  it("so a missing map changes nothing", async () => {
    const { ada } = team;
    await ada.note("sec", secret, "private");
    rmSync(join(ada.folder, map));
    expect((await ada.project.knowledge.read("sec"))?.scope).toBe("private");
    await ada.note("other", "public\n");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    pushAll(ada);
    expect(remoteText()).not.toMatch(/SECRET|sec\.md/);
    await changeScope(ada.project, { entryType: "knowledge", key: "sec", scope: "public" });
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(remoteText()).toContain("SECRET");
  });

  it("and no file of the tree or rule of git names a private entry", async () => {
    const { ada } = team;
    await ada.note("sec", secret, "private");
    const rules = ada.read(".git/info/exclude") ?? "";
    const files = ada.git("ls-files", "--cached", "--others").split("\n").filter(Boolean);
    expect([rules, ...files, ...files.map((path) => ada.read(path))].join("\n")).not.toMatch(/\bsec\b/);
  });

  it("and a text that a stash from before writes to the place of a private entry is private", async () => {
    const { ada } = team;
    await ada.note("sec", secret, "private");
    ada.write(entry, "an older SECRET\n");
    expect(await ada.push()).toMatchObject({ status: "nothing_to_push" });
    pushAll(ada);
    expect(remoteText()).not.toContain("SECRET");
    const texts = (await ada.project.knowledge.list()).map(({ content, scope }) => `${scope} ${content}`);
    expect(texts).toEqual(["private an older SECRET\n", `private ${secret}`]);
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

  it("and a name that is private, and becomes shared in another worktree, keeps both texts in both", async () => {
    const { ada, bob } = team;
    await ada.note("sec", secret, "private");
    ada.git("worktree", "add", "-q", "../tree", "-b", "side");
    const tree = team.person("tree");
    await tree.note("own", "TREE-SECRET\n", "private");
    await bob.note("sec", "text of bob\n");
    await bob.push();
    await tree.pull();
    ada.git("stash", "-q", "-a");
    for (const { project } of [ada, tree]) {
      // As every call does before it reads.
      await project.settlePrivate();
      const entries = await project.knowledge.list();
      const texts = entries.filter(({ scope }) => scope === "private").map(({ key, content }) => `${key} ${content}`);
      expect(texts).toEqual(["own TREE-SECRET\n", `sec-private ${secret}`]);
    }
    expect(await tree.project.knowledge.read("sec")).toMatchObject({ content: "text of bob\n", scope: "public" });
    await ada.pull();
    for (const person of [ada, tree]) pushAll(person);
    expect(remoteText()).not.toContain("SECRET");
    expect(runGit(team.remote, "show", `main:${entry}`)).toBe("text of bob\n");
  });

  it("and a private entry of a worktree, even of one that is gone, does not keep the others from sharing", async () => {
    const { ada } = team;
    ada.git("worktree", "add", "-q", "../tree", "-b", "side");
    const tree = team.person("tree");
    await tree.note("sec", secret, "private");
    await ada.note("other", "public\n");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    ada.git("worktree", "remove", "--force", "../tree");
    await ada.note("more", "public\n");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(await ada.project.knowledge.read("sec")).toMatchObject({ content: secret, scope: "private" });
    expect(remoteText()).not.toContain("SECRET");
  });

  it("and a private skill that was rated is shared with its ratings once it is public", async () => {
    const { ada, bob } = team;
    const skill = { name: "run", description: "d", instructions: "i", scope: "private", author: "ada" } as const;
    await ada.project.change(() => ada.project.skills.put(skill));
    await rateSkill(ada.project, "run", 4, "fine");
    await ada.push();
    expect(remoteText()).not.toContain("skills/run");
    await changeScope(ada.project, { entryType: "skill", key: "run", scope: "public" });
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    await bob.pull();
    expect(await bob.project.skillRecords.feedback("run")).toMatchObject([{ rating: 4 }]);
    await changeScope(ada.project, { entryType: "skill", key: "run", scope: "private" });
    await ada.push();
    await bob.pull();
    expect(await bob.project.skills.list()).toEqual([]);
    expect(await ada.project.skillRecords.feedback("run")).toMatchObject([{ rating: 4 }]);
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
  it("delivers no local commit with an entry that became private before it was shared", async () => {
    const { ada, bob } = team;
    await ada.note("sec", secret);
    ada.git("add", "-A");
    ada.git("commit", "-q", "-m", "by hand");
    await hide(ada, "sec");
    // Also when the name is another one's by then.
    await bob.note("sec", "text of bob\n");
    await bob.push();
    await ada.note("other", "public\n");
    await ada.pull();
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(remoteText()).not.toContain("SECRET");
    expect(await ada.project.knowledge.read("sec-private")).toMatchObject({ content: secret, scope: "private" });
  });

  it("of a new branch with such a commit is refused, and works after `sync squash`", async () => {
    runGit(team.folder, "init", "-q", "--bare", "-b", "main", "empty.git");
    runGit(team.folder, "init", "-q", "-b", "main", "fresh");
    const fresh = team.person("fresh");
    fresh.git("remote", "add", "origin", join(team.folder, "empty.git"));
    await fresh.note("sec", secret);
    fresh.git("add", "-A");
    fresh.git("commit", "-q", "-m", "by hand");
    await hide(fresh, "sec");
    expect((await fresh.push()).push_error).toContain("throughline sync squash");
    await squashStore(fresh.project);
    expect(await fresh.push()).toMatchObject({ status: "pushed" });
    expect(runGit(join(team.folder, "empty.git"), "log", "-p", "--all")).not.toContain("SECRET");
  });
});

describe("a private entry from before `git init`", () => {
  it("is not added by git, and is the same afterwards", async () => {
    const folder = join(team.folder, "plain");
    mkdirSync(folder);
    const plain = aPerson(folder, "plain");
    await plain.note("sec", secret, "private");
    await plain.note("brief", secret, "ephemeral");
    await plain.note("other", "public\n");
    const list = async () => (await plain.project.knowledge.list()).map(({ key, scope }) => `${key} ${scope}`);
    expect(await list()).toEqual(["brief ephemeral", "other public", "sec private"]);
    plain.git("init", "-q", "-b", "main");
    plain.git("add", "-A", "-f");
    plain.git("commit", "-q", "-m", "all");
    expect(plain.git("log", "-p", "--all")).not.toMatch(/SECRET|sec/);
    await plain.project.settlePrivate();
    expect(await list()).toEqual(["brief ephemeral", "other public", "sec private"]);
    plain.git("clean", "-q", "-fdx");
    expect(await plain.project.knowledge.read("sec")).toMatchObject({ content: secret, scope: "private" });
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
