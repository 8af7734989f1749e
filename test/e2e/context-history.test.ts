import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { squashStore } from "../../src/domain/context/sync/squash-store.js";
import { aTeam, commitCode, type Person, plantedSecret, runGit, store, type Team } from "../support/team.js";

const hand = store("knowledge/hand.md");

let team: Team;
beforeEach(async () => {
  team = await aTeam();
});
afterEach(() => team.remove());

/** Every object of the remote, whether a branch reaches it or not. */
const remoteObjects = (remote = team.remote) =>
  runGit(remote, "cat-file", "--batch-all-objects", "--batch", "--buffer", "--unordered");

const commitAll = (person: Person, message: string) => {
  person.git("add", "-A");
  person.git("commit", "-q", "--allow-empty", "-m", message);
};

const plants: Readonly<Record<string, (person: Person) => void>> = {
  "a file": (person) => {
    person.write(hand, `token ${plantedSecret}\n`);
    commitAll(person, "by hand");
    person.write(hand, "token: ask Ada\n");
    commitAll(person, "without it");
  },
  "a file name": (person) => {
    person.write(store(`knowledge/${plantedSecret}.md`), "x\n");
    commitAll(person, "by hand");
    person.git("mv", store(`knowledge/${plantedSecret}.md`), hand);
    commitAll(person, "renamed");
  },
  "a message": (person) => {
    person.write(hand, "x\n");
    commitAll(person, `uses ${plantedSecret}`);
  },
  "the message of an empty commit": (person) => {
    person.write(hand, "x\n");
    commitAll(person, "by hand");
    commitAll(person, `uses ${plantedSecret}`);
  },
  "an author": (person) => {
    person.write(hand, "x\n");
    person.git("add", "-A");
    person.git("-c", `user.name=${plantedSecret}`, "commit", "-q", "-m", "by hand");
  },
  "a file in UTF-16": (person) => {
    const text = Buffer.from(`\ufefftoken ${plantedSecret}\n`, "utf16le");
    writeFileSync(join(person.folder, hand), text);
    commitAll(person, "by hand");
    person.write(hand, "token: ask Ada\n");
    commitAll(person, "without it");
  },
  "one side of a merge": (person) => {
    person.git("checkout", "-q", "-b", "side");
    person.write(hand, `token ${plantedSecret}\n`);
    commitAll(person, "side");
    person.git("checkout", "-q", "main");
    person.write(store("knowledge/other.md"), "x\n");
    commitAll(person, "main");
    person.git("merge", "-q", "--no-edit", "-s", "ours", "side");
  },
};

describe("a push of commits that were made with git", () => {
  it.each(Object.keys(plants))("is refused while %s in an unpushed commit holds a secret", async (where) => {
    const { ada } = team;
    plants[where]?.(ada);
    await ada.note("more", "text\n");
    await expect(ada.push()).rejects.toMatchObject({
      problem: "forbidden",
      // The message names the commit, and is not redacted itself.
      message: expect.toSatisfy((text: string) => /in [0-9a-f]{7} \(/.test(text) && ada.project.redact(text) === text),
      hint: expect.stringContaining("throughline sync squash"),
    });
    expect(remoteObjects()).not.toContain(plantedSecret);
  });

  it.each(Object.keys(plants))("works after `sync squash` when %s held a secret", async (where) => {
    const { ada, bob } = team;
    plants[where]?.(ada);
    await ada.note("more", "text\n");
    const before = ada.git("status", "--porcelain");
    await squashStore(ada.project);
    expect(ada.git("status", "--porcelain")).toBe(before);
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(remoteObjects()).not.toContain(plantedSecret);
    await bob.pull();
    expect(await bob.project.knowledge.keys()).toContain("more");
    expect(ada.git("rev-list", "--count", "origin/main..main").trim()).toBe("0");
    ada.git("push", "-q", "origin", "main");
    expect(remoteObjects()).not.toContain(plantedSecret);
  });

  it("delivers no secret of a commit that also has code, which a person publishes", async () => {
    const { ada } = team;
    ada.write("code.txt", "two\n");
    plants["a file"]?.(ada);
    await ada.push();
    expect(remoteObjects()).not.toContain(plantedSecret);
  });
});

describe("a push", () => {
  it("is refused on a branch whose name looks like a secret", async () => {
    const { ada } = team;
    ada.git("checkout", "-q", "-b", `fix-${plantedSecret}`);
    await ada.note("more", "text\n");
    await expect(ada.push()).rejects.toThrow("The name of this branch");
    expect(runGit(team.remote, "for-each-ref")).not.toContain(plantedSecret);
    ada.git("branch", "-m", "fix");
    expect(await ada.push()).toMatchObject({ status: "committed", push_error: expect.stringContaining("git push -u") });
  });

  it("is refused while the person's name in git looks like a secret", async () => {
    const { ada } = team;
    await ada.note("more", "text\n");
    ada.git("config", "user.name", plantedSecret);
    await expect(ada.push()).rejects.toThrow("(its author)");
    expect(remoteObjects()).not.toContain(plantedSecret);
    ada.git("config", "user.name", "Ada");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
    expect(remoteObjects()).not.toContain(plantedSecret);
  });
});

describe("a merge that git left open", () => {
  it("can be left as the error says, even if a file that git merged was edited since", async () => {
    const { ada, bob } = team;
    for (const key of ["one", "two"]) await ada.note(key, "first\n\n\n\nlast\n");
    await ada.push();
    await bob.pull();
    for (const [person, one] of [
      [ada, "hers\n\n\n\nlast\n"],
      [bob, "his\n\n\n\nlast\n"],
    ] as const) {
      await person.note("one", one);
      await person.note("two", person === ada ? "new\n\n\n\nlast\n" : "first\n\n\n\nnew\n");
      person.git("add", "-A");
      person.git("commit", "-q", "-m", "by hand");
    }
    ada.git("push", "-q");
    expect(() => bob.git("pull", "-q", "--no-rebase", "--no-edit")).toThrow();
    await bob.note("two", "new\n\nedited\n\nnew\n");
    const error = await bob.push().catch((thrown) => thrown);
    const remedies: string[] = [...error.hint.matchAll(/`git ([^`]+)`/g)].map(([, args]) => args);
    expect(() => bob.git(...(remedies[0] ?? "").split(" "))).toThrow("not uptodate");
    bob.git(...(remedies[1] ?? "").split(" "));
    bob.git("commit", "-q", "--no-edit");
    expect(await bob.push()).toMatchObject({ status: "pushed" });
    expect(bob.git("show", `origin/main:${store("knowledge/two.md")}`)).toContain("edited");
  });
});

describe("a commit with a submodule inside the store", () => {
  it("does not keep others from sharing", async () => {
    const { ada } = team;
    ada.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},${store("skills/sub")}`);
    ada.git("commit", "-q", "-m", "submodule");
    await ada.note("notes", "x\n");
    expect(await ada.push()).toMatchObject({ status: "pushed" });
  });
});

describe("a new branch on the remote", () => {
  const fresh = async () => {
    runGit(team.folder, "init", "-q", "--bare", "-b", "main", "empty.git");
    runGit(team.folder, "init", "-q", "-b", "main", "fresh");
    const person = team.person("fresh");
    person.git("remote", "add", "origin", join(team.folder, "empty.git"));
    await person.project.init({});
    return person;
  };

  it("is not created while its history holds a secret, and is after `sync squash`", async () => {
    const person = await fresh();
    plants["a file"]?.(person);
    await expect(person.push()).rejects.toThrow("Unpushed commits");
    await squashStore(person.project);
    expect(await person.push()).toMatchObject({ status: "pushed" });
    expect(remoteObjects(join(team.folder, "empty.git"))).not.toContain(plantedSecret);
  });

  it("is not recommended to a person who would publish a secret with it", async () => {
    const person = await fresh();
    commitCode(person, "code.txt", "one\n");
    plants["a file"]?.(person);
    const { push_error } = await person.push();
    expect(push_error).toMatch(/hand\.md/);
    expect(push_error).not.toContain("git push -u");
  });
});

describe("a squash", () => {
  it("changes nothing when unpushed commits also have code", async () => {
    const { ada } = team;
    commitCode(ada, "code.txt", "two\n");
    plants["a file"]?.(ada);
    const head = ada.git("rev-parse", "HEAD");
    await expect(squashStore(ada.project)).rejects.toMatchObject({ hint: expect.stringContaining("git rebase") });
    expect(ada.git("rev-parse", "HEAD")).toBe(head);
  });

  it("says so when there is nothing to replace", async () => {
    expect(await squashStore(team.ada.project)).toEqual({ status: "nothing_to_squash" });
  });
});

describe("a file whose name looks like a secret", () => {
  it.each([`knowledge/${plantedSecret}.md`, `skills/${plantedSecret}/SKILL.md`])("is not pushed (%s)", async (path) => {
    const { ada } = team;
    ada.write(store(path), "---\nname: x\ndescription: d\n---\n\nbody\n");
    await expect(ada.push()).rejects.toMatchObject({ problem: "forbidden", hint: expect.stringContaining("Rename") });
    expect(remoteObjects()).not.toContain(plantedSecret);
  });

  it("is not named by the message of a commit", async () => {
    const { ada } = team;
    await ada.note("notes", "x\n");
    await ada.push(`about ${plantedSecret}`);
    expect(remoteObjects()).not.toContain(plantedSecret);
  });
});
