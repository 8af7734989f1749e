import { strict as assert } from "node:assert";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { changeScope } from "../../src/domain/context/entries.js";
import { storePath } from "../../src/store/context/context-layout.js";
import { readIsShared } from "../../src/store/context/is-shared.js";
import { type Person, runGit, store, type Team } from "./team.js";

const keys = ["alpha", "beta", "gamma"];

/** Longer texts start again: merging them would take most of the time. */
const maxLines = 30;

/** Runs a command of the built program as a person. */
export type RunCommand = (person: Person, ...args: string[]) => void;

/** A repository of others that the clones may have as a submodule. */
const library = "library.git";

/** A repository that has the third clone as a submodule: its git folder is not in the clone. */
const parent = "parent";

/** Two clones, and a third one inside a parent repository. */
export function cloneTeam(team: Team, count: number): Person[] {
  runGit(team.folder, "init", "-q", "--bare", "-b", "main", library);
  runGit(team.folder, "clone", "-q", team.remote, "first-library");
  runGit(join(team.folder, "first-library"), "push", "-q", join(team.folder, library), "main");
  const clones = [team.ada, team.bob];
  if (count < 3) return clones;
  runGit(team.folder, "init", "-q", "-b", "main", parent);
  runGit(join(team.folder, parent), "submodule", "--quiet", "add", team.remote, "cal");
  runGit(join(team.folder, parent), "commit", "-q", "-m", "parent");
  return [...clones, team.person(join(parent, "cal"), "cal")];
}

/**
 * Two or three people write, push and pull, and use git as people do between it. Private texts have a word of their own, which
 * must never reach the remote; the last acknowledged private text of each key must always be readable, every shared
 * line that a push delivered must be in the remote's history, and in the end all have the same shared texts.
 */
export class GitModel {
  private line = 0;
  private isForced = false;
  /** Those of the clones, and of their worktrees once git has added them. */
  private readonly people: Person[];
  private readonly pushedLines = new Set<string>();
  /** By clone, key and text: the worktrees of a clone share its private entries. */
  private readonly privateTexts = new Map<string, Map<string, string>>();

  constructor(
    private readonly team: Team,
    private readonly random: (below: number) => number,
    private readonly runCommand: RunCommand,
    private readonly clones: readonly Person[],
  ) {
    this.people = [...clones];
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.random(items.length)] as T;
  }

  async step(): Promise<string> {
    const person = this.pick(this.people);
    const { share, hide, unhide, push, pull, rename, publish, removeTree, submodule, git } = this;
    // Pushes and pulls take most of the time; between two of them the rest has many orders.
    const edits = [share, share, share, share, hide, hide, hide, unhide, rename];
    const kind = this.pick([...edits, push, pull, publish, removeTree, submodule, git, git, git, git, git]);
    const what = await kind.call(this, person).catch((error) => this.explain(person, error));
    await this.checkPrivate(person);
    return `${person.project.caller} ${kind.name} ${what}`;
  }

  private async share(person: Person): Promise<string> {
    const key = this.pick(keys);
    // As every call of the program does first: an entry may have to be renamed.
    await person.project.settlePrivate();
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
    const texts = this.privateTexts.get(cloneOf(person)) ?? new Map();
    this.privateTexts.set(cloneOf(person), texts.set(key, text));
    return `${key} ${text.trim()}`;
  }

  /** A shared entry becomes private, and then gets a text that was never shared. */
  private async unhide(person: Person): Promise<string> {
    const key = this.pick(keys);
    await person.project.settlePrivate();
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
      (error: Error) => this.explain(person, error),
    );
  }

  private async sharedLines(person: Person): Promise<string[]> {
    const texts = [...(await sharedTexts(person)).values()];
    return texts.flatMap((content) => content.match(/^line \d+ of \w+$/gm) ?? []);
  }

  private pull(person: Person): Promise<string> {
    return person.pull(this.pick(["ours", "theirs"])).then(
      ({ status }) => status,
      (error: Error) => this.explain(person, error),
    );
  }

  /** Writing and syncing are refused only where git itself is not done, and what the error says to do makes it work. */
  private explain(person: Person, error: Error): string {
    const hint = String((error as { hint?: string }).hint);
    const remedies = [...hint.matchAll(/`git ([^`]+)`/g)].map(([, args = ""]) => args.split(" "));
    if (!/^A git merge is in progress|in git but not/.test(error.message) || remedies.length === 0) throw error;
    const [first = [], ...rest] = remedies;
    if (attempt(() => person.git(...first))) return error.message;
    for (const args of rest) person.git(...args);
    attempt(() => person.git("commit", "-q", "--no-edit"));
    return error.message;
  }

  /** A person moves a file of the store, with git or without it. */
  private async rename(person: Person): Promise<string> {
    const [from, to] = [`knowledge/${this.pick(keys)}.md`, `knowledge/moved-${this.random(3)}.md`].map(store);
    const isMissing = [from, to]
      .map((path = "") => person.read(path))
      .some((text, i) => (text === undefined) === (i === 0));
    if (isMissing || from === undefined || to === undefined) return "nothing";
    if (this.random(2) === 0) attempt(() => person.git("mv", from, to));
    else renameSync(join(person.folder, from), join(person.folder, to));
    return `${from} ${to}`;
  }

  /** The words of a person who shares everything with git alone. */
  private async publish(person: Person): Promise<string> {
    for (const command of [
      ["add", "-A"],
      ["commit", "-q", "-m", "by hand"],
      ["push", "-q", "origin", "HEAD"],
    ])
      attempt(() => person.git(...command));
    return "";
  }

  /** Worktrees come and go; their private entries stay. */
  private async removeTree(person: Person): Promise<string> {
    const tree = this.people.findIndex(
      (one) => one !== person && cloneOf(one) === cloneOf(person) && !this.isClone(one),
    );
    if (tree < 0 || !this.isClone(person)) return "nothing";
    const [{ folder } = person] = this.people.splice(tree, 1);
    person.git("worktree", "remove", "--force", folder);
    return folder;
  }

  private readonly isClone = (person: Person) => this.clones.includes(person);

  /** Submodules of a clone, and the clone that is one. */
  private async submodule(person: Person): Promise<string> {
    const isInParent = person.project.caller === "cal";
    const git = isInParent ? (...args: string[]) => runGit(join(this.team.folder, parent), ...args) : person.git;
    const command = this.pick(
      isInParent
        ? [["add", "-A"], ["commit", "-q", "-am", "by hand"], ["stash"], ["submodule", "absorbgitdirs"]]
        : [
            ["submodule", "--quiet", "add", "-f", join(this.team.folder, library), "vendor"],
            ["submodule", "--quiet", "update", "--init", "--force"],
            ["submodule", "--quiet", "deinit", "-f", "--all"],
            ["rm", "-q", "-f", "vendor"],
          ],
    );
    attempt(() => git(...command));
    // Without its working tree the clone would be the parent; with it, HEAD is the commit that the parent knows.
    if (isInParent && this.random(3) === 0) {
      abortUnfinished(person);
      git("submodule", "--quiet", "deinit", "-f", "--all");
      git("submodule", "--quiet", "update", "--init", "--force");
      if (!attempt(() => person.git("checkout", "-q", "main"))) person.git("checkout", "-q", "-B", `own-${this.line}`);
      return `${command.join(" ")}, deinit`;
    }
    return command.join(" ");
  }

  private async git(person: Person): Promise<string> {
    const branch = `branch-${this.random(3)}`;
    const tree = `${person.project.caller.slice(0, 3)}-tree`;
    const command = this.pick([
      ["branch", "-f", branch],
      ["checkout", "-q", branch],
      ["checkout", "-q", "main"],
      ["checkout", "-q", "main"],
      ["checkout", "-q", "-B", branch],
      ["stash"],
      ["stash", "-u"],
      ["stash", "-a"],
      ["stash", "pop"],
      ["stash", "apply"],
      ["stash", "branch", `stashed-${this.random(3)}`],
      ["reset", "-q", "--hard"],
      ["reset", "-q", "--hard", "HEAD~1"],
      ["reset", "-q", "--soft", "HEAD~1"],
      ["reset", "-q", "HEAD~1"],
      ["restore", "--source=HEAD~1", "--worktree", "."],
      ["rebase", "-q", "main"],
      ["rebase", "-q", "--autostash", "origin/main"],
      ["cherry-pick", branch],
      ["merge", "-q", "--no-edit", branch],
      ["revert", "--no-edit", "HEAD"],
      ["checkout", "HEAD~1", "--", "."],
      ["commit", "-q", "--amend", "--no-edit", "-a"],
      ["clean", "-q", "-fd"],
      ["clean", "-q", "-fdx"],
      ["add", "-A"],
      ["add", "-f", "-A"],
      ["commit", "-q", "-am", "by hand"],
      ["commit", "-q", "-m", "by hand"],
      ["pull", "-q", "--rebase"],
      ["pull", "-q", "--no-rebase", "--no-edit"],
      ["push", "-q", "origin", "HEAD"],
      ["gc", "-q"],
      ["worktree", "add", "-q", "-f", join(this.team.folder, tree), branch],
    ]);
    this.isForced ||= command.includes("-f") && command[0] === "add";
    try {
      person.git(...command);
      if (command[0] === "worktree") this.people.push(this.team.person(tree));
      return command.join(" ");
    } catch {
      // git refuses much of this, as it does to people. A half-done rebase or merge is given up.
      abortUnfinished(person);
      return `${command.join(" ")}: refused`;
    }
  }

  private async checkPrivate(person: Person): Promise<void> {
    // A branch from before the store has none; reading happens where it is.
    if (person.read(store("manifest.json")) === undefined) return;
    await person.project.withLock(async () => {});
    const entries = await person.project.knowledge.list();
    for (const [key, text] of this.privateTexts.get(cloneOf(person)) ?? []) {
      const holder = entries.find((entry) => entry.key.startsWith(key) && entry.content === text);
      assert.equal(holder?.scope, "private", `${person.project.caller} lost ${key}, ${text.trim()}`);
    }
  }

  /** All on the main branch without local edits, then in step. In the last round, one of them uses the built program. */
  async settle(): Promise<void> {
    for (const person of this.people) await this.checkPrivate(person);
    const { clones } = this;
    for (const { git, folder } of this.people.filter((person) => !this.isClone(person)))
      git("worktree", "remove", "--force", folder);
    for (const person of clones) {
      abortUnfinished(person);
      attempt(() => person.git("checkout", "-q", "-f", "main"));
      person.git("reset", "-q", "--hard");
    }
    for (const isLast of [false, false, true]) {
      for (const person of clones) {
        if (isLast && person === this.team.ada) {
          this.runCommand(person, "sync", "pull", "theirs");
          this.runCommand(person, "sync", "push");
        } else {
          await person.pull("theirs");
          await person.push();
        }
      }
    }
    for (const person of clones) await this.checkPrivate(person);
    const [ada, ...others] = await Promise.all(clones.map(sharedFiles));
    for (const other of others) assert.deepEqual(other, ada);
  }

  /** Every object of the remote and of the clones, whether a branch or a stash reaches it or not. */
  checkRemote(): void {
    for (const folder of [this.team.remote, ...this.clones.map((person) => person.folder)]) {
      const objects = runGit(folder, "cat-file", "--batch-all-objects", "--batch", "--buffer", "--unordered");
      assert.equal(/hidden-\d+-end|-own-/.exec(objects)?.[0], undefined, `private, but in an object of ${folder}`);
      // Who forces git to add what is ignored shares the maps of Context Teleport, which name no entry of ours.
      if (folder === this.team.remote && !this.isForced)
        assert.equal(/\d{5,6} \.scope\.json\0/.exec(objects)?.[0], undefined, "a scope map is on the remote");
    }
    const history = runGit(this.team.remote, "log", "-p", "-m", "--all", "--format=");
    const delivered = new Set(history.match(/(?<=^\+)line \d+ of \w+$/gm));
    assert.deepEqual(
      [...this.pushedLines].filter((line) => !delivered.has(line)),
      [],
      "pushed, but not on the remote",
    );
  }
}

async function sharedTexts({ project }: Person): Promise<Map<string, string>> {
  const entries = (await project.knowledge.list()).filter(({ scope }) => scope === "public");
  return new Map(entries.map(({ key, content }) => [key, content]));
}

/** All shared files of the store as they are in the working tree. */
async function sharedFiles({ project, read }: Person): Promise<Map<string, string | undefined>> {
  const isShared = await readIsShared(project.files, project.root);
  const paths = (await project.files.tree(storePath(project.root))).filter(isShared).sort();
  return new Map(paths.map((path) => [path, read(store(path))]));
}

const cloneOf = ({ project }: Person) => project.caller.slice(0, "ada".length);

function abortUnfinished(person: Person): void {
  const gitDir = person.git("rev-parse", "--absolute-git-dir").trim();
  const unfinished = {
    rebase: ["rebase-merge", "rebase-apply"],
    merge: ["MERGE_HEAD"],
    "cherry-pick": ["CHERRY_PICK_HEAD"],
    revert: ["REVERT_HEAD"],
  };
  for (const [command, files] of Object.entries(unfinished))
    if (files.some((file) => existsSync(join(gitDir, file)))) attempt(() => person.git(command, "--abort"));
}

/** Whether it worked. */
function attempt(body: () => unknown): boolean {
  try {
    body();
    return true;
  } catch {
    return false;
  }
}
