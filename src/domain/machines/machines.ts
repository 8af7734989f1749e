import { daysBefore } from "../../base/days.js";
import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import type { Runtime } from "../../base/runtime.js";
import { formatCount } from "../../base/text/plural.js";
import type { Files } from "../../engine/files.js";
import type { Host } from "../../engine/host.js";
import type { Lock } from "../../engine/lock.js";
import type { MachineLogs, OpenMachineLogs } from "../../engine/machine-logs.js";
import { keyBytes, newKey } from "../../engine/seal.js";
import type { Sql } from "../../engine/sql.js";
import type { RecordTables } from "../../store/machines/record-tables.js";
import type { SyncedStore } from "../../store/machines/synced-store.js";
import type { Call } from "../call.js";
import { type Finding, ok, warning } from "../system/finding.js";
import { spaceOf, syncRecords } from "./sync-records.js";

/** Where this machine syncs to. The key is in a file of its own, which a person copies to other machines. */
interface Place {
  readonly remote: string;
  readonly machine: string;
  readonly lastSync: string;
  /** The space of the key before, until its logs are removed. */
  readonly retired?: string;
}

interface MachinesRequest {
  /** A folder or a git remote. Default: the one of the last sync. */
  readonly remote?: string | undefined;
  /** A copy of another machine's key. */
  readonly keyFile?: string | undefined;
  /** Replaces the key, so that a lost machine can read nothing that is written from now on. */
  readonly isNewKey?: boolean;
}

interface Deps {
  readonly sql: Sql;
  readonly tables: RecordTables;
  readonly store: SyncedStore;
  readonly files: Files;
  readonly home: Home;
  readonly host: Pick<Host, "name" | "home">;
  readonly lock: Lock;
  readonly runtime: Runtime;
  readonly openLogs: OpenMachineLogs;
  removeCopies(tenant: string, texts: readonly string[]): Promise<void>;
  forgetSessions(call: Call, ids: readonly string[]): Promise<void>;
  /** After records came from elsewhere. */
  onReceived(tenant: string): Promise<void>;
}

const staleDays = 7;
const keyPrefix = "throughline-key-1:";

/** Syncs the memories, fixes and checkpoints of one person between machines, through a place that need not be trusted. */
export type Machines = ReturnType<typeof createMachines>;

export function createMachines(deps: Deps) {
  const { sql, tables, store, files, home, host, runtime, openLogs } = deps;
  const now = () => runtime.now().toISOString();

  const readPlace = async (): Promise<Place | undefined> => {
    const text = await files.read(home.machines);
    return text === undefined ? undefined : (JSON.parse(text) as Place);
  };
  const readKey = async (path: string): Promise<Buffer> => {
    const text = ((await files.read(path)) ?? "").trim();
    const key = Buffer.from(text.slice(keyPrefix.length), "base64url");
    if (text.startsWith(keyPrefix) && key.length === keyBytes) return key;
    throw new AppError("invalid", `${path} has no key.`, {
      hint: `Copy ${home.machinesKey} from a machine that syncs already.`,
    });
  };
  const writePlace = (place: Place) => files.write(home.machines, JSON.stringify(place), { private: true });
  const write = async (place: Place, key: Buffer) => {
    await files.write(home.machinesKey, `${keyPrefix}${key.toString("base64url")}\n`, { private: true });
    await writePlace(place);
  };

  /** The key of a machine that is set up now: its own, a copied one, or a new one for an empty place. */
  const chooseKey = async (remote: string, keyFile: string | undefined): Promise<Buffer> => {
    if (keyFile !== undefined) return readKey(keyFile);
    const key = (await files.exists(home.machinesKey)) ? await readKey(home.machinesKey) : newKey();
    const logs = await openLogs(remote, spaceOf(key));
    if ((await logs.list()).size > 0 || !(await logs.hasOtherKeys())) return key;
    throw new AppError("conflict", `Other machines sync to ${remote} with another key.`, {
      hint: `Copy ${home.machinesKey} from one of them, and add --key-file with its path here.`,
    });
  };

  const syncWith = async (call: Call, { machine }: Place, key: Buffer, logs: MachineLogs) => {
    const { tenant } = call;
    const removeCopies = (texts: readonly string[]) => deps.removeCopies(tenant, texts);
    const forgetSessions = (ids: readonly string[]) => deps.forgetSessions(call, ids);
    const own = { tables, store, logs, key, machine, host, tenant, now };
    const counts = await syncRecords({ sql, ...own, removeCopies, forgetSessions });
    if (counts.received > 0) await deps.onReceived(tenant);
    return counts;
  };

  /** The place was emptied, or its key changed, since this machine wrote to it. */
  const checkOwnLog = async ({ tenant }: Call, { machine, remote }: Place, logs: MachineLogs) => {
    if (!(await store.segments(tenant)).some((one) => one.machine === machine)) return;
    if ((await logs.list()).has(machine)) return;
    if (!(await logs.hasOtherKeys())) return store.startOver(tenant);
    throw new AppError("conflict", `The key of ${remote} was changed on another machine.`, {
      hint: `Copy its ${home.machinesKey} here, and run \`throughline sync machines --key-file PATH\`.`,
    });
  };

  const sync = (call: Call, { remote, keyFile, isNewKey = false }: MachinesRequest) =>
    deps.lock.hold(home.machinesLock, async () => {
      const before = await readPlace();
      const target = remote ?? before?.remote;
      if (target === undefined)
        throw new AppError("missing", "This machine does not sync with others yet.", {
          hint: "Name a folder or a git remote: throughline sync machines git@host:me/memory.git",
        });
      const isMoved = before?.remote !== target || keyFile !== undefined;
      const key = isMoved ? await chooseKey(target, keyFile) : await readKey(home.machinesKey);
      const hadKey = await files.exists(home.machinesKey);
      let place: Place = { lastSync: "", ...before, remote: target, machine: before?.machine ?? runtime.newUuid() };
      const logs = await openLogs(target, spaceOf(key));
      if (isMoved) {
        await store.startOver(call.tenant);
        await write(place, key);
      } else await checkOwnLog(call, place, logs);
      let counts = await syncWith(call, place, key, logs);
      if (isNewKey) {
        const next = newKey();
        place = { ...place, retired: spaceOf(key) };
        await store.startOver(call.tenant);
        await write(place, next);
        counts = await syncWith(call, place, next, await openLogs(target, spaceOf(next)));
      }
      const { retired, ...current } = place;
      if (retired !== undefined) await (await openLogs(target, retired)).removeAll();
      await writePlace({ ...current, lastSync: now() });
      const machines = await lastSegments(call.tenant, place.machine);
      return { ...counts, remote: target, keyFile: home.machinesKey, hasNewKey: isNewKey || !hadKey, machines };
    });

  /** The last change that each machine sent, newest first. */
  const lastSegments = async (tenant: string, own: string) => {
    const newest = (await store.segments(tenant)).sort((a, b) => (a.at < b.at ? 1 : -1));
    const seen = new Set<string>();
    return newest
      .filter(({ machine }) => !seen.has(machine) && seen.add(machine))
      .map(({ machine, host: name, at }) => ({ name, at, isThis: machine === own }));
  };

  return {
    sync,
    /** The same, if this machine was set up for it. */
    syncIfSetUp: async (call: Call) => ((await readPlace()) ? sync(call, {}) : undefined),

    /** Ends it on this machine; what others have stays. */
    async leave({ tenant }: Call): Promise<void> {
      await store.clear(tenant);
      for (const path of [home.machines, home.machinesKey, home.machinesCache]) await files.remove(path);
    },

    async check(tenant: string): Promise<Finding[]> {
      const place = await readPlace();
      if (!place) return [];
      const unsent = await store.countUnsent(tenant);
      const waiting = unsent > 0 ? `; ${formatCount(unsent, "change")} not sent yet` : "";
      const message = `${place.remote}, last sync ${place.lastSync || "never"}${waiting}`;
      return place.lastSync < daysBefore(runtime.now(), staleDays)
        ? [warning("machines", message, "Run `throughline sync machines`.")]
        : [ok("machines", message)];
    },
  };
}
