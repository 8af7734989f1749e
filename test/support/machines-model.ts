import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeAt } from "../../src/base/home.js";
import type { Runtime } from "../../src/base/runtime.js";
import { spaceOf } from "../../src/domain/machines/sync-records.js";
import { openFolderLogs } from "../../src/engine/node-files/folder-logs.js";
import { nodeHost } from "../../src/engine/node-host/node-host.js";
import { unseal } from "../../src/engine/seal.js";
import type { Sql, SqlSession } from "../../src/engine/sql.js";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { openMachineLogsIn } from "../../src/entry/wiring/open-engines.js";
import { openCheckpointStore } from "../../src/store/memory/checkpoint-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { columnsWith, filesWith } from "./search-home.js";
import { type TestApp, testApp } from "./test-app.js";

/** Thrown in place of a kill: the transaction that runs is rolled back, and nothing after it happens. */
class Killed extends Error {}

/** Ends a machine's process after so many operations on its database or the remote. */
interface Fuse {
  left: number;
}

export interface Machine {
  readonly name: string;
  readonly app: TestApp;
  readonly fuse: Fuse;
  isOffline: boolean;
}

/** A text of which the model knows what must become of it. */
interface Truth {
  isForgotten: boolean;
  /** Whether a machine replaced it with another text. */
  isReplaced: boolean;
  helpful: number;
}

const burn = (fuse: Fuse) => {
  if (fuse.left-- <= 0) throw new Killed("killed");
};

function burningSql(sql: Sql, fuse: Fuse): Sql {
  const wrap = (session: SqlSession): SqlSession => ({
    dialect: session.dialect,
    all: async (text, params) => {
      burn(fuse);
      return session.all(text, params);
    },
    run: async (text, params) => {
      burn(fuse);
      return session.run(text, params);
    },
  });
  return { ...sql, ...wrap(sql), transaction: (body, key) => sql.transaction((session) => body(wrap(session)), key) };
}

/** mulberry32: the same numbers for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Clocks of the machines differ by up to a minute. */
function runtimeFor(random: () => number, clock: { ms: number }): Runtime {
  const skew = Math.round((random() - 0.5) * 120_000);
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");
  return {
    now: () => new Date(clock.ms++ + skew),
    newId: (kind) => `${kind}_${hex(26)}`,
    newUuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}

/** A machine with a home and a person's folder of its own. */
export async function openMachine(
  folder: string,
  name: string,
  random: () => number,
  clock = { ms: Date.parse("2026-05-01T08:00:00Z") },
): Promise<Machine> {
  const fuse: Fuse = { left: Number.POSITIVE_INFINITY };
  const runtime = runtimeFor(random, clock);
  const place = join(folder, name);
  await mkdir(join(place, "home"), { recursive: true });
  const database = join(place, "home", "throughline.db");
  const opened = await openSqlite(database);
  await migrate(opened, runtime, migrations);
  const machine: { isOffline: boolean } = { isOffline: false };
  const openLogs = openMachineLogsIn(homeAt(join(place, "home")).machinesCache);
  const app = await testApp(
    {},
    undefined,
    {
      sql: burningSql(opened, fuse),
      host: { ...nodeHost, name, home: join(place, "person") },
      openMachineLogs: async (remote, space) => {
        if (machine.isOffline) throw new Error("offline");
        const logs = await openLogs(remote, space);
        return {
          ...logs,
          list: () => logs.list().finally(() => burn(fuse)),
          // Killed in the middle of a push: some segments are there, none is removed.
          async change(own, added, removed) {
            burn(fuse);
            if (fuse.left < 3) {
              await logs.change(own, new Map([...added].slice(0, 1)), []);
              throw new Killed("killed");
            }
            await logs.change(own, added, removed);
          },
        };
      },
    },
    { folder: place, runtime, database: ":memory:" },
  );
  return Object.assign(machine, { name, app: { ...app, sql: opened }, fuse });
}

const words = ["amber", "basalt", "cobalt", "dahlia", "ebony", "fennel", "garnet", "hazel", "indigo", "jasper"];

/** Three machines of one person that work, sync, are offline and are killed at random. */
export class MachinesModel {
  readonly machines: Machine[] = [];
  readonly truths = new Map<string, Truth>();
  readonly fixes = new Map<string, { uses: number; isForgotten: boolean }>();
  /** Whether each one still exists. */
  readonly checkpoints = new Map<string, boolean>();
  kills = 0;
  private count = 0;
  private readonly random: () => number;
  private readonly clock = { ms: Date.parse("2026-05-01T08:00:00Z") };

  private constructor(
    readonly folder: string,
    readonly remote: string,
    seed: number,
  ) {
    this.random = randomFrom(seed);
  }

  static async open(seed: number, remoteIn: (folder: string) => string): Promise<MachinesModel> {
    const folder = await mkdtemp(join(tmpdir(), "throughline-machines-"));
    const model = new MachinesModel(folder, remoteIn(folder), seed);
    await mkdir(model.remote, { recursive: true });
    for (const name of ["laptop", "desktop", "server"])
      model.machines.push(await openMachine(folder, name, model.random, model.clock));
    const [first, ...others] = model.machines as [Machine, ...Machine[]];
    await first.app.machines.sync(first.app.call, { remote: model.remote });
    for (const { app } of others)
      await app.machines.sync(app.call, { remote: model.remote, keyFile: first.app.home.machinesKey });
    return model;
  }

  /** A sentence with a word that occurs in no other one. */
  private newText(): string {
    const word = this.pick(words);
    return `The ${word} gateway ${word}quokka${++this.count}x needs a restart.`;
  }

  private pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }

  private truthOf(text: string): Truth {
    const truth = this.truths.get(text) ?? { isForgotten: false, isReplaced: false, helpful: 0 };
    this.truths.set(text, truth);
    return truth;
  }

  private record(app: TestApp, content: string): Promise<unknown> {
    const lesson = { project: "shop", title: content, content, outcome: "success", tags: [this.pick(words)] } as const;
    return app.memories.record(app.call, lesson);
  }

  private async chooseMemory(app: TestApp) {
    const { memories } = await app.memories.list(app.call, { limit: 1000, offset: 0 });
    const current = memories.filter(({ state }) => state === "candidate" || state === "verified");
    return current.length > 0 ? this.pick(current) : undefined;
  }

  async step(): Promise<void> {
    const machine = this.pick(this.machines);
    const { app } = machine;
    this.clock.ms += 1000;
    const dice = this.random();
    if (dice < 0.22) {
      const text = this.newText();
      this.truthOf(text);
      await this.record(app, text);
    } else if (dice < 0.3) {
      // The same text on several machines.
      const word = this.pick(words);
      const text = `Every ${word} release ${word}quokka${Math.floor(this.count / 8)}y waits for a review.`;
      if (await this.record(app, text).then(() => true, isRefused)) this.truthOf(text);
    } else if (dice < 0.42) {
      const memory = await this.chooseMemory(app);
      if (!memory) return;
      await app.memories.signal(app.call, memory.id, "helpful");
      this.truthOf(memory.content).helpful++;
    } else if (dice < 0.48) {
      const memory = await this.chooseMemory(app);
      if (!memory) return;
      const content = this.newText();
      await app.memories.update(app.call, memory.id, { title: content, content });
      this.truthOf(memory.content).isReplaced = true;
      this.truthOf(content).helpful = memory.votes.helpful;
    } else if (dice < 0.54) {
      const memory = await this.chooseMemory(app);
      if (!memory) return;
      const { history } = await app.memories.get(app.call, memory.id);
      await app.memories.forget(app.call, memory.id);
      for (const { content } of [memory, ...history]) this.truthOf(content).isForgotten = true;
    } else if (dice < 0.56) {
      const memory = await this.chooseMemory(app);
      if (!memory) return;
      await app.memories.update(app.call, memory.id, { state: "rejected" });
      this.truthOf(memory.content).isReplaced = true;
    } else if (dice < 0.6) await this.stepCheckpoint(app);
    else if (dice < 0.65) await this.stepFix(app);
    else if (dice < 0.7) machine.isOffline = !machine.isOffline;
    else await this.syncAndMaybeKill(machine);
  }

  private async stepCheckpoint(app: TestApp): Promise<void> {
    const { checkpoints } = await app.checkpoints.list(app.call, "me", { limit: 500 });
    if (checkpoints.length > 0 && this.random() < 0.3) {
      const { id } = this.pick(checkpoints);
      await openCheckpointStore(app.sql).remove({ tenant: app.call.tenant, owner: "me" }, id);
      this.checkpoints.set(id, false);
      return;
    }
    const text = this.newText();
    const saved = await app.checkpoints.save(app.call, "me", {
      sessionId: "s",
      projectPath: app.folder,
      name: text,
      description: "",
      summary: text,
      context: "",
      fullState: "",
      tokenCount: 0,
      threshold: undefined,
      autoCreated: false,
      metadata: {},
    });
    this.checkpoints.set(saved.id, true);
  }

  private async stepFix(app: TestApp): Promise<void> {
    const { remediations } = await app.remediations.list(app.call, {}, { limit: 500, offset: 0 });
    const fix = remediations.length > 0 && this.random() < 0.6 ? this.pick(remediations) : undefined;
    if (!fix) {
      const problem = `Error: ${this.newText()}`;
      await app.remediations.record(app.call, "me", {
        scope: "org",
        team: "",
        projectPath: "",
        category: "other",
        title: problem,
        problem,
        symptoms: [],
        rootCause: "",
        solution: "Restart it.",
        failedAttempts: [],
        verifiedBy: "",
        codeDiff: "",
        affectedFiles: [],
        tags: [],
        sessionId: "",
        confidence: 0.5,
      });
      this.fixes.set(problem, { uses: 0, isForgotten: false });
      return;
    }
    const truth = this.fixes.get(fix.problem);
    if (!truth) throw new Error(`unknown fix ${fix.problem}`);
    if (this.random() < 0.25) {
      await app.remediations.forget(app.call, [fix.id]);
      truth.isForgotten = true;
    } else {
      await app.remediations.feedback(app.call, "me", fix.id, true);
      truth.uses++;
    }
  }

  private async syncAndMaybeKill({ app, fuse, isOffline }: Machine): Promise<void> {
    if (this.random() < 0.5) fuse.left = Math.floor(this.random() ** 3 * 300);
    try {
      await app.machines.sync(app.call, {});
    } catch (error) {
      if (!isOffline && !(error instanceof Killed)) throw error;
      if (error instanceof Killed) this.kills++;
    } finally {
      fuse.left = Number.POSITIVE_INFINITY;
    }
  }

  /** Everyone online, until nothing is left to say. */
  async settle(): Promise<void> {
    for (const machine of this.machines) machine.isOffline = false;
    for (let round = 0; round < 4; round++) for (const { app } of this.machines) await app.machines.sync(app.call, {});
  }

  /** What is not as it must be; empty when all is well. */
  async faults(): Promise<string[]> {
    const faults: string[] = [];
    const all = [];
    for (const { name, app } of this.machines) {
      const { memories } = await app.memories.list(app.call, { limit: 10_000, offset: 0 });
      const { remediations } = await app.remediations.list(app.call, {}, { limit: 10_000, offset: 0 });
      all.push(JSON.stringify([memories.map(comparable).sort(byId), remediations.map(comparable).sort(byId)]));
      for (const [text, truth] of this.truths) {
        const same = memories.filter(({ content }) => content === text);
        const current = same.filter(({ state }) => state === "candidate" || state === "verified");
        if (truth.isForgotten && same.length > 0) faults.push(`${name}: came back: ${text}`);
        if (!truth.isForgotten && same.length === 0) faults.push(`${name}: lost: ${text}`);
        if (current.length > 1) faults.push(`${name}: doubled: ${text}`);
        if (!truth.isForgotten && !truth.isReplaced && current.length !== 1)
          faults.push(`${name}: not current: ${text}`);
        const helpful = same.reduce((sum, { votes }) => sum + votes.helpful, 0);
        if (!truth.isForgotten && helpful !== truth.helpful)
          faults.push(`${name}: ${helpful} of ${truth.helpful} votes: ${text}`);
      }
      for (const [problem, truth] of this.fixes) {
        const same = remediations.filter((fix) => fix.problem === problem);
        if (same.length !== Number(!truth.isForgotten)) faults.push(`${name}: ${same.length} fixes: ${problem}`);
        if (same[0] && same[0].usageCount !== truth.uses)
          faults.push(`${name}: ${same[0].usageCount} of ${truth.uses} uses: ${problem}`);
      }
      const { checkpoints } = await app.checkpoints.list(app.call, "me", { limit: 10_000 });
      const ids = new Set(checkpoints.map(({ id }) => id));
      for (const [id, exists] of this.checkpoints) if (ids.has(id) !== exists) faults.push(`${name}: checkpoint ${id}`);
      const documents = await app.sql.all<{ n: number }>(
        "SELECT count(*) AS n FROM search_documents WHERE kind = 'memory'",
      );
      if (Number(documents[0]?.n) !== memories.length) faults.push(`${name}: ${documents[0]?.n} search documents`);
    }
    if (new Set(all).size !== 1) faults.push("machines differ");
    return [...faults, ...(await this.remains())];
  }

  /** Where a word of a forgotten text is, and where any word is in the remote. */
  private async remains(): Promise<string[]> {
    const plain = filesWith(this.remote, ["quokka", "gateway", "laptop", ...words]);
    const forgotten = [...this.truths].filter(([, { isForgotten }]) => isForgotten);
    const marks = forgotten.map(([text]) => /\S*quokka\S+/.exec(text)?.[0] ?? text);
    if (marks.length === 0) return plain;
    const texts = await openedSegments(this.remote, this.machines[0]?.app.home.machinesKey ?? "");
    const logs = marks.filter((mark) => texts.includes(mark)).map((mark) => `in a log: ${mark}`);
    const rows = await Promise.all(this.machines.map(({ app }) => columnsWith(app.sql, marks)));
    const files = this.machines.flatMap(({ app }) => filesWith(app.home.path, marks));
    return [...plain, ...logs, ...rows.flat(), ...files];
  }

  async close(): Promise<void> {
    for (const { app } of this.machines) await app.sql.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** What someone with the key reads in a folder of logs. */
async function openedSegments(remote: string, keyFile: string): Promise<string> {
  const key = Buffer.from((await readFile(keyFile, "utf8")).split(":")[1] ?? "", "base64url");
  const logs = await openFolderLogs(remote, spaceOf(key));
  const texts: string[] = [];
  for (const [machine, names] of await logs.list())
    for (const bytes of await logs.read(machine, names))
      texts.push(unseal(key, `${spaceOf(key)}/${machine}`, bytes) ?? "");
  if (texts.length === 0) throw new Error("The remote has no segments.");
  return texts.join("\n");
}

const isRefused = () => false;
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
/** Tags have no order. */
const comparable = <T extends { readonly tags: readonly string[] }>(record: T): T => ({
  ...record,
  tags: record.tags.toSorted(),
});
