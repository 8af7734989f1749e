import { afterEach, describe, expect, it } from "vitest";
import { changeScope } from "../../src/domain/context/change-scope.js";
import { finalizeMerge } from "../../src/domain/context/sync/finalize-merge.js";
import { conflictDetail, resolveConflict } from "../../src/domain/context/sync/pending-merge.js";
import { storePath } from "../../src/store/context/context-layout.js";
import { readIsShared } from "../../src/store/context/is-shared.js";
import { aTeam, commitCode, type Person, type Team } from "../support/team.js";

/** A small generator with a seed, so that a failing run can be run again. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const steps = 200;
const keys = ["alpha", "beta", "gamma", "delta"];

/**
 * Two people edit, delete, rescope, push, pull and resolve at random. Every line that somebody wrote carries a number;
 * a line may only vanish when somebody deleted it, or the entry it stood in.
 */
class Model {
  private line = 0;
  readonly written = new Set<string>();
  readonly dropped = new Set<string>();
  private readonly secret = new Set<string>();

  constructor(
    private readonly team: Team,
    private readonly random: (below: number) => number,
  ) {}

  private pick<T>(items: readonly T[]): T {
    return items[this.random(items.length)] as T;
  }

  private newLine(isSecret = false): string {
    const line = `${isSecret ? "SECRET" : "line"}-${++this.line}-end`;
    (isSecret ? this.secret : this.written).add(line);
    return line;
  }

  private drop(text: string): void {
    for (const [line] of text.matchAll(/line-\d+-end/g)) this.dropped.add(line);
  }

  async step(): Promise<string> {
    const person = this.pick([this.team.ada, this.team.bob]);
    const { add, remove, cut, rescope, code, decide, push, pull } = this;
    const kinds = [
      add,
      add,
      add,
      add,
      add,
      add,
      add,
      remove,
      cut,
      cut,
      rescope,
      code,
      decide,
      push,
      push,
      push,
      pull,
      pull,
      pull,
    ];
    const kind = this.pick(kinds);
    return `${person.project.caller} ${kind.name} ${JSON.stringify(await kind.call(this, person))}`;
  }

  /** A new line, at the end, at the start or under a heading. */
  async add(person: Person): Promise<unknown> {
    const key = this.pick(keys);
    const now = await person.project.knowledge.read(key);
    const line = this.newLine(now !== undefined && now.scope !== "public");
    const text = now?.content ?? `# ${key}\n\n## One\n\n- start\n\n## Two\n\n- start\n`;
    const at = this.pick(["end", "One", "Two"]);
    const next = at === "end" ? `${text}\n${line}\n` : text.replace(`## ${at}\n\n`, `## ${at}\n\n- ${line}\n`);
    await person.note(key, next.includes(line) ? next : `${text}\n${line}\n`);
    return [key, at, line];
  }

  async remove(person: Person): Promise<unknown> {
    const key = this.pick(keys);
    this.drop((await person.project.knowledge.read(key))?.content ?? "");
    return [key, await person.project.change(() => person.project.knowledge.remove(key))];
  }

  /** Deletes one line by hand. */
  async cut(person: Person): Promise<unknown> {
    const key = this.pick(keys);
    const now = await person.project.knowledge.read(key);
    const lines = now?.content.split("\n") ?? [];
    const found = lines.findIndex((line) => line.includes("line-"));
    if (!now || found < 0) return "nothing";
    this.drop(lines[found] ?? "");
    person.write(`.context-teleport/knowledge/${key}.md`, lines.filter((_, i) => i !== found).join("\n"));
    return [key, lines[found]];
  }

  async rescope(person: Person): Promise<unknown> {
    const key = this.pick(keys);
    const now = await person.project.knowledge.read(key);
    if (!now) return "nothing";
    // What was private is not made public here: its lines are the ones that must never be seen elsewhere.
    if (now.scope !== "public") return "stays";
    this.drop(now.content);
    return [key, await changeScope(person.project, { entryType: "knowledge", key, scope: "private" })];
  }

  async code(person: Person): Promise<unknown> {
    const file = `${person.project.caller}-${this.random(3)}.txt`;
    commitCode(person, file, `${this.random(1000)} ${this.line}\n`);
    return file;
  }

  async decide(person: Person): Promise<unknown> {
    const decision = this.newLine();
    const text = {
      title: `Decision ${this.line}`,
      context: "",
      decision,
      consequences: "",
      date: "2026-01-02",
      author: "x",
    };
    const { id } = await person.project.change(() => person.project.decisions.record(text));
    return id;
  }

  push(person: Person): Promise<unknown> {
    return person.push();
  }

  async pull(person: Person): Promise<unknown> {
    const answer = await person.pull("agent");
    if (answer.status !== "conflicts") return answer;
    for (const file of answer.files as string[]) {
      const detail = await conflictDetail(person.project, file);
      await resolveConflict(person.project, file, bothSides(detail));
    }
    return finalizeMerge(person.project);
  }

  /** Until nothing moves any more. */
  async settle(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      for (const person of [this.team.ada, this.team.bob]) {
        await this.pull(person);
        const pushed = await person.push();
        expect(pushed).not.toHaveProperty("push_error");
      }
    }
  }

  async check(): Promise<void> {
    const [ada, bob] = await Promise.all([sharedOf(this.team.ada), sharedOf(this.team.bob)]);
    expect(bob).toEqual(ada);
    const everything = Object.values(ada).join("\n");
    const lost = [...this.written].filter((line) => !this.dropped.has(line) && !everything.includes(line));
    expect(lost).toEqual([]);
    const history = this.team.ada.git("log", "-p", "--all") + this.team.bob.git("log", "-p", "--all");
    expect([...this.secret].filter((line) => history.includes(line))).toEqual([]);
    const ids = (await this.team.ada.project.decisions.list()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
}

/** Keeps every line of both, ours first. */
function bothSides({
  ours_content: ours,
  theirs_content: theirs,
}: {
  ours_content: string;
  theirs_content: string;
}): string {
  const known = new Set(ours.split("\n"));
  const rest = theirs.split("\n").filter((line) => line !== "" && !known.has(line));
  return [ours.trimEnd(), ...rest, ""].join("\n");
}

async function sharedOf({ project }: Person): Promise<Record<string, string | undefined>> {
  const isShared = await readIsShared(project.files, project.root);
  const paths = (await project.files.tree(storePath(project.root))).filter(isShared);
  const texts = await Promise.all(paths.map((path) => project.files.read(storePath(project.root, path))));
  return Object.fromEntries(paths.map((path, i) => [path, texts[i]]));
}

describe("two clones driven at random", () => {
  let team: Team;
  afterEach(() => team.remove());

  const seeds = (process.env.MODEL_SEEDS ?? "2,7").split(",").map(Number);
  it.each(seeds)(
    `end equal and lose no line after ${steps} steps (seed %i)`,
    async (seed) => {
      team = await aTeam();
      const model = new Model(team, numbers(seed));
      const done: string[] = [];
      try {
        for (let i = 0; i < steps; i++) done.push(await model.step());
        await model.settle();
        await model.check();
      } catch (error) {
        throw new Error(`seed ${seed} after:\n${done.slice(-12).join("\n")}`, { cause: error });
      }
    },
    600_000,
  );
});
