import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { TreeState, WorkingTrees } from "../../engine/working-trees.js";
import type { AnswerCache } from "../../store/bridge/answer-cache.js";
import type { Repository } from "../../store/bridge/project-store.js";
import type { Enforcement } from "../agents/agent-parts.js";
import type { Agents } from "../agents/agents.js";
import type { OpenRun, RunLog } from "../agents/run-log.js";
import { createSingleFlight } from "../agents/single-flight.js";
import type { Call } from "../call.js";
import { answerKey, answerLifeMs } from "./answer-key.js";
import { pathProblem, refuseText } from "./bridge-errors.js";
import { differences } from "./compare-states.js";
import { type AnswerSource, findSources } from "./find-sources.js";
import type { Projects } from "./projects.js";
import { promptVersion, questionPrompt } from "./prompts.js";
import { neighbourMaterial, type ReadPublicContext } from "./sibling-context.js";

export interface QueryAnswer {
  readonly success: true;
  readonly repo: string;
  readonly query: string;
  readonly result: string;
  readonly cached: boolean;
  /** Milliseconds; 0 for a kept answer. */
  readonly executionTime: number;
  readonly subAgentId: string;
  readonly sources: readonly AnswerSource[];
  /** What kept the sub-agent from writing. */
  readonly enforcement: Enforcement;
  readonly notes?: string;
}

export interface Question {
  readonly repo: string;
  readonly query: string;
  readonly project?: string | undefined;
  /** Asks anew even when an answer is kept. */
  readonly fresh: boolean;
  readonly timeoutMs?: number | undefined;
}

/** Questions about repositories, answered by sub-agents that only read, or from what they said before. */
export interface Queries {
  /** With an `id` the run gets that id and is shared with nobody. */
  ask(call: Call, question: Question, tell: (message: string) => void, id?: string): Promise<QueryAnswer>;
}

interface Deps {
  readonly projects: Projects;
  readonly workingTrees: WorkingTrees;
  readonly answers: AnswerCache;
  readonly agents: Agents;
  readonly runs: RunLog;
  readonly readContext: ReadPublicContext;
  readonly runtime: Runtime;
  /** Whether a run of ours may be changing this folder now. */
  isWriting(path: string): boolean;
}

interface Prepared {
  readonly repository: Repository;
  readonly question: Question;
  readonly prompt: string;
  readonly state: TreeState;
  readonly key: string;
}

export function createQueries(parts: Deps): Queries {
  const { projects, workingTrees, answers, agents, runs, runtime } = parts;
  const flights = createSingleFlight<QueryAnswer>();
  return {
    async ask(call, question, tell, id) {
      refuseText("query", question.query);
      const prepared = await prepare(call, question);
      const kept = question.fresh ? undefined : await cachedAnswer(call, prepared);
      if (kept) return kept;
      await agents.admit(call);
      if (id !== undefined) return start(call, id, prepared, tell);
      return flights.join(prepared.key, call.signal, (signal) =>
        start({ ...call, signal }, runtime.newId("sa"), prepared, tell),
      );
    },
  };

  async function prepare(call: Call, question: Question): Promise<Prepared> {
    const repository = await projects.repository(call, question.repo, question.project);
    const problem = pathProblem(repository.path, await workingTrees.check(repository.path));
    if (problem) throw problem;
    const all = await projects.repositories(call, repository.project);
    const material = await neighbourMaterial(call, question.query, repository, all, parts.readContext);
    const state = await workingTrees.state(repository.path);
    const key = answerKey({
      query: question.query,
      project: repository.project,
      repository: repository.name,
      ...{ path: state.path, head: state.head, dirty: state.dirty },
      agent: agents.chosen.name,
      model: agents.chosen.model,
      prompt: JSON.stringify([promptVersion, material]),
    });
    return { repository, question, prompt: questionPrompt(question.query, material), state, key };
  }

  async function cachedAnswer(call: Call, { key, question }: Prepared): Promise<QueryAnswer | undefined> {
    const kept = await answers.find(call.tenant, key, runtime.now().toISOString());
    if (!kept) return undefined;
    const answer = JSON.parse(kept.answer) as QueryAnswer;
    return { ...answer, query: question.query, cached: true, executionTime: 0 };
  }

  function start(call: Call, id: string, prepared: Prepared, tell: (message: string) => void): Promise<QueryAnswer> {
    const { repository, question, state } = prepared;
    const facts = {
      id,
      kind: "query" as const,
      project: repository.project,
      repository: repository.name,
      path: repository.path,
      request: question.query,
    };
    return runs.record(call, facts, async (run) => {
      await run.note({ head: state.head });
      const began = runtime.now().getTime();
      let enforcement: Enforcement = "none";
      const confined = (by: Enforcement) => {
        enforcement = by;
      };
      const where = {
        ...{ mode: "reads" as const, folder: repository.path, writable: [] },
        timeoutMs: question.timeoutMs,
      };
      const reply = await agents
        .run(call, run, { ...where, prompt: prepared.prompt, tell, confined })
        .catch(async (error) => {
          await refuseViolation(prepared, run, enforcement);
          throw error;
        });
      const notes = await refuseViolation(prepared, run, enforcement);
      const answer: QueryAnswer = {
        success: true,
        repo: repository.name,
        query: question.query,
        result: reply.answer,
        cached: false,
        executionTime: runtime.now().getTime() - began,
        subAgentId: run.id,
        sources: findSources(reply.answer, new Set(await workingTrees.files(repository.path))),
        enforcement,
        ...(notes ? { notes } : {}),
      };
      if (!notes) await keep(call, prepared, answer);
      return answer;
    });
  }

  /** The repository must be as it was. With the system in between, or a run of ours that writes, a change is not the reader's. */
  async function refuseViolation({ repository, state }: Prepared, run: OpenRun, by: Enforcement) {
    const changed = differences(state, await workingTrees.state(repository.path));
    if (changed.length === 0) return undefined;
    if (by === "os" || parts.isWriting(state.path)) {
      return `The repository changed meanwhile (${changed.slice(0, 10).join(", ")}), so the answer was not kept.`;
    }
    const patch = await workingTrees.patch(repository.path, changed);
    throw new AppError(
      "conflict",
      `${repository.name} changed during a read-only run: ${changed.slice(0, 20).join(", ")}.`,
      {
        code: "READ_ONLY_VIOLATED",
        details: { repo: repository.name, subAgentId: run.id, changed, patch: patch.slice(0, 8000) },
        hint: "Review the change. If no other process made it, install bubblewrap or use another agent.",
      },
    );
  }

  async function keep(call: Call, { key, repository, question }: Prepared, answer: QueryAnswer): Promise<void> {
    const now = runtime.now();
    await answers.keep(call.tenant, {
      key,
      project: repository.project,
      repository: repository.name,
      query: question.query,
      answer: JSON.stringify(answer),
      runId: answer.subAgentId,
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + answerLifeMs).toISOString(),
    });
  }
}
