import { basename, join } from "node:path";
import type { Runtime } from "../../base/runtime.js";
import type { Files } from "../../engine/files.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import type { Host } from "../../engine/host.js";
import type { Lock } from "../../engine/lock.js";
import { inStore, storeFolder, storePath } from "../../store/context/context-layout.js";
import { openDecisionStore } from "../../store/context/decision-store.js";
import { openEntryStore } from "../../store/context/entry-store.js";
import { openHistoryStore } from "../../store/context/history-store.js";
import { writeExcludes, writeSharedRules } from "../../store/context/ignore-rules.js";
import { locateStore } from "../../store/context/locate-store.js";
import { type Manifest, openManifestStore } from "../../store/context/manifest-store.js";
import { openOverruledStore } from "../../store/context/overruled-store.js";
import { openPendingStore } from "../../store/context/pending-conflicts.js";
import { openPreferenceStore } from "../../store/context/preferences-store.js";
import { openProposalStore } from "../../store/context/proposal-store.js";
import { openScopeStore } from "../../store/context/scope-store.js";
import { openSkillRecords } from "../../store/context/skill-records.js";
import { openSkillStore } from "../../store/context/skill-store.js";
import { openStateStore } from "../../store/context/state-store.js";
import { openTemplateStore } from "../../store/context/template-store.js";
import type { Call } from "../call.js";
import { findProjectRoot, refuseMovedFolder } from "./find-project-root.js";
import { initStore, type NewStore, refuseForeignFolder, refuseVanishedStore } from "./init-store.js";
import { needsSettling, settlePrivate } from "./settle-private.js";

export interface ContextEngines {
  readonly files: Files;
  readonly lock: Lock;
  readonly openRepository: OpenGitRepository;
  readonly host: Host;
  readonly runtime: Runtime;
  /** The remote branch to push to for review; empty to push to the shared branch. */
  readonly reviewBranch: string;
  /** Whether a push runs the repository's own hooks. */
  readonly runsHooks: boolean;
  /** Replaces the secrets in a text. */
  redact(text: string): string;
}

export type ProjectContext = ReturnType<typeof openProjectContext>;

/** One project's store, as one caller sees it. Every read goes to the disk. */
export function openProjectContext(engines: ContextEngines, root: string, caller: string) {
  const { files, lock } = engines;
  const manifest = openManifestStore(files, root);
  let isNew = false;
  const scopes = openScopeStore(engines, root);
  const locate = async (path: string) => (await scopes.read()).locate(path);
  const notes: string[] = [];

  /** Runs under the store's lock, which excludes other processes. Does not create the store. */
  async function withLock<T>(body: () => Promise<T>): Promise<T> {
    await refuseMovedFolder(files, root);
    return lock.hold(await lockPath(files, root), async () => {
      notes.push(...(await settlePrivate({ ...engines, scopes, root })));
      return body();
    });
  }

  async function prepare(): Promise<void> {
    await refuseForeignFolder(files, root);
    await writeExcludes(files, root);
    if (await files.exists(storePath(root, inStore.manifest))) return writeSharedRules(files, root);
    await refuseVanishedStore(engines, root);
    await initStore(engines, root);
    isNew = true;
  }

  const change = <T>(body: () => Promise<T>): Promise<T> =>
    withLock(async () => {
      await prepare();
      return body();
    });

  return {
    ...engines,
    root,
    caller,
    manifest,
    scopes,
    knowledge: openEntryStore(files, root, "knowledge", scopes),
    conventions: openEntryStore(files, root, "conventions", scopes),
    decisions: openDecisionStore(files, root, scopes),
    skills: openSkillStore(files, root, scopes),
    skillRecords: openSkillRecords(files, locate),
    proposals: openProposalStore(files, locate),
    state: openStateStore(files, root),
    history: openHistoryStore(files, root),
    preferences: openPreferenceStore(files, root),
    pending: openPendingStore(files, root),
    overruled: openOverruledStore(files, root),
    templates: openTemplateStore(files, root),
    name: async () => (await manifest.read())?.project.name || basename(root),
    withLock,

    /** Writes under the store's lock. The first write creates the store. */
    change,

    /** The same with something that is there; `find` throws if it is not, before a store is created. */
    async changeFound<T, R>(find: () => Promise<T>, body: (found: T) => Promise<R>): Promise<R> {
      await find();
      return change(async () => body(await find()));
    },

    /** Creates the store; undefined if it exists. */
    init: (facts: NewStore): Promise<Manifest | undefined> =>
      withLock(async () => {
        if (await files.exists(storePath(root, inStore.manifest))) return undefined;
        await refuseVanishedStore(engines, root);
        return initStore(engines, root, facts);
      }),

    /** Moves private entries out of the working tree, and renames those whose names are shared now. */
    async settlePrivate(): Promise<void> {
      if (await needsSettling({ ...engines, scopes, root })) await withLock(async () => {});
    },

    /** Additions to the answer: that the call created the store, or that a private entry was renamed. */
    notices: (): { store_created?: string; note?: string } => ({
      ...(isNew ? { store_created: join(root, storeFolder) } : {}),
      ...(notes.length > 0 ? { note: notes.join(" ") } : {}),
    }),
  };
}

/** In git's own folder, the same for all worktrees, because they share the private entries; else in the store. */
async function lockPath(files: Files, root: string): Promise<string> {
  const location = await locateStore(files, root);
  return location ? join(location.commonDir, "throughline.lock") : storePath(root, inStore.lock);
}

/** What a team shares about a project, as plain files in its repository. */
export type TeamContext = ReturnType<typeof createTeamContext>;

type Where = Pick<Call, "folder" | "caller">;

export function createTeamContext(engines: ContextEngines) {
  const openAt = async (root: string, caller: string) => {
    const project = openProjectContext(engines, root, caller);
    await project.settlePrivate();
    return project;
  };
  const { files } = engines;
  return {
    /** The store of the project that `folder` is in, whether it exists yet or not. */
    open: async ({ folder, caller }: Where) => openAt(await findProjectRoot(files, folder), caller),
    /** The same for a folder that may not be in a project. */
    openHere: async ({ folder, caller }: Where) =>
      openAt(await findProjectRoot(files, folder).catch(() => folder), caller),
  };
}
