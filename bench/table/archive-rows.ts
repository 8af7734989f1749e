import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { openVectorStore } from "../../src/store/search/vector-store.js";
import { plantedFacts } from "../../test/support/planted-facts.js";
import { openShippedModel } from "../support/open-shipped-model.js";
import { processorMs } from "../support/processor-time.js";
import { type Installed, install } from "./installed.js";
import { type RunningServer, residentMiB, run, startServer } from "./processes.js";
import { ms, p50, p95, type Row } from "./row.js";
import { writeSessions } from "./sessions.js";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** The whole time is computed from the share that is done after this long. */
const shareMs = 300_000;
const questionsWhileBusy = 40;

interface Archive {
  readonly count: number;
  readonly megabytes: number;
  readonly importCpuSeconds: number;
  readonly importSeconds: number;
  readonly databaseMegabytes: number;
  readonly copiesMegabytes: number;
  readonly embedSeconds: number;
  readonly embedCpuSeconds: number;
  readonly recall: readonly number[];
  readonly search: readonly number[];
  readonly cpuPerQuestion: number;
  readonly resident: number;
  readonly settled: readonly number[];
  readonly withoutModel: readonly number[];
}

/** Import, embedding in the background, and questions meanwhile, with `counts` sessions of about 60 kB. */
export async function archiveRows(counts: readonly number[]): Promise<Row[]> {
  const all: Archive[] = [];
  for (const count of counts) all.push(await measure(count));
  const largest = all.at(-1);
  if (largest === undefined) return [];
  const of = (value: (one: Archive) => string) => all.map(value).join(" / ");
  const times = (values: readonly number[]) => `${ms(p50(values))} (p95 ${ms(p95(values))})`;
  const { megabytes: size, count } = largest;
  return [
    {
      work: `import of ${count} sessions (${size.toFixed(0)} MB), MB a second`,
      beside: "",
      now: `${(size / largest.importSeconds).toFixed(1)}; ${(size / largest.importCpuSeconds).toFixed(1)} a second of processor time`,
      goal: "30",
    },
    {
      work: `time to embed ${counts.join(" / ")} sessions, s`,
      beside: "",
      now: `${of(({ embedSeconds }) => embedSeconds.toFixed(0))}; processor ${of(({ embedCpuSeconds }) => embedCpuSeconds.toFixed(0))}`,
      goal: "15 / 120 / 1200",
    },
    {
      work: `recall while ${count} sessions are being embedded, ms`,
      beside: "",
      now: `${times(largest.recall)}, processor ${ms(largest.cpuPerQuestion)} with the embedding beside it`,
      goal: "50",
    },
    {
      work: `search_archive at ${count} sessions, ms: without the model / as shipped / while embedding`,
      beside: "",
      now: [largest.withoutModel, largest.settled, largest.search].map(times).join(" / "),
      goal: "8 / 12 / 20",
    },
    { work: "RSS of a server while embedding, MiB", beside: "", now: ms(largest.resident), goal: "180" },
    {
      work: "database per MB of transcripts, with its automatic copy",
      beside: "",
      now: `${(largest.databaseMegabytes / size).toFixed(2)}, ${((largest.databaseMegabytes + largest.copiesMegabytes) / size).toFixed(2)}`,
      goal: "0.5, 0.8",
    },
  ];
}

async function measure(count: number): Promise<Archive> {
  const machine = install();
  const { folder } = machine;
  const megabytes = (await writeSessions(machine, count)) / 1e6;
  const imported = run(machine.command("import", "sessions", "--agent", "claude-code"), folder);
  const full = { ...machine.server, args: machine.server.args.filter((word) => word !== "--core-tools") };
  const withoutModel = await settledSearches({ ...full, args: [...full.args, "--search-model", "off"] }, folder);

  const began = performance.now();
  const server = await startServer(full, folder);
  const startedMs = processorMs([server.pid]);
  const busy = await askWhileBusy(server, machine);
  const { share, seconds } = await embedded(machine, began);
  const embedCpuSeconds = (processorMs([server.pid]) - startedMs - busy.cpuMs) / 1000;
  const settled = share < 1 ? [] : await searches(server);
  await server.close();
  const result = {
    count,
    megabytes,
    withoutModel,
    settled,
    importCpuSeconds: imported.cpuMs / 1000,
    importSeconds: imported.wallMs / 1000,
    databaseMegabytes: bytesOf(machine.home, (name) => name.startsWith("throughline.db")) / 1e6,
    copiesMegabytes: bytesOf(join(machine.home, "backups"), () => true) / 1e6,
    embedSeconds: seconds / share,
    embedCpuSeconds: embedCpuSeconds / share,
    recall: busy.recall,
    search: busy.search,
    cpuPerQuestion: busy.cpuEach,
    resident: busy.resident,
  };
  machine.remove();
  return result;
}

/** Questions that no cache knows, one after the other with a pause, from the start of the server on. */
async function askWhileBusy(server: RunningServer, { folder }: Installed) {
  const [recall, search]: [number[], number[]] = [[], []];
  let [cpuMs, resident] = [0, 0];
  for (let i = 0; i < questionsWhileBusy; i++) {
    const { paraphrase = "" } = plantedFacts[i % plantedFacts.length] ?? {};
    const isRecall = i % 2 === 0;
    const query = `${paraphrase} (${i})`;
    const before = processorMs([server.pid]);
    const began = performance.now();
    await server.call(isRecall ? "recall" : "search_archive", isRecall ? { query, folder } : { query });
    (isRecall ? recall : search).push(performance.now() - began);
    cpuMs += processorMs([server.pid]) - before;
    resident = Math.max(resident, residentMiB(server.pid));
    await pause(700);
  }
  return { recall, search, cpuMs, cpuEach: cpuMs / questionsWhileBusy, resident };
}

/** Waits until everything is embedded, or for `shareMs`; how much of it is done, and since when. */
async function embedded({ home }: Installed, began: number): Promise<{ share: number; seconds: number }> {
  const sql = await openSqlite(join(home, "throughline.db"));
  const vectors = openVectorStore(sql);
  const { model, close } = openShippedModel();
  await close();
  const [row] = await sql.all<{ n: number }>("SELECT count(*) AS n FROM search_documents");
  const total = Number(row?.n ?? 0);
  for (;;) {
    const pending = await vectors.countPending(model);
    const seconds = (performance.now() - began) / 1000;
    if (pending === 0 || performance.now() - began > shareMs) {
      await sql.close();
      return { share: Math.max(1, total - pending) / Math.max(1, total), seconds };
    }
    await pause(500);
  }
}

async function settledSearches(launch: Installed["server"], folder: string): Promise<number[]> {
  const server = await startServer(launch, folder);
  await pause(2000);
  const times = await searches(server);
  await server.close();
  return times;
}

async function searches(server: RunningServer): Promise<number[]> {
  const times: number[] = [];
  for (const [i, { paraphrase }] of plantedFacts.entries()) {
    const began = performance.now();
    await server.call("search_archive", { query: `${paraphrase} [${i}]` });
    times.push(performance.now() - began);
  }
  return times.slice(3);
}

const bytesOf = (folder: string, isCounted: (name: string) => boolean): number => {
  try {
    return readdirSync(folder)
      .filter(isCounted)
      .reduce((sum, name) => sum + statSync(join(folder, name)).blocks * 512, 0);
  } catch {
    return 0;
  }
};
