import { AppError } from "../../base/errors.js";
import { sha256 } from "../../base/sha256.js";
import { allHosts } from "../../hosts/all-hosts.js";
import type { Host, HostContext, Scope } from "../../hosts/host.js";
import { createFileChanger, type FileOutcome } from "./change-files.js";
import {
  detectHosts,
  hostNamed,
  type InstallEngines,
  selectExisting,
  startableHosts,
  userContext,
} from "./find-hosts.js";
import { hookItems, type InstallItem, isShellCommandOnPath, itemsOf, shellCommand } from "./install-item.js";
import { type Journal, type JournalEntry, readJournal, withEntries } from "./journal.js";
import { type FilePlan, planHooks, planInstall, planUninstall } from "./plan-install.js";

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
export type Installer = ReturnType<typeof createInstaller>;

export function createInstaller({ files, lock, platform, home, launch }: Omit<InstallEngines, "self">) {
  const journalFile = platform.join(home.install, "journal.json");
  const lockFile = platform.join(home.install, "lock");
  const { readAll, write, restore } = createFileChanger({ files, platform, home });
  const facts = { home: platform.home, isCommandOnPath: isShellCommandOnPath(platform) };
  /** The hosts that are on this machine. */
  const detect = () => detectHosts(files, platform);

  return {
    detect,
    /** Those of them that a terminal can start with a prompt. */
    startable: () => startableHosts(files, platform),
    hasFolder: (path: string) => files.exists(path),
    journal,
    apply,
    applyRemoval,

    async plan({ agents, scope, project }: InstallOptions): Promise<InstallPlan> {
      const hosts = agents.length > 0 ? agents.map(hostNamed) : await detect();
      const context: HostContext = { platform, scope, project };
      const serverFiles = hosts.flatMap((host) => host.server?.(context)?.files ?? []);
      const existingPaths = await selectExisting(files, serverFiles);
      // A project's file is shared with other machines, where only the command's name is valid.
      const start = scope === "project" ? { words: ["throughline"], env: {} } : launch;
      const { entries } = await journal();
      const shared = scope === "user" ? await shellCommand({ files, platform, launch }, entries) : [];
      const hostItems = hosts.flatMap((host) =>
        itemsOf(host, context, start, (file) => existingPaths.has(file)).map((item) => ({ host: host.id, item })),
      );
      hostItems.push(...hosts.flatMap(({ id }) => shared.map((item) => ({ host: id, item }))));
      const texts = await readAll(hostItems.map(({ item }) => item.file));
      return { ...facts, hosts, files: planInstall(hostItems, texts, entries) };
    },

    async planRemoval(agents: readonly string[]): Promise<InstallPlan> {
      const hosts = agents.length > 0 ? agents.map(hostNamed) : allHosts;
      const ids = hosts.map(({ id }) => id);
      const { entries } = await journal();
      const texts = await readAll(entries.map(({ file }) => file));
      return { ...facts, hosts, files: planUninstall(entries, texts, ids) };
    },

    /** Adds or removes the hooks of a host for some events, and changes nothing else. */
    setHooks: (host: Host, events: readonly string[], enabled: boolean) =>
      setItems(host, hookItems(host, userContext(platform), launch, events), enabled),

    /** Puts a section into the person's own instructions for a host; without a text, removes it. */
    async setSection(host: Host, text: string | undefined): Promise<FileOutcome> {
      const [note] = host.notes?.(userContext(platform)).filter((one) => "file" in one) ?? [];
      if (!note) throw new AppError("invalid", `${host.name} has no file for a person's own instructions.`);
      return setItems(host, [{ kind: "section", file: note.file, text: text ?? "" }], text !== undefined);
    },

    /** Removes everything in the home. */
    async purge(): Promise<void> {
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
      const text = { current: undefined, ...(await readAll([file])).get(file) };
      const entry = (await journal()).entries.find((one) => one.file === file);
      const own = items.filter((item) => item.file === file);
      const plan = planHooks({ ...text, file, host: host.id }, own, entry, enabled);
      outcomes.push(...(await (plan.hosts.length > 0 ? apply : applyRemoval)({ files: [plan] })));
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
    const existingPaths = remaining.length === 0 ? [] : await selectExisting(files, folders);
    await save({ entries: remaining, folders: [...existingPaths] });
  }

  async function save({ entries, folders }: Omit<Journal, "version">): Promise<void> {
    const from = await files.read(journalFile);
    const to = entries.length === 0 ? undefined : `${JSON.stringify({ version: 1, entries, folders }, null, 2)}\n`;
    if (from !== to) await files.replace(journalFile, { from, to, private: true });
  }
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
