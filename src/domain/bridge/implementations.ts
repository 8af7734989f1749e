import { join } from "node:path";
import { AppError } from "../../base/errors.js";
import { formatCount } from "../../base/text/plural.js";
import type { TreeDifference } from "../../engine/working-trees.js";
import type { Usage } from "../../hosts/sub-agent.js";
import type { Repository } from "../../store/bridge/project-store.js";
import type { Confinement } from "../agents/confine.js";
import { reportedUsage } from "../agents/run-agent.js";
import type { OpenRun } from "../agents/run-log.js";
import { headAndTail } from "../agents/run-output.js";
import type { Call } from "../call.js";
import { notGit, validateText } from "./bridge-errors.js";
import { type BridgeParts, progressReporter, type RunAnswer, type RunRequest } from "./bridge-parts.js";
import { runFacts } from "./projects.js";
import { taskPrompt } from "./prompts.js";
import { recordSiblings, type SiblingChange } from "./sibling-changes.js";

export interface Change {
  readonly file: string;
  readonly action: "created" | "modified" | "deleted";
  readonly description: string;
}

export interface Implementation extends RunAnswer {
  readonly task: string;
  readonly result: {
    readonly summary: string;
    readonly changes: readonly Change[];
    readonly notes: string;
    readonly diff: string;
    /** Contains the work if it is not in the working tree. */
    readonly branch?: string;
  };
  /** As far as the agent reports it. */
  readonly usage?: Partial<Usage>;
  /** Other repositories of the project that something else changed meanwhile. */
  readonly outside?: readonly SiblingChange[];
}

export interface Task extends RunRequest {
  readonly task: string;
  readonly context: string;
}

const maxDiffLength = 20_000;
const maxUncommittedBytes = 512 * 1024 * 1024;

/** Tasks that sub-agents carry out in repositories; git determines the changes. */
export function createImplementations(parts: BridgeParts) {
  const { projects, workingTrees, answers, agents, runs, locks, settings, runtime } = parts;
  return {
    async implement(call: Call, id: string, task: Task): Promise<Implementation> {
      validateText("task", task.task);
      const repository = await projects.usableRepository(call, task.repo, task.project, "write");
      const realPath = await pathToChange(repository);
      await agents.admit(call);
      const { project, name, path } = repository;
      const facts = { id, kind: "implementation", ...runFacts(repository, task.task) } as const;
      const isIsolated = settings["agent.isolation"] === "worktree";
      return runs.record(call, facts, async (run) => {
        const startedAt = runtime.now().getTime();
        const work = (folder: string) => doTask(call, run, repository, task, folder);
        const { result, ...confinement } = isIsolated
          ? await inWorktree(run, repository, work)
          : await locks.hold(realPath, id, () => work(path));
        await answers.clear(call.tenant, { project, repository: name });
        const executionTime = runtime.now().getTime() - startedAt;
        return { success: true, repo: name, task: task.task, result, executionTime, subAgentId: id, ...confinement };
      });
    },
  };

  /** The real path of the folder; throws if its changes could not be undone. */
  async function pathToChange(repository: Repository): Promise<string> {
    const { path } = repository;
    const state = await workingTrees.state(path);
    if (!state.isGit) throw notGit(repository);
    if ((await workingTrees.uncommittedBytes(path)) > maxUncommittedBytes) throw tooManyUncommittedBytes(path);
    return state.path;
  }

  /** Snapshots before and after: before for undo, after to show exactly what the run changed. */
  async function doTask(call: Call, run: OpenRun, repository: Repository, task: Task, folder: string) {
    const before = await workingTrees.snapshot(folder, `runs/${run.id}`);
    await run.note({ head: before.head });
    const all = await projects.repositories(call, repository.project);
    const siblings = await recordSiblings(repository, all, parts);
    /** Undefined until the agent starts. */
    let confinement: Confinement | undefined;
    const onConfined = (by: Confinement) => {
      confinement = by;
    };
    const request = {
      mode: "writes" as const,
      folder,
      timeoutMs: task.timeoutMs,
      onProgress: progressReporter(call),
      onConfined,
      prompt: taskPrompt(task.task, task.context),
      mayRunUnconfined: (await parts.readPolicy(call, repository.project)).unconfined === "allow",
    };
    const attempt = await agents.run(call, run, request).then(
      (reply) => ({ reply }),
      (error: unknown) => ({ error }),
    );
    const after = await workingTrees.snapshot(folder, `after/${run.id}`);
    const difference = await workingTrees.difference(folder, before, after);
    try {
      const outside = confinement ? await siblings.check(confinement) : [];
      if ("error" in attempt) throw attempt.error;
      const { answer, usage, confinement: by } = attempt.reply;
      return {
        result: { ...splitReply(answer), changes: toChanges(difference), diff: truncatePatch(difference.patch) },
        enforcement: by.enforcement,
        layers: [...by.layers, ...(siblings.count > 0 ? (["comparison"] as const) : [])],
        ...reportedUsage(usage),
        ...(outside.length > 0 ? { outside } : {}),
      };
    } catch (error) {
      throw withChanges(error, difference, run.id);
    }
  }

  async function inWorktree<T extends Pick<Implementation, "result">>(
    run: OpenRun,
    { path, name }: Repository,
    work: (folder: string) => Promise<T>,
  ) {
    const folder = join(parts.home.path, "worktrees", run.id);
    const branch = `throughline/${run.id}`;
    await workingTrees.addWorktree(path, folder, branch);
    const close = async (message: string, changes: number) => {
      const hasWork = (await workingTrees.commitAll(folder, message)) !== undefined || changes > 0;
      await workingTrees.removeWorktree(path, folder);
      await (hasWork ? run.note({ branch }) : workingTrees.deleteBranch(path, branch));
      return hasWork;
    };
    try {
      const finished = await work(folder);
      const { result } = finished;
      const message = `${result.summary.split("\n")[0] || name}\n\nMade by ${run.id}.\n`;
      return (await close(message, result.changes.length)) ? { ...finished, result: { ...result, branch } } : finished;
    } catch (error) {
      await close(`Unfinished work of ${run.id}\n`, 0).catch(() => {});
      throw error;
    }
  }
}

const tooManyUncommittedBytes = (path: string) =>
  new AppError("conflict", `${path} has more than 512 MiB of uncommitted files, too much for an undo snapshot.`, {
    code: "CONFLICT",
    hint: "Commit or ignore them first.",
  });

/** The first paragraph is the summary, the rest the notes. */
function splitReply(answer: string): { summary: string; notes: string } {
  const [summary = "", ...rest] = answer.trim().split(/\n\s*\n/);
  return { summary: summary.trim(), notes: rest.join("\n\n").trim() };
}

function toChanges({ changes }: TreeDifference): Change[] {
  return changes.flatMap(({ file, action, from, added, removed }): Change[] => {
    const lines = added === null ? "binary" : `+${added} -${removed ?? 0} lines`;
    if (action !== "renamed") return [{ file, action, description: lines }];
    return [
      { file: from ?? "", action: "deleted", description: `renamed to ${file}` },
      { file, action: "created", description: `renamed from ${from}, ${lines}` },
    ];
  });
}

function truncatePatch(patch: string): string {
  const excerpt = headAndTail(maxDiffLength / 2);
  excerpt.add(patch);
  return excerpt.text();
}

/** A failed run may have changed files: lists them and how to undo them. */
function withChanges(error: unknown, difference: TreeDifference, id: string): unknown {
  if (!(error instanceof AppError) || difference.changes.length === 0) return error;
  const undo = `It had changed ${formatCount(difference.changes.length, "file")}. Undo with \`throughline undo ${id}\`.`;
  return new AppError(error.problem, error.message, {
    code: error.code,
    details: { ...error.details, changes: toChanges(difference), subAgentId: id },
    hint: error.code === "WRITTEN_OUTSIDE" ? `${error.hint} ${undo}` : undo,
    cause: error,
  });
}
