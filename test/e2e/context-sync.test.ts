import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeScope } from "../../src/domain/context/entries.js";
import { finalizeMerge } from "../../src/domain/context/sync/finalize-merge.js";
import { undoOverruled } from "../../src/domain/context/sync/overruled.js";
import {
  abortMerge,
  conflictDetail,
  mergeStatus,
  resolveConflict,
} from "../../src/domain/context/sync/pending-merge.js";
import { syncText } from "../../src/domain/context/sync/sync-answer.js";
import {
  aPerson,
  aTeam,
  commitCode,
  filesIn,
  type Person,
  plantedSecret,
  runGit,
  store,
  type Team,
} from "../support/team.js";

let team: Team;
beforeEach(async () => {
  team = await aTeam();
});
afterEach(() => team.remove());

const notes = store("knowledge/notes.md");
const base = "# Notes\n\n## One\n\nfirst\n\n## Two\n\nsecond\n";

/** Both have the notes and edited the same line; Ada has pushed hers. */
async function aConflict() {
  const { ada, bob } = team;
  await ada.note("notes", base);
  await ada.push();
  await bob.pull();
  await ada.note("notes", base.replace("first", "Ada's"));
  await ada.push();
  await bob.note("notes", base.replace("first", "Bob's"));
}

describe("sync in a shared code repository", () => {
  it("W1: pulls the store whatever others changed in code, and leaves the code alone", async () => {
    const { ada, bob } = team;
    commitCode(ada, "code.txt", "two\n");
    ada.git("push", "-q");
    await ada.note("notes", base);
    await ada.push();
    bob.write("code.txt", "my own edit\n");
    expect(await bob.pull()).toMatchObject({ status: "pulled" });
    expect(bob.read(notes)).toBe(base);
    expect(bob.read("code.txt")).toBe("my own edit\n");
    expect(bob.git("status", "--porcelain").trim()).toBe("M code.txt");
    expect(bob.git("log", "-1", "--format=%P", "HEAD").trim().split(" ")).toHaveLength(1);
  });

  it("W1: brings their code without a conflict when git pulls it later", async () => {
    const { ada, bob } = team;
    commitCode(ada, "code.txt", "two\n");
    ada.git("push", "-q");
    await ada.note("notes", base);
    await ada.push();
    await bob.pull();
    await bob.note("mine", "by Bob\n");
    expect(await bob.push()).toMatchObject({ status: "pushed" });
    bob.git("pull", "-q", "--no-rebase", "--no-edit");
    expect(bob.read("code.txt")).toBe("two\n");
    expect(bob.git("status", "--porcelain")).toBe("");
    bob.git("push", "-q");
    expect(await ada.pull()).toMatchObject({ status: "pulled" });
    expect(ada.read(store("knowledge/mine.md"))).toBe("by Bob\n");
  });

  it("W1: a deletion after a pull with diverged code stays a deletion", async () => {
    const { ada, bob } = team;
    commitCode(ada, "code.txt", "two\n");
    ada.git("push", "-q");
    await ada.note("notes", base);
    await ada.push();
    await bob.pull();
    await bob.project.change(() => bob.project.knowledge.remove("notes"));
    expect(await bob.push()).toMatchObject({ status: "pushed" });
    await ada.pull();
    expect(ada.read(notes)).toBeUndefined();
  });

  it("W3: a deletion travels, and a second push has nothing to do", async () => {
    const { ada, bob } = team;
    await ada.note("notes", base);
    await ada.push();
    await bob.pull();
    await ada.project.change(() => ada.project.knowledge.remove("notes"));
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(await ada.push()).toEqual({ status: "nothing_to_push" });
    expect(ada.git("status", "--porcelain")).toBe("");
    await bob.pull();
    expect(bob.read(notes)).toBeUndefined();
  });

  it("W5: a push the server refuses is reported, and the next one delivers it", async () => {
    const { ada, bob } = team;
    const hook = join(team.remote, "hooks", "pre-receive");
    writeFileSync(hook, "#!/bin/sh\necho 'no context today' >&2\nexit 1\n");
    chmodSync(hook, 0o755);
    await ada.note("notes", base);
    const refused = await ada.push();
    expect(refused).toMatchObject({ status: "committed", push_error: expect.stringContaining("no context today") });
    writeFileSync(hook, "#!/bin/sh\nexit 0\n");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    await bob.pull();
    expect(bob.read(notes)).toBe(base);
  });

  it("W5: a push while others push merges and retries", async () => {
    const { ada, bob } = team;
    await Promise.all([ada.note("a", "a\n"), bob.note("b", "b\n")]);
    const answers = await Promise.all([ada.push(), bob.push()]);
    expect(answers.map(({ status }) => status)).toEqual(["pushed", "pushed"]);
    await Promise.all([ada.pull(), bob.pull()]);
    for (const person of [ada, bob]) {
      expect(person.read(store("knowledge/a.md"))).toBe("a\n");
      expect(person.read(store("knowledge/b.md"))).toBe("b\n");
    }
  });

  it("W5: a remote that is gone leaves a commit here and says why", async () => {
    const { ada } = team;
    ada.git("remote", "set-url", "origin", join(team.folder, "nowhere.git"));
    await ada.note("notes", base);
    expect(await ada.push()).toMatchObject({ status: "committed", push_error: expect.stringContaining("nowhere.git") });
    await expect(ada.pull()).rejects.toThrow(/Cannot fetch/);
  });

  it("W6: publishes the store and none of a person's own commits, which can still be pushed afterwards", async () => {
    const { ada, bob } = team;
    commitCode(ada, "secret-feature.txt", "half done\n");
    await ada.note("notes", base);
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    bob.git("fetch", "-q");
    expect(filesIn(bob, "origin/main")).toContain(notes);
    expect(filesIn(bob, "origin/main")).not.toContain("secret-feature.txt");
    ada.git("push", "-q");
    expect(filesIn(ada, "origin/main")).toContain("secret-feature.txt");
  });

  it("W8: sessions, authors and preferences of both survive", async () => {
    const { ada, bob } = team;
    const session = (id: string) => ({
      id,
      agent: "x",
      user: "",
      machine: "",
      started: "2026-01-02T03:04:05Z",
      ended: null,
      summary: id,
      knowledge_added: [],
      decisions_added: [],
      skills_used: [],
    });
    for (const person of [ada, bob]) {
      await person.note(person.project.caller, "text\n");
      await person.project.change(() => person.project.history.append(session(person.project.caller)));
      await person.project.change(() => person.project.preferences.set("team", person.project.caller, "yes"));
    }
    await ada.push();
    expect(await bob.push()).toMatchObject({ status: "pushed" });
    await ada.pull("agent");
    const ids = (await ada.project.history.recent(10)).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(["ada", "bob"]);
    expect(await ada.project.knowledge.authorOf("bob")).toBe("bob");
    expect(await ada.project.preferences.read("team")).toEqual({ ada: "yes", bob: "yes" });
  });

  it.each(["ours", "theirs"] as const)(
    "W9: a pull with one conflict and one clean merge completes (%s)",
    async (strategy) => {
      const { ada, bob } = team;
      await ada.note("other", "## A\n\na\n\n## B\n\nb\n");
      await aConflict();
      await ada.note("other", "## A\n\nAda\n\n## B\n\nb\n");
      await ada.push();
      await bob.pull("agent");
      await abortMerge(bob.project);
      await bob.note("other", "## A\n\na\n\n## B\n\nBob\n");
      expect(await bob.pull(strategy)).toMatchObject({ status: "merged" });
      expect(bob.read(notes)).toContain(strategy === "ours" ? "Bob's" : "Ada's");
      expect(bob.read(store("knowledge/other.md"))).toContain("Bob");
      expect(existsSync(join(bob.folder, ".git", "MERGE_HEAD"))).toBe(false);
      expect(bob.git("diff", "--name-only", "--diff-filter=U")).toBe("");
    },
  );

  it.each([
    ["ours", undefined],
    ["theirs", base.replace("second", "changed")],
  ] as const)(
    "W10: deleted here and changed there becomes what %s means, never an empty file",
    async (strategy, wanted) => {
      const { ada, bob } = team;
      await ada.note("notes", base);
      await ada.push();
      await bob.pull();
      await ada.note("notes", base.replace("second", "changed"));
      await ada.push();
      await bob.project.change(() => bob.project.knowledge.remove("notes"));
      await bob.pull(strategy);
      expect(bob.read(notes)).toBe(wanted);
    },
  );

  it("W11: uncommitted store edits and staged code survive a pull, and none of them is committed", async () => {
    const { ada, bob } = team;
    await ada.note("notes", base);
    await ada.push();
    await bob.pull();
    await ada.note("notes", base.replace("first", "Ada's"));
    await ada.push();
    bob.write(notes, base.replace("second", "by hand"));
    bob.write("staged.txt", "staged\n");
    bob.git("add", "staged.txt");
    expect(await bob.pull()).toMatchObject({ status: "merged" });
    expect(bob.read(notes)).toBe(base.replace("first", "Ada's").replace("second", "by hand"));
    expect(bob.git("status", "--porcelain", "staged.txt")).toMatch(/^A {2}/);
    expect(filesIn(bob, "HEAD")).not.toContain("staged.txt");
  });

  it("W12: conflicts left pending are gone after any pull that ends, and never pushed", async () => {
    const { bob } = team;
    await aConflict();
    await bob.pull("agent");
    expect(bob.read(store(".pending_conflicts.json"))).toBeDefined();
    await bob.push();
    expect(filesIn(bob, "HEAD").join()).not.toContain("pending");
    await bob.pull("ours");
    expect(bob.read(store(".pending_conflicts.json"))).toBeUndefined();
  });

  it("W12: a tampered pending file writes nothing outside the store", async () => {
    const { bob } = team;
    await aConflict();
    await bob.pull("agent");
    const report = JSON.parse(bob.read(store(".pending_conflicts.json")) ?? "{}");
    report.conflicts.push({ ...report.conflicts[0], file_path: "../escape.txt", resolved: true, resolution: "x" });
    report.conflicts.push({
      ...report.conflicts[0],
      file_path: ".context-teleport/../code.txt",
      resolved: true,
      resolution: "x",
    });
    bob.write(store(".pending_conflicts.json"), JSON.stringify(report));
    await finalizeMerge(bob.project);
    expect(existsSync(join(team.folder, "escape.txt"))).toBe(false);
    expect(bob.read("code.txt")).toBe("one\n");
  });
});

describe("private entries", () => {
  it("W2: state, preferences, private skills and their records never reach a commit", async () => {
    const { ada } = team;
    const { project } = ada;
    await project.change(async () => {
      await project.skills.put({
        name: "hidden",
        description: "d",
        instructions: "SECRET",
        scope: "private",
        author: "ada",
      });
      await project.skills.put({ name: "shown", description: "d", instructions: "i", author: "ada" });
      await project.skillRecords.addUsage("hidden", { id: "1", session_id: "", agent: "ada", timestamp: "" });
      await project.preferences.set("user", "editor", "SECRET");
      await project.state.write({ ...(await project.state.read()), current_task: "SECRET" });
    });
    await ada.note("salaries", "SECRET\n", "ephemeral");
    await ada.note("shown", "fine\n");
    await ada.push();
    expect(ada.git("log", "-p", "--all")).not.toContain("SECRET");
    expect(ada.git("log", "-p", "--all")).not.toMatch(/salaries|hidden/);
    expect(ada.git("status", "--porcelain")).toBe("");
    ada.git("add", "-A");
    expect(ada.git("status", "--porcelain")).toBe("");
  });

  it("W4: making an entry private takes it out of the index at once and from others with the next push", async () => {
    const { ada, bob } = team;
    await ada.note("notes", base);
    await ada.push();
    await bob.pull();
    const changed = await changeScope(ada.project, { entryType: "knowledge", key: "notes", scope: "private" });
    expect(changed.warning).toContain("history");
    expect(ada.git("ls-files", notes)).toBe("");
    await ada.note("notes", "now only mine\n");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(ada.read(notes)).toBeUndefined();
    expect(await ada.project.knowledge.read("notes")).toMatchObject({ content: "now only mine\n", scope: "private" });
    await bob.pull();
    expect(bob.read(notes)).toBeUndefined();
  });

  it("keeps both when a shared entry arrives under the name of a private one", async () => {
    const { ada, bob } = team;
    await bob.note("notes", "only mine\n", "private");
    await ada.note("notes", base);
    await ada.push();
    expect(await bob.pull()).toMatchObject({ status: "pulled", note: expect.stringContaining("notes-private") });
    expect(bob.read(notes)).toBe(base);
    expect(await bob.project.knowledge.read("notes-private")).toMatchObject({
      content: "only mine\n",
      scope: "private",
    });
    await bob.push();
    expect(bob.git("log", "-p", "--all")).not.toContain("only mine");
  });

  it("refuses to sync while a scope map is damaged, and treats everything as private", async () => {
    const { ada } = team;
    await ada.note("notes", base);
    ada.write(store("knowledge/.scope.json"), "<<<<<<<");
    await expect(ada.push()).rejects.toThrow(/damaged/);
    expect((await ada.project.knowledge.read("notes"))?.scope).toBe("private");
  });

  it("takes out of git what an earlier tool committed by mistake", async () => {
    const { ada } = team;
    ada.write(store("state/active.json"), '{"current_task":"SECRET"}\n');
    ada.git("add", "-f", store("state/active.json"));
    ada.git("commit", "-q", "-m", "leak");
    ada.git("push", "-q");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(filesIn(ada, "origin/main")).not.toContain(store("state/active.json"));
    expect(ada.read(store("state/active.json"))).toContain("SECRET");
  });
});

describe("conflicts", () => {
  it("are kept over a restart, can be resolved twice, and end in a merge commit", async () => {
    const { ada, bob } = team;
    await aConflict();
    const found = await bob.pull("agent");
    expect(found).toMatchObject({ status: "conflicts", files: [notes] });
    expect(bob.read(notes)).toContain("Bob's");
    const again = aPerson(bob.folder, "bob");
    expect(await mergeStatus(again.project)).toMatchObject({ status: "conflicts", conflict_id: found.conflict_id });
    await resolveConflict(again.project, notes, "first try\n");
    expect(await conflictDetail(again.project, notes)).toMatchObject({
      resolved: true,
      section_analysis: { has_section_conflicts: true },
    });
    await resolveConflict(again.project, notes, base.replace("first", "both"));
    expect(await finalizeMerge(again.project)).toMatchObject({ status: "merged", resolved: 1, skipped: 0 });
    expect(bob.read(notes)).toBe(base.replace("first", "both"));
    expect(bob.git("status", "--porcelain")).toBe("");
    await bob.push();
    await ada.pull();
    expect(ada.read(notes)).toBe(base.replace("first", "both"));
  });

  it("take in what the others changed elsewhere after the resolution", async () => {
    const { ada, bob } = team;
    await aConflict();
    await bob.pull("agent");
    await resolveConflict(bob.project, notes, base.replace("first", "both"));
    await ada.note("notes", base.replace("first", "Ada's").replace("second", "later"));
    await ada.push();
    expect(await finalizeMerge(bob.project)).toMatchObject({ status: "merged" });
    expect(bob.read(notes)).toBe(base.replace("first", "both").replace("second", "later"));
  });

  it("are asked again when the others changed the same place after the resolution", async () => {
    const { ada, bob } = team;
    await aConflict();
    await bob.pull("agent");
    await resolveConflict(bob.project, notes, base.replace("first", "both"));
    await ada.note("notes", base.replace("first", "Ada's second thoughts"));
    await ada.push();
    expect(await finalizeMerge(bob.project)).toMatchObject({ status: "conflicts", files: [notes] });
    expect((await conflictDetail(bob.project, notes)).theirs_content).toContain("second thoughts");
  });

  it("keep the local version where nothing was resolved", async () => {
    const { bob } = team;
    await aConflict();
    await bob.pull("agent");
    expect(await finalizeMerge(bob.project)).toMatchObject({ status: "merged", resolved: 0, skipped: 1 });
    expect(bob.read(notes)).toContain("Bob's");
  });

  it("leave everything as it was when aborted", async () => {
    const { bob } = team;
    await aConflict();
    const before = [bob.git("rev-parse", "HEAD"), bob.git("status", "--porcelain"), bob.read(notes)];
    await bob.pull("agent");
    await abortMerge(bob.project);
    expect([bob.git("rev-parse", "HEAD"), bob.git("status", "--porcelain"), bob.read(notes)]).toEqual(before);
    await expect(abortMerge(bob.project)).rejects.toThrow("No pending conflicts to abort");
  });
});

describe("nothing is thrown away", () => {
  it("finalize asks about a change that came in after the conflict was shown", async () => {
    const { ada, bob } = team;
    await ada.note("other", base);
    await aConflict();
    await bob.pull("agent");
    await abortMerge(bob.project);
    await bob.note("other", base.replace("second", "Bob's other"));
    await bob.pull("agent");
    await resolveConflict(bob.project, notes, base.replace("first", "both"));
    await ada.note("other", base.replace("second", "Ada's other"));
    await ada.push();
    const asked = await finalizeMerge(bob.project);
    expect(asked).toMatchObject({ status: "conflicts", files: expect.arrayContaining([store("knowledge/other.md")]) });
    await resolveConflict(bob.project, store("knowledge/other.md"), base.replace("second", "both others"));
    expect(await finalizeMerge(bob.project)).toMatchObject({ status: "merged", resolved: 2, skipped: 0 });
    expect(bob.read(notes)).toContain("both");
    expect(bob.read(store("knowledge/other.md"))).toContain("both others");
  });

  it.each(["ours", "theirs"] as const)(
    "a pull decided for %s keeps the other text, and undo brings it back",
    async (side) => {
      const { bob } = team;
      await aConflict();
      const [winner, loser] = side === "ours" ? ["Bob's", "Ada's"] : ["Ada's", "Bob's"];
      const pulled = await bob.pull(side);
      expect(pulled).toMatchObject({ status: "merged", overruled: [{ file_path: notes, kept: side }] });
      expect(syncText(pulled)).toContain(notes);
      expect(bob.read(notes)).toContain(winner);
      expect(await mergeStatus(bob.project)).toMatchObject({
        overruled: [{ file_path: notes, lost_content: expect.stringContaining(loser) }],
      });
      expect(await undoOverruled(bob.project)).toMatchObject({ status: "restored", files: [notes] });
      expect(bob.read(notes)).toContain(loser);
      expect(bob.read(notes)).not.toContain(winner);
      expect(await undoOverruled(bob.project)).toMatchObject({ status: "restored" });
      expect(bob.read(notes)).toContain(winner);
    },
  );

  it("a push that replaces a teammate's text says so", async () => {
    const { bob } = team;
    await aConflict();
    await bob.pull("ours");
    expect(await bob.push()).toMatchObject({ status: "pushed", note: expect.stringContaining(notes) });
    expect(await bob.push()).toEqual({ status: "nothing_to_push" });
  });

  it("undo keeps edits made since the pull", async () => {
    const { bob } = team;
    await aConflict();
    await bob.pull("ours");
    await bob.note("notes", base.replace("first", "Bob's").replace("second", "edited since"));
    await undoOverruled(bob.project);
    expect(bob.read(notes)).toBe(base.replace("first", "Ada's").replace("second", "edited since"));
  });
});

describe("git stays the person's", () => {
  const refuse = (text: string) => {
    const hook = join(team.remote, "hooks", "pre-receive");
    writeFileSync(hook, text);
    chmodSync(hook, 0o755);
  };

  it("a refused push beside unpushed code leaves no commit, and the next one is a single commit", async () => {
    const { ada, bob } = team;
    commitCode(ada, "feature.txt", "half done\n");
    const head = ada.git("rev-parse", "HEAD");
    refuse("#!/bin/sh\necho 'no context today' >&2\nexit 1\n");
    await ada.note("notes", base);
    expect(await ada.push("my notes")).toMatchObject({
      status: "not_pushed",
      push_error: expect.stringContaining("no context"),
    });
    expect(ada.git("rev-parse", "HEAD")).toBe(head);
    expect(ada.read(notes)).toBe(base);
    refuse("#!/bin/sh\nexit 0\n");
    await ada.note("notes", base.replace("first", "later"));
    expect(await ada.push("my notes")).toMatchObject({ status: "pushed" });
    await bob.pull();
    await bob.note("notes", base.replace("first", "Bob's"));
    await bob.push();
    ada.git("pull", "-q", "--rebase");
    expect(ada.read(notes)).toContain("Bob's");
    expect(
      ada
        .git("log", "--format=%s", "--no-merges")
        .split("\n")
        .filter((one) => one === "my notes"),
    ).toHaveLength(1);
  });

  it("names the hook of the repository that refuses, if it is to run", async () => {
    const ada = aPerson(team.ada.folder, "ada", { runsHooks: true });
    const hook = join(ada.folder, ".git", "hooks", "pre-push");
    writeFileSync(hook, "#!/bin/sh\necho 'run the tests first' >&2\nexit 1\n");
    chmodSync(hook, 0o755);
    await ada.note("notes", base);
    expect(await ada.push()).toMatchObject({ push_error: expect.stringMatching(/pre-push hook.*run the tests first/) });
    expect(await team.ada.push()).toMatchObject({ status: "pushed", note: expect.stringContaining("sync.hooks true") });
  });
});

describe("a review branch", () => {
  it("receives pushes instead of the shared branch, until a review merges it", async () => {
    const [ada, bob] = [team.ada, team.bob].map(({ folder, project }) =>
      aPerson(folder, project.caller, { reviewBranch: "context-review" }),
    ) as [Person, Person];
    const main = ada.git("rev-parse", "origin/main");
    await ada.note("stack", "Node\n");
    expect(await ada.push()).toMatchObject({ status: "pushed", branch: "context-review", files: expect.any(Array) });
    expect(await ada.push()).toEqual({ status: "nothing_to_push" });
    expect(ada.git("rev-parse", "HEAD")).toBe(main);
    // Another person adds to the same review.
    await bob.note("deploy", "Fridays\n");
    await bob.note("plans", "secret plans\n", "private");
    expect(await bob.push()).toMatchObject({ status: "pushed", branch: "context-review" });
    const proposed = filesIn(bob, "origin/context-review");
    expect(proposed).toEqual(expect.arrayContaining([store("knowledge/stack.md"), store("knowledge/deploy.md")]));
    expect(proposed.join()).not.toContain("plans");
    expect(runGit(team.remote, "rev-parse", "main")).toBe(main);
    // What both propose in the same place waits for the review.
    await bob.note("stack", "Deno\n");
    expect(await bob.push()).toMatchObject({ status: "not_pushed", conflicts: [store("knowledge/stack.md")] });
    await bob.project.change(() => bob.project.knowledge.remove("stack"));
    runGit(team.remote, "branch", "-f", "main", "context-review");
    for (const person of [ada, bob]) {
      expect((await person.pull()).status).toMatch(/^(?:pulled|merged)$/);
      expect(person.read(store("knowledge/stack.md"))).toBe("Node\n");
      expect(person.read(store("knowledge/deploy.md"))).toBe("Fridays\n");
      expect(person.git("status", "--porcelain")).toBe("");
    }
    await ada.note("stack", "Node 24\n");
    expect(await ada.push()).toMatchObject({ status: "pushed", branch: "context-review" });
    expect(ada.git("rev-parse", "origin/context-review~1")).toBe(runGit(team.remote, "rev-parse", "main"));
  });
});

describe("decisions of two people", () => {
  it("W13: with one number get two, and the published one keeps it", async () => {
    const { ada, bob } = team;
    const decide = (who: typeof ada, title: string) =>
      who.project.change(() =>
        who.project.decisions.record({
          title,
          context: "",
          decision: title,
          consequences: "",
          date: "2026-01-02",
          author: "x",
        }),
      );
    await decide(ada, "Use SQLite");
    await ada.push();
    await decide(bob, "Use Postgres");
    await decide(bob, "Use SQLite");
    expect(await bob.push()).toMatchObject({ status: "pushed" });
    await ada.pull();
    for (const { project } of [ada, bob]) {
      const found = (await project.decisions.list()).map(({ id, title }) => `${id} ${title}`);
      expect(found).toEqual(["1 Use SQLite", "3 Use Postgres", "2 Use SQLite"].toSorted());
    }
  });
});

describe("unusual repositories", () => {
  it("pulls and pushes on a detached HEAD", async () => {
    const { ada, bob } = team;
    await ada.note("notes", base);
    await ada.push();
    bob.git("checkout", "-q", "--detach");
    expect(await bob.pull()).toMatchObject({ status: "pulled" });
    await bob.note("mine", "x\n");
    expect(await bob.push()).toMatchObject({ status: "pushed" });
    await ada.pull();
    expect(ada.read(store("knowledge/mine.md"))).toBe("x\n");
  });

  it("pulls the main branch's store into an unpublished branch, and keeps its own commit local", async () => {
    const { ada, bob } = team;
    bob.git("checkout", "-q", "-b", "feature");
    commitCode(bob, "feature.txt", "x\n");
    await ada.note("notes", base);
    await ada.push();
    const note = "origin has no branch feature; read its branch main instead.";
    expect(await bob.pull()).toMatchObject({ status: "pulled", note });
    expect(syncText(await bob.pull())).toBe(`Up to date.\n${note}`);
    expect(bob.read(notes)).toBe(base);
    await bob.note("mine", "x\n");
    expect(await bob.push()).toMatchObject({
      status: "committed",
      push_error: expect.stringContaining("git push -u origin feature"),
    });
  });

  it("works in a shallow clone", async () => {
    const { ada } = team;
    for (const text of ["1\n", "2\n", "3\n"]) {
      await ada.note("notes", text);
      await ada.push();
    }
    runGit(team.folder, "clone", "-q", "--depth", "1", `file://${team.remote}`, "carol");
    const carol = team.person("carol");
    await ada.note("notes", "4\n");
    await ada.push();
    expect(await carol.pull()).toMatchObject({ status: "pulled" });
    await carol.note("mine", "x\n");
    expect(await carol.push()).toMatchObject({ status: "pushed" });
    expect(carol.read(notes)).toBe("4\n");
  });

  it("works in a separate worktree", async () => {
    const { ada, bob } = team;
    ada.git("worktree", "add", "-q", "-b", "side", join(team.folder, "side"), "main");
    const side = team.person("side");
    await bob.note("notes", base);
    await bob.push();
    expect(await side.pull()).toMatchObject({ status: "pulled" });
    expect(side.read(notes)).toBe(base);
    expect(ada.read(notes)).toBeUndefined();
    expect(side.git("status", "--porcelain")).toBe("");
  });

  it("works in a submodule", async () => {
    const { ada, bob } = team;
    runGit(team.folder, "init", "-q", "-b", "main", "outer");
    runGit(
      join(team.folder, "outer"),
      "-c",
      "protocol.file.allow=always",
      "submodule",
      "add",
      "-q",
      team.remote,
      "inner",
    );
    const inner = aPerson(join(team.folder, "outer", "inner"), "inner");
    await ada.note("notes", base);
    await ada.push();
    expect(await inner.pull()).toMatchObject({ status: "pulled" });
    await inner.note("mine", "x\n");
    expect(await inner.push()).toMatchObject({ status: "pushed" });
    await bob.pull();
    expect(bob.read(store("knowledge/mine.md"))).toBe("x\n");
  });

  it("works for a store in a folder of a larger repository, and for a remote of another name", async () => {
    const { ada, bob } = team;
    ada.git("remote", "rename", "origin", "upstream");
    const part = aPerson(join(ada.folder, "packages", "web"), "web");
    ada.write("packages/web/index.js", "x\n");
    await part.project.init({ name: "web" });
    await part.note("notes", base);
    expect(await part.push()).toMatchObject({ status: "pushed" });
    bob.git("pull", "-q");
    expect(bob.read("packages/web/.context-teleport/knowledge/notes.md")).toBe(base);
    expect(bob.read("packages/web/index.js")).toBeUndefined();
  });

  it("commits in a repository without commits and without a remote", async () => {
    runGit(team.folder, "init", "-q", "-b", "main", "fresh");
    const fresh = team.person("fresh");
    fresh.write("code.txt", "x\n");
    await fresh.note("notes", base);
    expect(await fresh.push("first")).toMatchObject({ status: "committed" });
    expect(filesIn(fresh, "HEAD")).not.toContain("code.txt");
    expect(await fresh.pull()).toMatchObject({ status: "no_remote" });
  });

  it("merges two stores with unrelated histories", async () => {
    const { ada, bob } = team;
    for (const person of [ada, bob]) {
      person.git("rm", "-rq", ".context-teleport");
      person.git("commit", "-q", "-m", "no store");
    }
    ada.git("push", "-q");
    bob.git("reset", "-q", "--hard", "origin/main");
    bob.git("pull", "-q");
    rmSync(join(ada.folder, ".context-teleport"), { recursive: true });
    rmSync(join(bob.folder, ".context-teleport"), { recursive: true, force: true });
    await ada.note("a", "by Ada\n");
    await bob.note("b", "by Bob\n");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(await bob.push()).toMatchObject({ status: "pushed" });
    await ada.pull();
    expect(await ada.project.knowledge.keys()).toEqual(["a", "b"]);
    expect((await bob.project.manifest.read())?.project.id).toBe((await ada.project.manifest.read())?.project.id);
  });

  it("deletes nothing that a sparse checkout leaves out", async () => {
    const { ada, bob } = team;
    await ada.note("notes", base);
    await ada.project.change(() => ada.project.conventions.put({ key: "git", content: "Rebase.\n", author: "ada" }));
    await ada.push();
    bob.git("pull", "-q");
    bob.git(
      "sparse-checkout",
      "set",
      "--no-cone",
      "/code.txt",
      "/.context-teleport/*",
      "!/.context-teleport/conventions",
    );
    expect(bob.read(store("conventions/git.md"))).toBeUndefined();
    await bob.note("mine", "x\n");
    expect(await bob.push()).toMatchObject({
      status: "pushed",
      files: [store("knowledge/.meta.json"), store("knowledge/mine.md")],
    });
    await ada.pull();
    expect(ada.read(store("conventions/git.md"))).toBe("Rebase.\n");
    bob.git("sparse-checkout", "set", "--no-cone", "/code.txt");
    for (const attempt of [() => bob.note("again", "x\n"), () => bob.push(), () => bob.pull()]) {
      await expect(attempt()).rejects.toThrow(/not in the working tree/);
    }
  });

  it("treats a manually removed store as an accident", async () => {
    const { ada } = team;
    await ada.note("notes", base);
    await ada.push();
    rmSync(join(ada.folder, ".context-teleport"), { recursive: true });
    await expect(ada.note("notes", "again\n")).rejects.toThrow(/not in the working tree/);
    await expect(ada.push()).rejects.toThrow(/not in the working tree/);
    ada.git("checkout", "-q", "--", ".context-teleport");
    expect(await ada.push()).toEqual({ status: "nothing_to_push" });
  });

  it("reports that it is outside a git repository", async () => {
    const { person } = team;
    const plain = person("plain");
    plain.write("x.txt", "");
    await plain.note("notes", base);
    await expect(plain.push()).rejects.toThrow(/Not a git repository/);
    await expect(plain.pull()).rejects.toThrow(/Not a git repository/);
  });

  it("waits for another git process, then reports it and changes nothing", async () => {
    const { ada, bob } = team;
    await ada.note("notes", base);
    await ada.push();
    const lock = join(bob.folder, ".git", "index.lock");
    writeFileSync(lock, "");
    const before = bob.git("rev-parse", "HEAD");
    await expect(bob.pull()).rejects.toThrow(/index\.lock/);
    expect(bob.git("rev-parse", "HEAD")).toBe(before);
    expect(bob.read(notes)).toBeUndefined();
    expect(existsSync(lock)).toBe(true);
  });

  it("pushes while another git process holds the index lock, and updates the local branch later", async () => {
    const { ada, bob } = team;
    await ada.note("notes", base);
    const lock = join(ada.folder, ".git", "index.lock");
    writeFileSync(lock, "");
    expect(await ada.push()).toMatchObject({ status: "pushed", note: expect.stringContaining("Not merged here yet") });
    rmSync(lock);
    await bob.pull();
    expect(bob.read(notes)).toBe(base);
    expect(await ada.pull()).toMatchObject({ status: "pulled" });
    expect(ada.git("status", "--porcelain")).toBe("");
  });

  it("refuses to continue during an unresolved git merge", async () => {
    const { bob } = team;
    await aConflict();
    bob.git("add", "-A");
    bob.git("commit", "-q", "-m", "by hand");
    expect(() => bob.git("pull", "-q", "--no-rebase", "--no-edit")).toThrow();
    await expect(bob.push()).rejects.toThrow(/merge is in progress/);
    await expect(bob.pull()).rejects.toThrow(/merge is in progress/);
  });

  it("commits nothing that looks like a secret", async () => {
    const { ada } = team;
    ada.write(store("knowledge/hand.md"), `token ${plantedSecret}\n`);
    await expect(ada.push()).rejects.toThrow("knowledge/hand.md");
    expect(ada.git("log", "-p", "--all")).not.toContain(plantedSecret);
  });

  it("refuses to share a store that the repository ignores", async () => {
    runGit(team.folder, "init", "-q", "-b", "main", "fresh");
    const fresh = team.person("fresh");
    fresh.write(".gitignore", ".context-teleport/\n");
    await fresh.note("notes", base);
    await expect(fresh.push()).rejects.toThrow(/excludes .*context-teleport/);
  });

  it("does not run a person's commit hooks", async () => {
    const { ada } = team;
    const hook = join(ada.folder, ".git", "hooks", "pre-commit");
    writeFileSync(hook, "#!/bin/sh\nexit 1\n");
    chmodSync(hook, 0o755);
    await ada.note("notes", base);
    expect(await ada.push()).toMatchObject({ status: "pushed" });
  });
});
