import { basename, join } from "node:path";
import type { Repository } from "../../store/bridge/project-store.js";
import { openTranscriptStore } from "../../store/bridge/transcript-store.js";
import { createAgents } from "../agents/agents.js";
import { createRunLog } from "../agents/run-log.js";
import type { Call } from "../call.js";
import type { BridgeDeps } from "./bridge-deps.js";
import { pathProblem, refuseUnusable } from "./bridge-errors.js";
import type { BridgeParts } from "./bridge-parts.js";
import { type ProjectPolicy, readPolicy as parsePolicy } from "./command-policy.js";
import { type CommandRequest, createCommands } from "./commands.js";
import { createImplementations, type Task } from "./implementations.js";
import { createProjects } from "./projects.js";
import { createQueries, type Question } from "./queries.js";
import { type ProjectQuestion, queryAll } from "./query-all.js";
import { createRecordOperation } from "./record-operation.js";
import { createRepositoryFacts } from "./repository-facts.js";
import { createRunViews } from "./run-views.js";
import { createBridgeStorage } from "./storage.js";
import { undoRun } from "./undo.js";
import { createWriteLocks } from "./write-locks.js";

/** The immediate answer of a call in the background. */
export interface StartedRun {
  readonly success: true;
  readonly status: "running";
  readonly subAgentId: string;
}

interface InBackground {
  /** Return immediately; get the result later by the run's id. */
  readonly background: boolean;
}

export type Bridge = ReturnType<typeof createBridge>;

/** Projects of several repositories, and the runs of sub-agents and commands in them. */
export function createBridge(deps: BridgeDeps) {
  const { runtime, home, workingTrees, processes, projectStore } = deps;
  const transcripts = openTranscriptStore(deps.runFiles, join(home.path, "runs"));
  const projects = createProjects(deps);
  const record = createRecordOperation(deps, projects);
  const runs = createRunLog({ ...deps, store: deps.runStore });
  const agents = createAgents({ ...deps, transcripts });
  const locks = createWriteLocks(deps.leases);
  const facts = createRepositoryFacts(deps);
  const readPolicy = async (call: Call, project: string) =>
    parsePolicy(await projectStore.policy(call.tenant, project));
  const parts: BridgeParts = { ...deps, projects, facts, transcripts, runs, agents, locks, readPolicy };
  const queries = createQueries(parts);
  const implementations = createImplementations(parts);
  const commands = createCommands(parts);

  return {
    projects,
    agents,
    storage: createBridgeStorage(parts),
    runs: createRunViews(parts),
    sandbox: () => deps.sandbox.probe(),

    info: (call: Call, project?: string) =>
      record(call, "get_project_info", { project }, () => projectInfo(call, project, parts)),

    repositories: (call: Call, project?: string) =>
      record(call, "list_repos", { project }, async () => {
        const { name } = await projects.resolveProject(call, project);
        const all = await projects.repositories(call, name);
        const checked = all.map(async (one) => ({ ...one, valid: (await workingTrees.check(one.path)) === "ok" }));
        return { project: name, repos: await Promise.all(checked) };
      }),

    async discover(_: Call, folder: string, depth: number): Promise<{ name: string; path: string }[]> {
      await refuseUnusable(workingTrees, folder);
      return (await deps.gitLocator.discover(folder, depth)).map((path) => ({ name: basename(path), path }));
    },

    structure: (call: Call, repo: string, project?: string) =>
      record(call, "get_repo_structure", { repo, project }, async () => {
        const startedAt = runtime.now().getTime();
        const repository = await projects.usableRepository(call, repo, project);
        const { value, cached } = await facts.structure(call, repository);
        const executionTime = cached ? 0 : runtime.now().getTime() - startedAt;
        return { success: true, repo, structure: value, cached, executionTime };
      }),

    query: (call: Call, { background, ...question }: Question & InBackground) =>
      record(call, "query_repo", question, () =>
        start("sa", call, background, (own, id) => queries.ask(own, question, id)),
      ),

    queryAll: (call: Call, question: ProjectQuestion) =>
      record(call, "query_all_repos", { project: question.project }, () => queryAll(call, question, projects, queries)),

    implement: (call: Call, { background, ...task }: Task & InBackground) =>
      record(call, "implement_in_repo", task, () =>
        start("sa_impl", call, background, (own, id = runtime.newId("sa_impl")) =>
          implementations.implement(own, id, task),
        ),
      ),

    run: (call: Call, { background, ...ask }: CommandRequest & InBackground) =>
      record(call, "run_in_repo", ask, () =>
        start("cmd", call, background, (own, id = runtime.newId("cmd")) => commands.run(own, id, ask)),
      ),

    undo: (call: Call, id: string, options: { force: boolean }) => undoRun(call, id, parts, options),

    async policy(call: Call, project?: string) {
      const { name } = await projects.resolveProject(call, project);
      return { project: name, policy: await readPolicy(call, name) };
    },

    async setPolicy(call: Call, project: string | undefined, changes: Partial<ProjectPolicy>): Promise<void> {
      const { name } = await projects.resolveProject(call, project);
      const before = await readPolicy(call, name);
      await projectStore.setPolicy(call.tenant, name, JSON.stringify({ ...before, ...changes }));
    },

    /** Writes an export that only the user can read. */
    write: (path: string, text: string) => deps.files.write(path, text, { private: true }),

    /** Ends every run of this process with all its child processes. */
    async close(): Promise<void> {
      await Promise.all([runs.close(), processes.stopAll()]);
    },
  };

  /** In the background, errors before the run is recorded reach the caller; later ones are in the run's result. */
  async function start<T>(
    kind: "sa" | "sa_impl" | "cmd",
    call: Call,
    background: boolean,
    work: (call: Call, id?: string) => Promise<T>,
  ): Promise<T | StartedRun> {
    if (!background) return work(call);
    const id = runtime.newId(kind);
    const registered = runs.started(id);
    const done = work({ ...call, signal: new AbortController().signal, progress: () => {} }, id);
    done.catch(() => {});
    const started: StartedRun = { success: true, status: "running", subAgentId: id };
    return Promise.race([done, registered.then(() => started)]);
  }
}

/** A project with its repositories; those with an unusable folder are listed with the reason. */
async function projectInfo(call: Call, name: string | undefined, parts: BridgeParts) {
  const { projects, operations } = parts;
  const project = await projects.resolveProject(call, name);
  const [active, all, totals] = await Promise.all([
    projects.active(call),
    projects.repositories(call, project.name),
    operations.totals(call.tenant, project.name),
  ]);
  const repos = await Promise.all(all.map((one) => describeRepository(call, one, parts)));
  const valid = repos.filter((one) => one.valid);
  return {
    name: project.name,
    description: project.description,
    active: active === project.name,
    repos,
    stats: {
      repoCount: repos.length,
      validRepos: valid.length,
      invalidRepos: repos.length - valid.length,
      totalFiles: valid.reduce((sum, { stats }) => sum + (stats?.files ?? 0), 0),
      createdAt: project.createdAt,
      lastAccessed: project.accessedAt,
      queryCount: totals.queries,
      implementationCount: totals.implementations,
    },
  };
}

async function describeRepository(call: Call, repository: Repository, { workingTrees, facts }: BridgeParts) {
  const { name, path, description } = repository;
  const problem = pathProblem(path, await workingTrees.check(path));
  if (problem) return { name, path, description, valid: false, error: problem.message };
  const { value } = await facts.statistics(call, repository);
  return { name, path, description, valid: true, stats: value };
}
