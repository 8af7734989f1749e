import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install } from "./installed.js";
import { type Peer, peers } from "./peers.js";
import { residentMiB, runBare, startServer } from "./processes.js";
import { ms, p50, type Row } from "./row.js";

const rounds = 15;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** `initialize` and `tools/list` of every product and a bare node, in turn. */
export async function startRows(): Promise<Row[]> {
  const machine = install();
  const homes = mkdtempSync(join(tmpdir(), "throughline-peers-"));
  const others = await peers(homes);
  const times = new Map<string, { initialize: number[]; list: number[]; idle: number[] }>();
  const bare: number[] = [];
  const add = async (name: string, launch: Peer["launch"], cwd: string, measuresMemory: boolean) => {
    const server = await startServer(launch, cwd);
    const all = times.get(name) ?? { initialize: [], list: [], idle: [] };
    times.set(name, all);
    all.initialize.push(server.initializeMs);
    all.list.push(server.listMs);
    if (measuresMemory) {
      await pause(5000);
      all.idle.push(residentMiB(server.pid));
    }
    await server.close();
  };
  for (let round = 0; round < rounds; round++) {
    bare.push(runBare().wallMs);
    const measuresMemory = round % 7 === 0;
    await add("Throughline", machine.server, machine.folder, measuresMemory);
    for (const { name, launch } of others) await add(name, launch, homes, measuresMemory);
  }
  machine.remove();
  rmSync(homes, { recursive: true, force: true });
  const own = times.get("Throughline");
  const beside = (of: (all: { initialize: number[]; list: number[]; idle: number[] }) => string) =>
    others.map(({ name }) => `${name} ${of(times.get(name) ?? { initialize: [], list: [], idle: [] })}`).join(", ");
  const starts = (all: { initialize: number[]; list: number[] } | undefined) =>
    `${ms(p50(all?.initialize ?? []))} / ${ms(p50(all?.list ?? []))}`;
  return [
    {
      work: "initialize / tools/list, ms from the start of the process",
      beside: `bare node ${ms(p50(bare))}; ${beside(starts)}`,
      now: starts(own),
      goal: "57 / 61",
    },
    {
      work: "RSS of an idle server, MiB",
      beside: beside(({ idle }) => ms(p50(idle))),
      now: ms(p50(own?.idle ?? [])),
      goal: "80",
    },
  ];
}
