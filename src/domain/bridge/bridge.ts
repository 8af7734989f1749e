import { basename, join } from "node:path";
import type { Home } from "../../base/home.js";
import type { Runtime } from "../../base/runtime.js";
import type { Settings } from "../../base/settings.js";
import type { AgentProcess } from "../../engine/agent-process.js";
import type { Files } from "../../engine/files.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { RunFiles } from "../../engine/run-files.js";
import type { Sandbox, SandboxVerdict } from "../../engine/sandbox.js";
import type { Spans } from "../../engine/spans.js";
import type { Sql } from "../../engine/sql.js";
import type { WorkingTrees } from "../../engine/working-trees.js";
import type { AnswerCache } from "../../store/bridge/answer-cache.js";
import type { FactStore } from "../../store/bridge/fact-store.js";
import type { OperationStore } from "../../store/bridge/operation-store.js";
import type { ProjectStore, Repository } from "../../store/bridge/project-store.js";
import type { RunStore } from "../../store/bridge/run-store.js";
import { openTranscriptStore } from "../../store/bridge/transcript-store.js";
import type { LeaseStore } from "../../store/lease-store.js";
import { type Agents, createAgents } from "../agents/agents.js";
import { createRunLog } from "../agents/run-log.js";
import type { Call } from "../call.js";
import { pathProblem } from "./bridge-errors.js";
import { type CommandPolicy, readPolicy } from "./command-policy.js";
import { type CommandAsk, type CommandResult, createCommands } from "./commands.js";
import { createImplementations, type Implementation, type Task } from "./implementations.js";
import { type ProjectInfo, projectInfo } from "./project-info.js";
import { createProjects, type Projects } from "./projects.js";
import { createQueries, type QueryAnswer, type Question } from "./queries.js";
import { type AllAnswers, queryAll, type WideQuestion } from "./query-all.js";
import { createObserve } from "./record-operation.js";
import { createRepositoryFacts } from "./repository-facts.js";
import { createRunViews, type RunViews } from "./run-views.js";
import type { ReadPublicContext } from "./sibling-context.js";
import { type BridgeStorage, createBridgeStorage } from "./storage.js";
import type { RepositoryStructure } from "./structure/describe-structure.js";
import { forgetRun, type Undone, undoRun } from "./undo.js";
import { createWriteLocks } from "./write-locks.js";

/** What a call in the background answers at once. */
export interface Started {
  readonly success: true;
  readonly status: "running";
  readonly subAgentId: string;
}

export interface StructureAnswer {
  readonly success: true;
  readonly repo: string;
  readonly structure: RepositoryStructure;
  readonly cached: boolean;
  readonly executionTime: number;
}

interface InBackground {
  /** Answers at once; the result is asked for later, by the run's id. */
  readonly background: boolean;
}

/** Projects of several repositories, and the work of sub-agents and commands in them. */
export interface Bridge {
  readonly projects: Projects;
  readonly agents: Agents;
  readonly runs: RunViews;
  readonly storage: BridgeStorage;
  info(call: Call, project?: string): Promise<ProjectInfo>;
  repositories(call: Call, project?: string): Promise<{ project: string; repos: (Repository & { valid: boolean })[] }>;
  discover(call: Call, folder: string, depth: number): Promise<{ name: string; path: string }[]>;
  structure(call: Call, repo: string, project?: string): Promise<StructureAnswer>;
  query(call: Call, question: Question & InBackground): Promise<QueryAnswer | Started>;
  queryAll(call: Call, question: WideQuestion): Promise<AllAnswers>;
  implement(call: Call, task: Task & InBackground): Promise<Implementation | Started>;
  run(call: Call, ask: CommandAsk & InBackground): Promise<CommandResult | Started>;
  undo(call: Call, id: string, options: { force: boolean }): Promise<Undone>;
  policy(call: Call, project?: string): Promise<{ project: string; policy: CommandPolicy }>;
  setPolicy(call: Call, project: string | undefined, changes: Partial<CommandPolicy>): Promise<void>;
  sandbox(): Promise<SandboxVerdict>;
  /** Writes what was exported, for the user alone. */
  write(path: string, text: string): Promise<void>;
  /** Ends every run of this process, with all that it started. */
  close(): Promise<void>;
}

export interface BridgeDeps {
  readonly runtime: Runtime;
  readonly home: Home;
  readonly settings: Settings;
  readonly database: string;
  readonly sql: Pick<Sql, "dialect" | "size">;
  readonly files: Files;
  readonly runFiles: RunFiles;
  readonly workingTrees: WorkingTrees;
  readonly gitLocator: Pick<GitLocator, "discover">;
  readonly processes: AgentProcess;
  readonly sandbox: Sandbox;
  readonly spans: Spans;
  readonly leases: LeaseStore;
  readonly projectStore: ProjectStore;
  readonly factStore: FactStore;
  readonly answers: AnswerCache;
  readonly operations: OperationStore;
  readonly runStore: RunStore;
  readonly readContext: ReadPublicContext;
  /** Where a POSIX shell may be. */
  readonly shells: readonly string[];
}

export function createBridge(parts: BridgeDeps): Bridge {
  const { runtime, home, settings, workingTrees, processes, sandbox, leases, answers, operations, runStore } = parts;
  const shared = { runtime, settings, workingTrees, processes, sandbox };
  const transcripts = openTranscriptStore(parts.runFiles, join(home.path, "runs"));
  const projects = createProjects({ store: parts.projectStore, workingTrees, runtime });
  const recordOperation = createObserve({ operations, projects: parts.projectStore, spans: parts.spans, runtime });
  const facts = createRepositoryFacts({ ...shared, facts: parts.factStore, files: parts.files });
  const runs = createRunLog({ store: runStore, spans: parts.spans, runtime });
  const agents = createAgents({ ...shared, facts: parts.factStore, runs: runStore, transcripts, leases });
  const locks = createWriteLocks(leases);
  const isWriting = (path: string) => locks.isHeld(path);
  const queries = createQueries({
    ...shared,
    projects,
    answers,
    agents,
    runs,
    readContext: parts.readContext,
    isWriting,
  });
  const worktrees = join(home.path, "worktrees");
  const implementations = createImplementations({
    ...shared,
    projects,
    workingTrees,
    answers,
    agents,
    runs,
    locks,
    worktrees,
  });
  const commands = createCommands({
    ...{ ...shared, projects, store: parts.projectStore, transcripts, runs },
    shells: parts.shells,
  });
  const storage = createBridgeStorage({
    ...{ projects, answers, operations, transcripts, runtime },
    forget: (path, id) => forgetRun(workingTrees, path, id),
    runs: runStore,
    ...{ database: parts.database, adapter: parts.sql.dialect.name, databaseBytes: parts.sql.size },
  });

  return {
    ...{ projects, agents, storage },
    runs: createRunViews({ store: runStore, log: runs, runtime, files: parts.files }),
    sandbox: () => sandbox.probe(),

    info: (call, project) =>
      inProject(call, "get_project_info", project, () =>
        projectInfo(call, project, { projects, workingTrees, facts, operations }),
      ),

    repositories: (call, project) =>
      inProject(call, "list_repos", project, async () => {
        const { name } = await projects.named(call, project);
        const all = await projects.repositories(call, name);
        const checked = all.map(async (one) => ({ ...one, valid: (await workingTrees.check(one.path)) === "ok" }));
        return { project: name, repos: await Promise.all(checked) };
      }),

    async discover(_, folder, depth) {
      const problem = pathProblem(folder, await workingTrees.check(folder));
      if (problem) throw problem;
      return (await parts.gitLocator.discover(folder, depth)).map((path) => ({ name: basename(path), path }));
    },

    structure: (call, repo, project) =>
      inRepository(call, "get_repo_structure", repo, project, async () => {
        const began = runtime.now().getTime();
        const repository = await projects.repository(call, repo, project);
        const problem = pathProblem(repository.path, await workingTrees.check(repository.path));
        if (problem) throw problem;
        const { value, cached } = await facts.structure(call, repository);
        const executionTime = cached ? 0 : runtime.now().getTime() - began;
        return { success: true, repo, structure: value, cached, executionTime };
      }),

    query: (call, { background, ...question }) =>
      inRepository(call, "query_repo", question.repo, question.project, () =>
        background
          ? inBackground("sa", call, (detached, id) => queries.ask(detached, question, () => {}, id))
          : queries.ask(call, question, teller(call)),
      ),

    queryAll: (call, question) =>
      inProject(call, "query_all_repos", question.project, () =>
        queryAll(call, question, { projects, queries, tell: teller(call) }),
      ),

    implement: (call, { background, ...task }) =>
      inRepository(call, "implement_in_repo", task.repo, task.project, () =>
        background
          ? inBackground("sa_impl", call, (detached, id) => implementations.implement(detached, id, task, () => {}))
          : implementations.implement(call, runtime.newId("sa_impl"), task, teller(call)),
      ),

    run: (call, { background, ...ask }) =>
      inRepository(call, "run_in_repo", ask.repo, ask.project, () =>
        background
          ? inBackground("cmd", call, (detached, id) => commands.run(detached, id, ask))
          : commands.run(call, runtime.newId("cmd"), ask),
      ),

    undo: (call, id, options) => undoRun(call, id, { runs: runStore, workingTrees }, options),

    async policy(call, project) {
      const { name } = await projects.named(call, project);
      return { project: name, policy: readPolicy(await parts.projectStore.policy(call.tenant, name)) };
    },

    async setPolicy(call, project, changes) {
      const { name } = await projects.named(call, project);
      const before = readPolicy(await parts.projectStore.policy(call.tenant, name));
      await parts.projectStore.setPolicy(call.tenant, name, JSON.stringify({ ...before, ...changes }));
    },

    write: (path, text) => parts.files.write(path, text, { private: true }),

    async close() {
      await Promise.all([runs.close(), processes.stopAll()]);
    },
  };

  async function inProject<T>(
    call: Call,
    tool: string,
    project: string | undefined,
    body: () => Promise<T>,
  ): Promise<T> {
    return recordOperation(call, tool, { project: project ?? (await projects.active(call)) }, body);
  }

  async function inRepository<T>(
    call: Call,
    tool: string,
    repository: string,
    project: string | undefined,
    body: () => Promise<T>,
  ): Promise<T> {
    return recordOperation(call, tool, { project: project ?? (await projects.active(call)), repository }, body);
  }

  /** Errors that come before the run stands are the caller's; what comes after is asked for by the run's id. */
  async function inBackground<T>(
    kind: "sa" | "sa_impl" | "cmd",
    call: Call,
    start: (call: Call, id: string) => Promise<T>,
  ): Promise<T | Started> {
    const id = runtime.newId(kind);
    const detached = { ...call, signal: new AbortController().signal, progress: () => {} };
    const begun = runs.started(id);
    const work = start(detached, id);
    work.catch(() => {});
    const started: Started = { success: true, status: "running", subAgentId: id };
    return Promise.race([work, begun.then(() => started)]);
  }
}

/** Progress must grow with every message of a call, whoever sends it. */
function teller(call: Call): (message: string) => void {
  let step = 0;
  return (message) => call.progress(++step, undefined, message);
}
