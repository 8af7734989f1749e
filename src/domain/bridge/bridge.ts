import { basename, join } from "node:path";
import type { SandboxVerdict } from "../../engine/sandbox.js";
import type { Repository } from "../../store/bridge/project-store.js";
import { openTranscriptStore } from "../../store/bridge/transcript-store.js";
import { type Agents, createAgents } from "../agents/agents.js";
import { createRunLog } from "../agents/run-log.js";
import type { Call } from "../call.js";
import type { BridgeDeps } from "./bridge-deps.js";
import { pathProblem } from "./bridge-errors.js";
import type { BridgeParts } from "./bridge-parts.js";
import { type ProjectPolicy, readPolicy } from "./command-policy.js";
import { type CommandRequest, type CommandResult, createCommands } from "./commands.js";
import { createImplementations, type Implementation, type Task } from "./implementations.js";
import { projectInfo } from "./project-info.js";
import { createProjects, type Projects } from "./projects.js";
import { createQueries, type QueryAnswer, type Question } from "./queries.js";
import { type ProjectAnswers, type ProjectQuestion, queryAll } from "./query-all.js";
import { createRecordOperation } from "./record-operation.js";
import { createRepositoryFacts } from "./repository-facts.js";
import { createRunViews, type RunViews } from "./run-views.js";
import { type BridgeStorage, createBridgeStorage } from "./storage.js";
import type { RepositoryStructure } from "./structure/describe-structure.js";
import { type UndoResult, undoRun } from "./undo.js";
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
  info(call: Call, project?: string): ReturnType<typeof projectInfo>;
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

export function createBridge(deps: BridgeDeps): Bridge {
  const { runtime, home, workingTrees, processes, sandbox, leases, runStore, factStore } = deps;
  const transcripts = openTranscriptStore(deps.runFiles, join(home.path, "runs"));
  const projects = createProjects(deps);
  const recordOperation = createRecordOperation(deps);
  const runs = createRunLog({ store: runStore, spans: deps.spans, runtime });
  const agents = createAgents({ ...deps, facts: factStore, runs: runStore, transcripts });
  const locks = createWriteLocks(leases);
  const facts = createRepositoryFacts(deps);
  const parts: BridgeParts = { ...deps, projects, facts, transcripts, runs, agents, locks, readPolicy: policyOf };
  const queries = createQueries(parts);
  const implementations = createImplementations(parts);
  const commands = createCommands(parts);

  return {
    projects,
    agents,
    storage: createBridgeStorage(parts),
    runs: createRunViews(parts),
    sandbox: () => sandbox.probe(),

    info: (call, project) => inProject(call, "get_project_info", project, () => projectInfo(call, project, parts)),

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

    undo: (call, id, options) => undoRun(call, id, parts, options),

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
