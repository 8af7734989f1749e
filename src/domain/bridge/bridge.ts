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
import { type ProjectPolicy, readPolicy } from "./command-policy.js";
import { type CommandRequest, type CommandResult, createCommands } from "./commands.js";
import { createImplementations, type Implementation, type Task } from "./implementations.js";
import { type ProjectInfo, projectInfo } from "./project-info.js";
import { createProjects, type Projects } from "./projects.js";
import { createQueries, type QueryAnswer, type Question } from "./queries.js";
import { type ProjectAnswers, type ProjectQuestion, queryAll } from "./query-all.js";
import { createRecordOperation } from "./record-operation.js";
import { createRepositoryFacts } from "./repository-facts.js";
import { createRunViews, type RunViews } from "./run-views.js";
import type { ReadPublicContext } from "./sibling-context.js";
import { type BridgeStorage, createBridgeStorage } from "./storage.js";
import type { RepositoryStructure } from "./structure/describe-structure.js";
import { forgetRun, type UndoResult, undoRun } from "./undo.js";
import { createWriteLocks } from "./write-locks.js";

/** The immediate answer of a call in the background. */
export interface StartedRun {
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
  /** Return immediately; get the result later by the run's id. */
  readonly background: boolean;
}

/** Projects of several repositories, and the runs of sub-agents and commands in them. */
export interface Bridge {
  readonly projects: Projects;
  readonly agents: Agents;
  readonly runs: RunViews;
  readonly storage: BridgeStorage;
  info(call: Call, project?: string): Promise<ProjectInfo>;
  repositories(call: Call, project?: string): Promise<{ project: string; repos: (Repository & { valid: boolean })[] }>;
  discover(call: Call, folder: string, depth: number): Promise<{ name: string; path: string }[]>;
  structure(call: Call, repo: string, project?: string): Promise<StructureAnswer>;
  query(call: Call, question: Question & InBackground): Promise<QueryAnswer | StartedRun>;
  queryAll(call: Call, question: ProjectQuestion): Promise<ProjectAnswers>;
  implement(call: Call, task: Task & InBackground): Promise<Implementation | StartedRun>;
  run(call: Call, ask: CommandRequest & InBackground): Promise<CommandResult | StartedRun>;
  undo(call: Call, id: string, options: { force: boolean }): Promise<UndoResult>;
  policy(call: Call, project?: string): Promise<{ project: string; policy: ProjectPolicy }>;
  setPolicy(call: Call, project: string | undefined, changes: Partial<ProjectPolicy>): Promise<void>;
  sandbox(): Promise<SandboxVerdict>;
  /** Writes an export that only the user can read. */
  write(path: string, text: string): Promise<void>;
  /** Ends every run of this process with all its child processes. */
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
  /** Removes what is left of deleted rows. */
  onClear?(tenant: string): Promise<void>;
  readonly runStore: RunStore;
  readonly readContext: ReadPublicContext;
  /** Candidate paths of a POSIX shell. */
  readonly shells: readonly string[];
}

export function createBridge(deps: BridgeDeps): Bridge {
  const { runtime, home, settings, workingTrees, processes, sandbox, leases, answers, operations, runStore } = deps;
  const shared = { runtime, settings, workingTrees, processes, sandbox };
  const transcripts = openTranscriptStore(deps.runFiles, join(home.path, "runs"));
  const projects = createProjects({ store: deps.projectStore, workingTrees, runtime });
  const recordOperation = createRecordOperation({
    operations,
    projects: deps.projectStore,
    spans: deps.spans,
    runtime,
  });
  const facts = createRepositoryFacts({ ...shared, facts: deps.factStore, files: deps.files });
  const runs = createRunLog({ store: runStore, spans: deps.spans, runtime });
  const agents = createAgents({ ...shared, facts: deps.factStore, runs: runStore, transcripts, leases });
  const locks = createWriteLocks(leases);
  const isWriting = (path: string) => locks.isHeld(path);
  const queries = createQueries({
    ...shared,
    projects,
    answers,
    agents,
    runs,
    readContext: deps.readContext,
    isWriting,
    readPolicy: policyOf,
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
    readPolicy: policyOf,
  });
  const commands = createCommands({
    ...{ ...shared, projects, store: deps.projectStore, transcripts, runs },
    shells: deps.shells,
  });
  const storage = createBridgeStorage({
    ...{ projects, answers, operations, transcripts, runtime },
    forget: (path, id) => forgetRun(workingTrees, path, id),
    runs: runStore,
    ...(deps.onClear ? { onClear: deps.onClear } : {}),
    ...{ database: deps.database, adapter: deps.sql.dialect.name, databaseBytes: deps.sql.size },
  });

  return {
    ...{ projects, agents, storage },
    runs: createRunViews({ store: runStore, log: runs, runtime, files: deps.files }),
    sandbox: () => sandbox.probe(),

    info: (call, project) =>
      inProject(call, "get_project_info", project, () =>
        projectInfo(call, project, { projects, workingTrees, facts, operations }),
      ),

    repositories: (call, project) =>
      inProject(call, "list_repos", project, async () => {
        const { name } = await projects.resolveProject(call, project);
        const all = await projects.repositories(call, name);
        const checked = all.map(async (one) => ({ ...one, valid: (await workingTrees.check(one.path)) === "ok" }));
        return { project: name, repos: await Promise.all(checked) };
      }),

    async discover(_, folder, depth) {
      const problem = pathProblem(folder, await workingTrees.check(folder));
      if (problem) throw problem;
      return (await deps.gitLocator.discover(folder, depth)).map((path) => ({ name: basename(path), path }));
    },

    structure: (call, repo, project) =>
      inRepository(call, "get_repo_structure", repo, project, async () => {
        const startedAt = runtime.now().getTime();
        const repository = await projects.repository(call, repo, project);
        const problem = pathProblem(repository.path, await workingTrees.check(repository.path));
        if (problem) throw problem;
        const { value, cached } = await facts.structure(call, repository);
        const executionTime = cached ? 0 : runtime.now().getTime() - startedAt;
        return { success: true, repo, structure: value, cached, executionTime };
      }),

    query: (call, { background, ...question }) =>
      inRepository(call, "query_repo", question.repo, question.project, () =>
        background
          ? inBackground("sa", call, (detached, id) => queries.ask(detached, question, () => {}, id))
          : queries.ask(call, question, progressReporter(call)),
      ),

    queryAll: (call, question) =>
      inProject(call, "query_all_repos", question.project, () =>
        queryAll(call, question, { projects, queries, onProgress: progressReporter(call) }),
      ),

    implement: (call, { background, ...task }) =>
      inRepository(call, "implement_in_repo", task.repo, task.project, () =>
        background
          ? inBackground("sa_impl", call, (detached, id) => implementations.implement(detached, id, task, () => {}))
          : implementations.implement(call, runtime.newId("sa_impl"), task, progressReporter(call)),
      ),

    run: (call, { background, ...ask }) =>
      inRepository(call, "run_in_repo", ask.repo, ask.project, () =>
        background
          ? inBackground("cmd", call, (detached, id) => commands.run(detached, id, ask))
          : commands.run(call, runtime.newId("cmd"), ask),
      ),

    undo: (call, id, options) => undoRun(call, id, { runs: runStore, workingTrees }, options),

    async policy(call, project) {
      const { name } = await projects.resolveProject(call, project);
      return { project: name, policy: await policyOf(call, name) };
    },

    async setPolicy(call, project, changes) {
      const { name } = await projects.resolveProject(call, project);
      const before = await policyOf(call, name);
      await deps.projectStore.setPolicy(call.tenant, name, JSON.stringify({ ...before, ...changes }));
    },

    write: (path, text) => deps.files.write(path, text, { private: true }),

    async close() {
      await Promise.all([runs.close(), processes.stopAll()]);
    },
  };

  async function policyOf(call: Call, project: string): Promise<ProjectPolicy> {
    return readPolicy(await deps.projectStore.policy(call.tenant, project));
  }

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

  /** Errors before the run is recorded reach the caller; later ones are in the run's result. */
  async function inBackground<T>(
    kind: "sa" | "sa_impl" | "cmd",
    call: Call,
    start: (call: Call, id: string) => Promise<T>,
  ): Promise<T | StartedRun> {
    const id = runtime.newId(kind);
    const detached = { ...call, signal: new AbortController().signal, progress: () => {} };
    const registered = runs.started(id);
    const work = start(detached, id);
    work.catch(() => {});
    const started: StartedRun = { success: true, status: "running", subAgentId: id };
    return Promise.race([work, registered.then(() => started)]);
  }
}

/** MCP requires that progress grows with every message of a call. */
function progressReporter(call: Call): (message: string) => void {
  let step = 0;
  return (message) => call.progress(++step, undefined, message);
}
