import { AppError } from "../../base/errors.js";
import type { Home } from "../../base/home.js";
import type { Platform } from "../../base/platform.js";
import { sha256 } from "../../base/sha256.js";
import type { ConfigFiles } from "../../engine/config-files.js";
import type { Lock } from "../../engine/lock.js";
import { allHosts } from "../../hosts/all-hosts.js";
import type { Host, HostContext, Launch, Scope } from "../../hosts/host.js";
import { createFileChanger, type FileOutcome } from "./change-files.js";
import { detectHosts, hostNamed, type StartableHost, selectExisting, startableHosts } from "./find-hosts.js";
import { hookItems, type InstallItem, itemsOf } from "./install-item.js";
import { type Journal, type JournalEntry, readJournal, withEntries } from "./journal.js";
import { type FilePlan, type HostItem, planHooks, planInstall, planUninstall } from "./plan-install.js";
import { isShellCommandOnPath, shellCommand } from "./shell-command.js";

export interface InstallOptions {
  /** Ids of agents; empty means all detected ones. */
  readonly agents: readonly string[];
  readonly scope: Scope;
  /** The folder of the project. */
  readonly project: string;
}

export interface InstallPlan {
  readonly hosts: readonly Host[];
  readonly files: readonly FilePlan[];
  /** The person's own folder. */
  readonly home: string;
  /** Whether a shell finds the command that is among the files. */
  readonly isCommandOnPath: boolean;
}

/** Connects agents to this Throughline, and disconnects them. */
export interface Installer {
  /** The hosts that are on this machine. */
  detect(): Promise<Host[]>;
  /** Those of them that a terminal can start with a prompt. */
  startable(): Promise<StartableHost[]>;
  hasFolder(path: string): Promise<boolean>;
  plan(options: InstallOptions): Promise<InstallPlan>;
  apply(plan: Pick<InstallPlan, "files">): Promise<FileOutcome[]>;
  planRemoval(agents: readonly string[]): Promise<InstallPlan>;
  applyRemoval(plan: Pick<InstallPlan, "files">): Promise<FileOutcome[]>;
  /** Adds or removes the hooks of a host for some events, and changes nothing else. */
  setHooks(host: Host, events: readonly string[], enabled: boolean): Promise<FileOutcome>;
  /** Puts a section into the person's own instructions for a host; without a text, removes it. */
  setSection(host: Host, text: string | undefined): Promise<FileOutcome>;
  journal(): Promise<Journal>;
  /** Removes everything in the home. */
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
  const { readAll, write, restore } = createFileChanger({ files, platform, home });
  const detect = () => detectHosts(files, platform);
  const userContext: HostContext = { platform, scope: "user", project: "" };
  const isCommandOnPath = isShellCommandOnPath(platform);

  return {
    detect,
    startable: () => startableHosts(files, platform),
    hasFolder: (path) => files.exists(path),
    journal,
    apply,
    applyRemoval,

    async plan({ agents, scope, project }) {
      const hosts = agents.length > 0 ? agents.map(hostNamed) : await detect();
      const context: HostContext = { platform, scope, project };
      const existingPaths = await selectExisting(
        files,
        hosts.flatMap((host) => host.server?.(context)?.files ?? []),
      );
      // A project's file is shared with other machines, where only the command's name is valid.
      const start = scope === "project" ? { words: ["throughline"], env: {} } : launch;
      const hostItems = hosts.flatMap((host) =>
        itemsOf(host, context, start, (file) => existingPaths.has(file)).map(
          (item): HostItem => ({ host: host.id, item }),
        ),
      );
      const { entries } = await journal();
      if (scope === "user") {
        const items = await shellCommand({ files, platform, launch }, entries);
        for (const host of hosts) hostItems.push(...items.map((item) => ({ host: host.id, item })));
      }
      const { texts, unreadable } = await readAll(hostItems.map(({ item }) => item.file));
      const plans = planInstall(hostItems, texts, entries);
      return {
        hosts,
        home: platform.home,
        isCommandOnPath,
        files: plans.map((plan) => refuseIfUnreadable(unreadable, plan)),
      };
    },

    async planRemoval(agents) {
      const hosts = agents.length > 0 ? agents.map(hostNamed) : allHosts;
      const { entries } = await journal();
      const { texts, unreadable } = await readAll(entries.map(({ file }) => file));
      const plans = planUninstall(
        entries,
        texts,
        hosts.map(({ id }) => id),
      );
      return {
        hosts,
        home: platform.home,
        isCommandOnPath,
        files: plans.map((plan) => refuseIfUnreadable(unreadable, plan)),
      };
    },

    setHooks: (host, events, enabled) => setItems(host, hookItems(host, userContext, launch, events), enabled),

    async setSection(host, text) {
      const file = host.notes?.(userContext).flatMap((note) => ("file" in note ? [note.file] : []))[0];
      if (file === undefined)
        throw new AppError("invalid", `${host.name} has no file for a person's own instructions.`);
      return setItems(host, [{ kind: "section", file, text: text ?? "" }], text !== undefined);
    },

    async purge() {
      // By name, never the whole folder: the home may have been set to a folder with other things in it.
      const { path, ...homePaths } = home;
      const paths = [...Object.values(homePaths), `${home.database}-wal`, `${home.database}-shm`];
      for (const one of paths) await files.remove(one);
      await files.removeEmptyFolders([path]);
    },
  };

  /** Returns what became of the first file; a host may need several. */
  async function setItems(host: Host, items: readonly InstallItem[], enabled: boolean): Promise<FileOutcome> {
    const outcomes: FileOutcome[] = [];
    for (const file of new Set(items.map((item) => item.file))) {
      const { texts, unreadable } = await readAll([file]);
      const entry = (await journal()).entries.find((one) => one.file === file);
      const own = items.filter((item) => item.file === file);
      const planned = planHooks({ file, host: host.id, current: texts.get(file) }, own, entry, enabled);
      const plan = { files: [refuseIfUnreadable(unreadable, planned)] };
      outcomes.push(...(await (planned.hosts.length > 0 ? apply(plan) : applyRemoval(plan))));
    }
    return outcomes[0] ?? { file: items[0]?.file ?? "", outcome: "unchanged" };
  }

  async function journal(): Promise<Journal> {
    return readJournal(await files.read(journalFile), journalFile);
  }

  function apply({ files: plans }: Pick<InstallPlan, "files">): Promise<FileOutcome[]> {
    return withLock(async () => {
      const { entries, folders } = await journal();
      const changes = plans.filter((plan) => needsEntry(plan, entries));
      // The journal is written first: after a crash in between, a file that was not reached counts as unchanged.
      await save({ entries: withEntries(entries, changes.map(entryOf)), folders });
      const createdFolders: string[] = [];
      const outcomes: FileOutcome[] = [];
      for (const plan of plans) outcomes.push(await write(plan, createdFolders));
      const refused = outcomes.filter(({ outcome }) => outcome === "refused").map(({ file }) => file);
      const writtenEntries = changes.filter(({ file }) => !refused.includes(file)).map(entryOf);
      await save({ entries: withEntries(entries, writtenEntries), folders: [...folders, ...createdFolders] });
      return outcomes;
    });
  }

  function applyRemoval({ files: plans }: Pick<InstallPlan, "files">): Promise<FileOutcome[]> {
    return withLock(async () => {
      const outcomes: FileOutcome[] = [];
      for (const plan of plans) outcomes.push(await restore(plan));
      await forget(plans.filter((_, i) => outcomes[i]?.outcome !== "refused"));
      return outcomes;
    });
  }

  async function withLock<T>(body: () => Promise<T>): Promise<T> {
    await files.makePrivateFolder(home.install);
    return lock.hold(lockFile, body);
  }

  async function forget(plans: readonly FilePlan[]): Promise<void> {
    const { entries, folders } = await journal();
    const remaining = entries.flatMap((entry) => {
      const plan = plans.find(({ file }) => file === entry.file);
      if (!plan) return [entry];
      return plan.hosts.length > 0 ? [{ ...entry, hosts: plan.hosts }] : [];
    });
    await files.removeEmptyFolders(folders);
    const existingPaths = await selectExisting(files, folders);
    await save({
      entries: remaining,
      folders: remaining.length === 0 ? [] : folders.filter((one) => existingPaths.has(one)),
    });
  }

  async function save({ entries, folders }: Omit<Journal, "version">): Promise<void> {
    const from = await files.read(journalFile);
    const to = entries.length === 0 ? undefined : `${JSON.stringify({ version: 1, entries, folders }, null, 2)}\n`;
    if (from !== to) await files.replace(journalFile, { from, to, private: true });
  }
}

function refuseIfUnreadable(unreadable: ReadonlyMap<string, string>, plan: FilePlan): FilePlan {
  const refused = unreadable.get(plan.file);
  return refused === undefined ? plan : { ...plan, next: plan.current, refused };
}

/** A file that already had our items needs no undo record. */
function needsEntry({ file, hosts, current, next, refused }: FilePlan, entries: readonly JournalEntry[]): boolean {
  if (refused !== undefined) return false;
  const entry = entries.find((one) => one.file === file);
  return next === current ? entry !== undefined && !isSameSet(entry.hosts, hosts) : true;
}

const entryOf = ({ file, hosts, splices, items, original, next }: FilePlan): JournalEntry => ({
  file,
  hosts,
  splices,
  parts: items,
  before: original === undefined ? null : sha256(original),
  after: sha256(next ?? ""),
});

const isSameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one));
