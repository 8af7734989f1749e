import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFacts } from "../compare/facts.js";
import { processorMs } from "../support/processor-time.js";
import { install } from "./installed.js";
import { peers } from "./peers.js";
import { type RunningServer, residentMiB, startServer } from "./processes.js";
import { ms, p50, p95, type Row } from "./row.js";

const count = 1000;
const questions = 60;
const firsts = 7;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Measured {
  readonly write: Timed;
  readonly marker: Timed;
  readonly other: Timed;
  readonly resident: number;
}

interface Timed {
  readonly wall: readonly number[];
  /** Processor time of the server, each. */
  readonly cpu: number;
}

/** Records a thousand facts one by one and searches them: by a code, and in other words. */
export async function memoryRows(): Promise<Row[]> {
  const machine = install();
  const homes = mkdtempSync(join(tmpdir(), "throughline-peers-"));
  const facts = await readFacts();
  const texts = Array.from({ length: count }, (_, i) => {
    const { key, text } = facts.facts[i % facts.facts.length] ?? { key: "", text: "" };
    return i < facts.facts.length ? { key, text } : { key: `${key}-${i}`, text: `${text} Seen again in build ${i}.` };
  });
  const spread = <T>(all: readonly T[]): T[] =>
    Array.from({ length: questions }, (_, i) => all[Math.floor((i * all.length) / questions)] as T);
  const marker = spread(facts.codes).map(({ query }) => query);
  const other = spread(facts.paraphrases).map(({ query }) => query);

  const measure = async (
    server: RunningServer,
    record: (key: string, text: string) => readonly [string, Record<string, unknown>],
    search: (query: string) => readonly [string, Record<string, unknown>],
  ): Promise<Measured> => {
    const write = await timed(server.pid, texts, ({ key, text }) => server.call(...record(key, text)));
    await server.call(...search("warm up")).catch(() => "");
    await settled(server.pid);
    const byMarker = await timed(server.pid, marker, (query) => server.call(...search(query)));
    const byMeaning = await timed(server.pid, other, (query) => server.call(...search(query)));
    return { write, marker: byMarker, other: byMeaning, resident: residentMiB(server.pid) };
  };

  const project = "shop";
  // The whole list of tools, because the others have all of theirs; everything else as `install` writes it.
  const full = { ...machine.server, args: machine.server.args.filter((word) => word !== "--core-tools") };
  const server = await startServer(full, machine.folder);
  const own = await measure(
    server,
    (title, content) => ["memory_record", { project_id: project, title, content, outcome: "success" }],
    (query) => ["memory_search", { project_id: project, query, limit: 10 }],
  );
  await server.close();
  const first: number[] = [];
  for (let i = 0; i < firsts; i++) {
    const fresh = await startServer(full, machine.folder);
    // A person reads and types before the first question.
    await pause(3000);
    const began = performance.now();
    await fresh.call("memory_search", { project_id: project, query: `${other[i]} please`, limit: 10 });
    first.push(performance.now() - began);
    await fresh.close();
  }
  machine.remove();
  const rows: (readonly [name: string, Measured])[] = [];
  for (const { name, launch, record, search } of await peers(homes)) {
    const peer = await startServer(launch, homes);
    try {
      rows.push([name, await measure(peer, record, search)]);
    } catch {
      // Some refuse a text or a query; they have no figures then.
    }
    await peer.close();
  }
  rmSync(homes, { recursive: true, force: true });
  const beside = (of: (all: Measured) => string) => rows.map(([name, all]) => `${name} ${of(all)}`).join(", ");
  const cells = ({ wall, cpu }: Timed) => `${ms(p50(wall))} (p95 ${ms(p95(wall))}, processor ${ms(cpu)})`;
  return [
    { work: "write, ms", beside: beside(({ write }) => ms(p50(write.wall))), now: cells(own.write), goal: "4" },
    {
      work: `memory_search at ${count} facts, ms: by a code / in other words`,
      beside: beside(({ marker, other }) => `${ms(p50(marker.wall))} / ${ms(p50(other.wall))}`),
      now: `${cells(own.marker)} / ${cells(own.other)}`,
      goal: "7 / 20",
    },
    {
      work: "first question of a server, ms",
      beside: "",
      now: `${ms(p50(first))} (most ${ms(Math.max(...first))})`,
      goal: "150",
    },
    {
      work: `RSS of a server after ${2 * questions} searches, MiB`,
      beside: beside(({ resident }) => ms(resident)),
      now: ms(own.resident),
      goal: "130",
    },
  ];
}

async function timed<T>(pid: number, items: readonly T[], body: (item: T) => Promise<unknown>): Promise<Timed> {
  const wall: number[] = [];
  const before = processorMs([pid]);
  for (const item of items) {
    const began = performance.now();
    await body(item);
    wall.push(performance.now() - began);
  }
  return { wall, cpu: (processorMs([pid]) - before) / items.length };
}

/** Waits until the process has done next to nothing for three seconds. */
export async function settled(pid: number, maxMs = 600_000): Promise<void> {
  const end = performance.now() + maxMs;
  for (let quiet = 0; quiet < 3 && performance.now() < end; ) {
    const before = processorMs([pid]);
    await pause(1000);
    quiet = processorMs([pid]) - before < 50 ? quiet + 1 : 0;
  }
}
