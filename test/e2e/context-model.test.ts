import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { storePath } from "../../src/store/context/context-layout.js";
import { readIsShared } from "../../src/store/context/is-shared.js";
import { type McpPerson, startPerson } from "../support/mcp-person.js";
import { seededRandom } from "../support/seeded-random.js";
import { aTeam, commitCode, type Person, runGit, type Team } from "../support/team.js";

const steps = 80;
const keys = ["alpha", "beta", "gamma", "delta"];

/**
 * Two people's servers edit, delete, rescope, push, pull and resolve at random. Every written line has a unique
 * number; a line may vanish only when it or its entry was deleted.
 */
class Model {
  private line = 0;
  readonly conflicts: string[] = [];
  private readonly written = new Set<string>();
  private readonly dropped = new Set<string>();
  private readonly secret = new Set<string>();

  constructor(
    private readonly team: Team,
    private readonly people: readonly McpPerson[],
    private readonly random: (below: number) => number,
  ) {}

  private pick<T>(items: readonly T[]): T {
    return items[this.random(items.length)] as T;
  }

  private newLine(isSecret = false): string {
    const line = `${isSecret ? "hidden" : "line"}-${++this.line}-end`;
    (isSecret ? this.secret : this.written).add(line);
    return line;
  }

  private drop(text: string): void {
    for (const [line] of text.matchAll(/line-\d+-end/g)) this.dropped.add(line);
  }

  private async entry(person: McpPerson, key: string): Promise<{ content: string; scope: string } | undefined> {
    const found = await person.call("context_get_knowledge", { key });
    return found.error ? undefined : (found as { content: string; scope: string });
  }

  async step(): Promise<string> {
    const person = this.pick(this.people);
    const { add, remove, cut, rescope, code, decide, session, skill, push, pull } = this;
    const edits = [add, add, add, add, add, add, add, remove, cut, cut, rescope, code, decide, session, skill];
    const kind = this.pick([...edits, push, push, push, pull, pull, pull]);
    return `${person.name} ${kind.name} ${JSON.stringify(await kind.call(this, person))}`;
  }

  /** A new line, at the end or under a heading. */
  private async add(person: McpPerson): Promise<unknown> {
    const key = this.pick(keys);
    const now = await this.entry(person, key);
    const line = this.newLine(now !== undefined && now.scope !== "public");
    const text = now?.content ?? `# ${key}\n\n## One\n\n- start\n\n## Two\n\n- start\n`;
    const at = this.pick(["end", "One", "Two"]);
    const inserted = text.replace(`## ${at}\n\n`, `## ${at}\n\n- ${line}\n`);
    const content = inserted.includes(line) ? inserted : `${text}\n${line}\n`;
    return [key, at, line, await person.call("context_add_knowledge", { key, content })];
  }

  private async remove(person: McpPerson): Promise<unknown> {
    const key = this.pick(keys);
    this.drop((await this.entry(person, key))?.content ?? "");
    return person.call("context_remove_knowledge", { key });
  }

  /** Deletes one line by hand. */
  private async cut(person: McpPerson): Promise<unknown> {
    const key = this.pick(keys);
    const lines = (await this.entry(person, key))?.content.split("\n") ?? [];
    const found = lines.findIndex((line) => line.includes("line-"));
    if (found < 0) return "nothing";
    this.drop(lines[found] ?? "");
    const rest = lines.filter((_, i) => i !== found).join("\n");
    writeFileSync(join(person.folder, `.context-teleport/knowledge/${key}.md`), rest);
    return [key, lines[found]];
  }

  private async rescope(person: McpPerson): Promise<unknown> {
    const key = this.pick(keys);
    const now = await this.entry(person, key);
    // Private entries are not published here: their lines must never appear elsewhere.
    if (now?.scope !== "public") return "stays";
    this.drop(now.content);
    return person.call("context_set_scope", {
      entry_type: "knowledge",
      key,
      scope: this.pick(["private", "ephemeral"]),
    });
  }

  private async code(person: McpPerson): Promise<unknown> {
    const file = `${person.name}-${this.random(3)}.txt`;
    commitCode(this.clone(person), file, `${this.random(1000)} ${this.line}\n`);
    return file;
  }

  private decide(person: McpPerson): Promise<unknown> {
    const decision = this.newLine();
    return person.call("context_record_decision", { title: `Decision ${this.line}`, decision });
  }

  private session(person: McpPerson): Promise<unknown> {
    return person.call("context_append_session", { summary: this.newLine() });
  }

  /** Rewrites and rates a skill: a replaced file next to append-only logs. */
  private async skill(person: McpPerson): Promise<unknown> {
    const name = this.pick(["deploy", "review"]);
    const before = await person.call("context_get_skill", { name });
    this.drop(String(before.content ?? ""));
    await person.call("context_add_skill", { name, description: "Does it", instructions: this.newLine() });
    return person.call("context_rate_skill", { skill_name: name, rating: 4, comment: this.newLine() });
  }

  private async push(person: McpPerson): Promise<unknown> {
    return person.call("context_sync_push");
  }

  private async pull(person: McpPerson): Promise<unknown> {
    const answer = await person.call("context_sync_pull", { strategy: "agent" });
    expect(answer).not.toHaveProperty("error");
    if (answer.status !== "conflicts") return answer;
    for (const file_path of answer.files as string[]) {
      this.conflicts.push(file_path);
      const detail = await person.call("context_conflict_detail", { file_path });
      await person.call("context_resolve_conflict", { file_path, content: bothSides(detail) });
    }
    const merged = await person.call("context_merge_finalize");
    expect(merged).toMatchObject({ status: "merged" });
    return merged;
  }

  private readonly clone = ({ name }: McpPerson): Person => (name === "ada" ? this.team.ada : this.team.bob);

  /** Syncs until nothing changes. */
  async settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      for (const person of this.people) {
        await this.pull(person);
        const pushed = await person.call("context_sync_push");
        expect(["pushed", "nothing_to_push"]).toContain(pushed.status);
      }
    }
  }

  async check(): Promise<void> {
    const [ada, bob] = await Promise.all([sharedOf(this.team.ada), sharedOf(this.team.bob)]);
    expect(bob).toEqual(ada);
    const everything = Object.values(ada).join("\n");
    expect([...this.written].filter((line) => !this.dropped.has(line) && !everything.includes(line))).toEqual([]);
    const history = this.people.map(({ folder }) => runGit(folder, "log", "-p", "--all")).join("\n");
    expect([...this.secret].filter((line) => history.includes(line))).toEqual([]);
    const ids = (await this.team.ada.project.decisions.list()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { folder } of this.people) expect(runGit(folder, "status", "--porcelain")).toBe("");
  }
}

/** Keeps every line of both, ours first. */
function bothSides({ ours_content, theirs_content }: Record<string, unknown>): string {
  const [ours, theirs] = [String(ours_content), String(theirs_content)];
  const known = new Set(ours.split("\n"));
  const rest = theirs.split("\n").filter((line) => line !== "" && !known.has(line));
  return [ours.trimEnd(), ...rest, ""].join("\n");
}

async function sharedOf({ project }: Person): Promise<Record<string, string>> {
  const isShared = await readIsShared(project.files, project.root);
  const paths = (await project.files.tree(storePath(project.root))).filter(isShared);
  return Object.fromEntries(paths.map((path) => [path, readFileSync(storePath(project.root, path), "utf8")]));
}

describe("two clones driven at random by two servers", () => {
  let team: Team;
  let people: McpPerson[] = [];
  afterEach(async () => {
    await Promise.all(people.map((person) => person.close()));
    await team.remove();
  });

  // Set MODEL_SEEDS=1,2,3 to run more seeds.
  const seeds = (process.env.MODEL_SEEDS ?? "2,7").split(",").map(Number);
  it.each(seeds)(
    `end equal and lose no line after ${steps} steps (seed %i)`,
    async (seed) => {
      team = await aTeam();
      const start = (name: "ada" | "bob") => startPerson(name, team[name].folder, join(team.folder, `home-${name}`));
      people = [await start("ada"), await start("bob")];
      const model = new Model(team, people, seededRandom(seed));
      const done: string[] = [];
      try {
        for (let i = 0; i < steps; i++) done.push(await model.step());
        await model.settle();
        await model.check();
      } catch (error) {
        throw new Error(`seed ${seed} after:\n${done.slice(-12).join("\n")}`, { cause: error });
      }
      expect(model.conflicts.length).toBeGreaterThan(0);
    },
    600_000,
  );
});
