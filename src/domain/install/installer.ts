import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import type { Platform } from "../../base/platform.js";
import { suggest } from "../../base/suggest.js";
import type { ConfigFiles } from "../../engine/config-files.js";
import type { Lock } from "../../engine/lock.js";
import { allHosts } from "./hosts/all-hosts.js";
import type { AgentHost, Launch, Place, Scope } from "./hosts/host.js";
import { hashOf, type Journal, type JournalEntry, readJournal } from "./journal.js";
import { partsOf } from "./part.js";
import { type FilePlan, planInstall, planUninstall, type WantedPart } from "./plan-install.js";

export interface InstallOptions {
  /** Ids of agents; empty means those that are found. */
  readonly agents: readonly string[];
  readonly scope: Scope;
  /** The folder of the project. */
  readonly project: string;
}

export interface InstallPlan {
  readonly hosts: readonly AgentHost[];
  readonly files: readonly FilePlan[];
}

/** What became of one file. */
export interface FileOutcome {
  readonly file: string;
  readonly outcome: "written" | "removed" | "unchanged" | "refused";
  readonly why?: string;
}

/** Connects agents to this Throughline, and takes it back. */
export interface Installer {
  /** The hosts that are on this machine. */
  detect(): Promise<AgentHost[]>;
  plan(options: InstallOptions): Promise<InstallPlan>;
  apply(plan: InstallPlan): Promise<FileOutcome[]>;
  planRemoval(agents: readonly string[]): Promise<InstallPlan>;
  applyRemoval(plan: InstallPlan): Promise<FileOutcome[]>;
  journal(): Promise<Journal>;
  /** Removes everything that is kept in the home. */
  purge(): Promise<void>;
}

export interface InstallerDeps {
  readonly files: ConfigFiles;
  readonly lock: Lock;
  readonly platform: Platform;
  readonly home: Home;
  readonly launch: Launch;
}

export function createInstaller({ files, lock, platform, home, launch }: InstallerDeps): Installer {
  const journalFile = platform.join(home.install, "journal.json");
  const lockFile = platform.join(home.install, "lock");
  const journal = async () => readJournal(await files.read(journalFile), journalFile);

  return {
    detect,
    journal,

    async plan({ agents, scope, project }) {
      const hosts = agents.length > 0 ? agents.map(hostNamed) : await detect();
      const place: Place = { platform, scope, project };
      const there = await filesThere(hosts.flatMap((host) => host.server(place)?.files ?? []));
      // A project's file travels to other machines, where only the command's name holds.
      const start = scope === "project" ? { words: ["throughline"], env: {} } : launch;
      const wanted = hosts.flatMap((host) =>
        partsOf(host, place, start, (file) => there.has(file)).map((part): WantedPart => ({ host: host.id, part })),
      );
      const { texts, unreadable } = await readAll(wanted.map(({ part }) => part.file));
      const plans = planInstall(wanted, texts, (await journal()).entries);
      return { hosts, files: plans.map((plan) => refusedIf(unreadable, plan)) };
    },

    apply: ({ files: plans }) =>
      alone(async () => {
        const { entries, folders } = await journal();
        const changes = plans.filter((plan) => needsEntry(plan, entries));
        // The journal goes first: after a crash in between, a file that was not reached counts as untouched.
        await save({ entries: withEntries(entries, changes.map(entryOf)), folders });
        const made: string[] = [];
        const outcomes: FileOutcome[] = [];
        for (const plan of plans) outcomes.push(await write(plan, made));
        const refused = outcomes.filter(({ outcome }) => outcome === "refused").map(({ file }) => file);
        const done = changes.filter(({ file }) => !refused.includes(file)).map(entryOf);
        await save({ entries: withEntries(entries, done), folders: [...folders, ...made] });
        return outcomes;
      }),

    async planRemoval(agents) {
      const hosts = agents.length > 0 ? agents.map(hostNamed) : allHosts;
      const { entries } = await journal();
      const { texts, unreadable } = await readAll(entries.map(({ file }) => file));
      const plans = planUninstall(
        entries,
        texts,
        hosts.map(({ id }) => id),
      );
      return { hosts, files: plans.map((plan) => refusedIf(unreadable, plan)) };
    },

    applyRemoval: ({ files: plans }) =>
      alone(async () => {
        const outcomes: FileOutcome[] = [];
        for (const plan of plans) outcomes.push(await giveBack(plan));
        await forget(plans.filter((_, i) => outcomes[i]?.outcome !== "refused"));
        return outcomes;
      }),

    async purge() {
      // By name, never the whole folder: the home may have been set to a folder with other things in it.
      const { path, ...known } = home;
      const paths = [...Object.values(known), `${home.database}-wal`, `${home.database}-shm`];
      for (const one of paths) await files.remove(one);
      await files.removeEmptyFolders([path]);
    },
  };

  async function alone<T>(body: () => Promise<T>): Promise<T> {
    await files.makePrivateFolder(home.install);
    return lock.hold(lockFile, body);
  }

  async function detect(): Promise<AgentHost[]> {
    const found = await Promise.all(allHosts.map(isHere));
    return allHosts.filter((_, i) => found[i]);
  }

  async function isHere(host: AgentHost): Promise<boolean> {
    const programs = host.commands.flatMap((command) =>
      platform.searchPath.flatMap((folder) =>
        platform.programNames(command).map((name) => platform.join(folder, name)),
      ),
    );
    const there = await filesThere([...host.traces(platform), ...programs]);
    return there.size > 0;
  }

  async function filesThere(paths: readonly string[]): Promise<Set<string>> {
    const found = await Promise.all(paths.map((path) => files.exists(path)));
    return new Set(paths.filter((_, i) => found[i]));
  }

  async function readAll(paths: readonly string[]): Promise<Reading> {
    const texts = new Map<string, string | undefined>();
    const unreadable = new Map<string, string>();
    for (const path of new Set(paths)) {
      try {
        texts.set(path, await files.read(path));
      } catch (error) {
        unreadable.set(path, refusedBy(path, error).why ?? "");
      }
    }
    return { texts, unreadable };
  }

  async function write(plan: FilePlan, made: string[]): Promise<FileOutcome> {
    const { file, current, original, next, refused } = plan;
    if (refused !== undefined) return { file, outcome: "refused", why: refused };
    try {
      // Another process may have done the same in the meantime.
      if (next === current || next === (await files.read(file))) return { file, outcome: "unchanged" };
      if (original !== undefined && original === current) await backUp(file, original);
      made.push(...(await files.replace(file, { from: current, to: next })));
      return { file, outcome: "written" };
    } catch (error) {
      return refusedBy(file, error);
    }
  }

  async function giveBack({ file, hosts, current, next, refused }: FilePlan): Promise<FileOutcome> {
    if (refused !== undefined) return { file, outcome: "refused", why: refused };
    if (hosts.length > 0) return { file, outcome: "unchanged", why: "another agent uses it" };
    try {
      if (next !== current) await files.replace(file, { from: current, to: next });
    } catch (error) {
      return refusedBy(file, error);
    }
    await files.remove(backupOf(file));
    return { file, outcome: next === current ? "unchanged" : next === undefined ? "removed" : "written" };
  }

  async function forget(plans: readonly FilePlan[]): Promise<void> {
    const { entries, folders } = await journal();
    const left = entries.flatMap((entry) => {
      const plan = plans.find(({ file }) => file === entry.file);
      if (!plan) return [entry];
      return plan.hosts.length > 0 ? [{ ...entry, hosts: plan.hosts }] : [];
    });
    await files.removeEmptyFolders(folders);
    const there = await filesThere(folders);
    await save({ entries: left, folders: left.length === 0 ? [] : folders.filter((one) => there.has(one)) });
  }

  async function save({ entries, folders }: Omit<Journal, "version">): Promise<void> {
    const from = await files.read(journalFile);
    const to = entries.length === 0 ? undefined : `${JSON.stringify({ version: 1, entries, folders }, null, 2)}\n`;
    if (from !== to) await files.replace(journalFile, { from, to, private: true });
  }

  /** Besides the journal, the whole file as it was, for a person to look at. */
  async function backUp(file: string, text: string): Promise<void> {
    const path = backupOf(file);
    await files.replace(path, { from: await files.read(path), to: text, private: true });
  }

  function backupOf(file: string): string {
    return platform.join(home.install, `${hashOf(file).slice(0, 12)}-${platform.basename(file)}`);
  }
}

interface Reading {
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly unreadable: ReadonlyMap<string, string>;
}

function refusedIf(unreadable: ReadonlyMap<string, string>, plan: FilePlan): FilePlan {
  const refused = unreadable.get(plan.file);
  return refused === undefined ? plan : { ...plan, next: plan.current, refused };
}

/** A file that says already what it should, without our doing, is nobody's to remember. */
function needsEntry({ file, hosts, current, next, refused }: FilePlan, entries: readonly JournalEntry[]): boolean {
  if (refused !== undefined) return false;
  const known = entries.find((one) => one.file === file);
  return next === current ? known !== undefined && !isSameSet(known.hosts, hosts) : true;
}

const entryOf = ({ file, hosts, splices, parts, original, next }: FilePlan): JournalEntry => ({
  ...{ file, hosts, splices, parts },
  before: original === undefined ? null : hashOf(original),
  after: hashOf(next ?? ""),
});

const withEntries = (entries: readonly JournalEntry[], changed: readonly JournalEntry[]): JournalEntry[] => [
  ...entries.filter(({ file }) => !changed.some((one) => one.file === file)),
  ...changed,
];

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one));

function refusedBy(file: string, error: unknown): FileOutcome {
  if (!(error instanceof AppError)) throw error;
  return { file, outcome: "refused", why: [error.message, error.hint].filter(Boolean).join(" ") };
}

function hostNamed(word: string): AgentHost {
  const host = allHosts.find(({ id }) => id === word.toLowerCase());
  if (host) return host;
  const ids = allHosts.map(({ id }) => id);
  const near = suggest(word, ids);
  throw new AppError("invalid", `There is no agent ${word}.${near ? ` Did you mean ${near}?` : ""}`, {
    hint: `Known are ${ids.join(", ")}.`,
  });
}
