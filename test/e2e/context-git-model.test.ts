import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { changeScope } from "../../src/domain/context/change-scope.js";
import { aTeam, type Person, runGit, type Team } from "../support/team.js";

/** A small generator with a seed, so that a failing run can be run again. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const steps = Number(process.env.MODEL_STEPS ?? 2000);
const keys = ["alpha", "beta", "gamma"];

/** Longer texts start again: merging them would take most of the time. */
const maxLines = 30;

/**
 * Two people write, push and pull, and use git as people do between it. Private texts have a word of their own, which
 * must never reach the remote; the last acknowledged private text of each key must always be readable, and every shared
 * line that a push delivered must be in the remote's history.
 */
class GitModel {
  private line = 0;
  private readonly pushedLines = new Set<string>();
  /** By person, key and text. */
  private readonly privateTexts = new Map<Person, Map<string, string>>();

  constructor(
    private readonly team: Team,
    private readonly random: (below: number) => number,
  ) {
    for (const person of [team.ada, team.bob]) this.privateTexts.set(person, new Map());
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.random(items.length)] as T;
  }

  async step(): Promise<string> {
    const person = this.pick([this.team.ada, this.team.bob]);
    const { share, hide, unhide, push, pull, git } = this;
    // Pushes and pulls take most of the time; between two of them the rest has many orders.
    const kind = this.pick([share, share, share, share, hide, hide, hide, unhide, push, pull, git, git, git, git, git]);
    const what = await kind.call(this, person);
    await this.checkPrivate(person);
    return `${person.project.caller} ${kind.name} ${what}`;
  }

  private async share(person: Person): Promise<string> {
    const key = this.pick(keys);
    const entry = await person.project.knowledge.read(key);
    if (entry && entry.scope !== "public") return this.writePrivate(person, key);
    const lines = entry?.content ?? "";
    await person.note(key, `${lines.split("\n").length > maxLines ? "" : lines}line ${++this.line} of ${key}\n`);
    return key;
  }

  private hide(person: Person): Promise<string> {
    return this.writePrivate(person, `${this.pick(keys)}-own-${person.project.caller}`);
  }

  private async writePrivate(person: Person, key: string): Promise<string> {
    const text = `hidden-${++this.line}-end\n`;
    await person.note(key, text, "private");
    this.privateTexts.get(person)?.set(key, text);
    return `${key} ${text.trim()}`;
  }

  /** A shared entry becomes private, and then gets a text that was never shared. */
  private async unhide(person: Person): Promise<string> {
    const key = this.pick(keys);
    if (!(await person.project.knowledge.read(key))) return "nothing";
    await changeScope(person.project, { entryType: "knowledge", key, scope: "private" });
    return this.writePrivate(person, key);
  }

  private async push(person: Person): Promise<string> {
    const lines = await this.sharedLines(person);
    return person.push().then(
      ({ status }) => {
        if (status === "pushed") for (const line of lines) this.pushedLines.add(line);
        return status;
      },
      (error: Error) => (isUnmerged(error) ? this.giveUpMerge(person) : this.confirmScopes(person, error)),
    );
  }

  private async sharedLines({ project }: Person): Promise<string[]> {
    const entries = (await project.knowledge.list()).filter(({ scope }) => scope === "public");
    return entries.flatMap(({ content }) => content.match(/^line \d+ of \w+$/gm) ?? []);
  }

  /** What a person does when a push says that the records of private entries disagree. */
  private async confirmScopes(person: Person, error: Error): Promise<string> {
    if (!/scope map|not finished|in git but not/.test(error.message)) throw error;
    for (const key of this.privateTexts.get(person)?.keys() ?? []) {
      if ((await person.project.knowledge.read(key))?.scope === "private")
        await changeScope(person.project, { entryType: "knowledge", key, scope: "private" });
    }
    return error.message;
  }

  private pull(person: Person): Promise<string> {
    return person.pull(this.pick(["ours", "theirs"])).then(
      ({ status }) => status,
      (error: Error) => {
        if (isUnmerged(error)) return this.giveUpMerge(person);
        if (!/not finished|in git but not/.test(error.message)) throw error;
        return error.message;
      },
    );
  }

  /** A stash that did not apply cleanly left conflicts, which no command aborts. */
  private giveUpMerge(person: Person): string {
    person.git("reset", "-q", "--hard");
    return "unmerged files";
  }

  private async git(person: Person): Promise<string> {
    const branch = `branch-${this.random(3)}`;
    const command = this.pick([
      ["branch", "-f", branch],
      ["checkout", "-q", branch],
      ["checkout", "-q", "main"],
      ["checkout", "-q", "main"],
      ["stash", "-u"],
      ["stash", "-a"],
      ["stash", "pop"],
      ["reset", "-q", "--hard"],
      ["reset", "-q", "--hard", "HEAD~1"],
      ["clean", "-q", "-fd"],
      ["clean", "-q", "-fdx"],
      ["add", "-A"],
      ["commit", "-q", "-am", "by hand"],
      ["commit", "-q", "-m", "by hand"],
      ["pull", "-q", "--rebase"],
      ["pull", "-q", "--no-rebase", "--no-edit"],
      ["push", "-q", "origin", "HEAD"],
      ["gc", "-q"],
      ["worktree", "add", "-q", "-f", join(this.team.folder, `tree-${person.project.caller}`), branch],
    ]);
    try {
      person.git(...command);
      return command.join(" ");
    } catch {
      // git refuses much of this, as it does to people. A half-done rebase or merge is given up.
      for (const kind of ["rebase", "merge"]) attempt(() => person.git(kind, "--abort"));
      return `${command.join(" ")}: refused`;
    }
  }

  private async checkPrivate(person: Person): Promise<void> {
    // A branch from before the store has none; reading happens where it is.
    if (person.read(".context-teleport/manifest.json") === undefined) return;
    await person.project.withLock(async () => {});
    for (const [key, text] of this.privateTexts.get(person) ?? []) {
      const entries = [...(await person.project.knowledge.list())].filter((entry) => entry.key.startsWith(key));
      const holder = entries.find(({ content }) => content === text);
      expect(holder, `${person.project.caller} ${key}`).toMatchObject({ scope: "private" });
    }
  }

  check(): void {
    const remote = runGit(this.team.remote, "log", "-p", "--all", "--format=%B");
    expect(remote.match(/hidden-\d+-end/g)).toBeNull();
    const delivered = new Set(remote.match(/(?<=^\+)line \d+ of \w+$/gm));
    expect([...this.pushedLines].filter((line) => !delivered.has(line))).toEqual([]);
    const names = runGit(this.team.remote, "log", "--all", "--format=", "--name-only");
    expect(names).not.toMatch(/-own-|\.scope\.json/);
  }

  /** Both on the main branch without local edits, then in step. */
  async settle(): Promise<void> {
    for (const person of [this.team.ada, this.team.bob]) {
      for (const kind of ["rebase", "merge"]) attempt(() => person.git(kind, "--abort"));
      attempt(() => person.git("checkout", "-q", "-f", "main"));
      person.git("reset", "-q", "--hard");
    }
    for (let round = 0; round < 3; round++) {
      for (const person of [this.team.ada, this.team.bob]) {
        await this.confirmScopes(person, new Error("scope map"));
        await person.pull("theirs");
        await person.push();
      }
    }
    const [ada, bob] = [this.team.ada, this.team.bob].map((person) =>
      person.git("ls-tree", "-r", "origin/main", "--", ".context-teleport"),
    );
    expect(bob).toBe(ada);
  }
}

const isUnmerged = (error: Error) => error.message.startsWith("A git merge is in progress");

function attempt(body: () => unknown): void {
  try {
    body();
  } catch {}
}

describe("two clones between random git commands", () => {
  let team: Team;
  afterEach(() => team.remove());

  const seeds = (process.env.MODEL_SEEDS ?? "3").split(",").map(Number);
  it.each(seeds)(
    `publish no private byte and lose no private text in ${steps} steps (seed %i)`,
    async (seed) => {
      team = await aTeam();
      const model = new GitModel(team, numbers(seed));
      const done: string[] = [];
      try {
        for (let i = 0; i < steps; i++) done.push(await model.step());
        await model.settle();
        model.check();
      } catch (error) {
        throw new Error(`seed ${seed}, step ${done.length} after:\n${done.slice(-14).join("\n")}`, { cause: error });
      }
    },
    3_600_000,
  );
});
