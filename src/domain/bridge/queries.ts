import { AppError } from "../../base/errors.js";
import { sha256 } from "../../base/sha256.js";
import type { Usage } from "../../hosts/sub-agent.js";
import { type Confinement, type Enforcement, unconfined } from "../agents/confine.js";
import { reportedUsage } from "../agents/run-agent.js";
import type { OpenRun } from "../agents/run-log.js";
import { createSingleFlight } from "../agents/single-flight.js";
import type { Call } from "../call.js";
import { validateText } from "./bridge-errors.js";
import { type BridgeParts, progressReporter, type RunAnswer, type RunRequest } from "./bridge-parts.js";
import { runFacts } from "./projects.js";
import { promptVersion, questionPrompt } from "./prompts.js";
import { listDifferences, recordSiblings, type SiblingStates } from "./sibling-changes.js";
import { collectSiblingContext } from "./sibling-context.js";

/** Maximum age of a cached answer, fixed by the contract. */
const answerLifeMs = 3_600_000;

/**
 * The key of an answer: a hash of the question and of everything else that the answer depends on, as a JSON array, so
 * that different fields never join to the same text. Ignores case and spacing of the question; keeps its punctuation,
 * because `C`, `C#` and `C++` differ.
 */
export function answerKey(query: string, ...facts: readonly (string | null)[]): string {
  const normalized = query.normalize("NFC").trim().replace(/\s+/gu, " ").toLowerCase();
  return sha256(JSON.stringify([normalized, ...facts]));
}

const maxSources = 20;
const fileMention = /(?:^|[\s`("'[<])\.?\/?([\p{L}\p{N}_@.+/-]+\.[\p{L}\p{N}]+)(?::(\d{1,6}))?/gmu;

/** Files that an answer mentions and the repository contains. */
export function findSources(answer: string, files: ReadonlySet<string>): { file: string; line?: number }[] {
  const mentions = [...answer.matchAll(fileMention)].filter(([, file = ""]) => files.has(file));
  const sources = mentions.map(([, file = "", line]) => (line === undefined ? { file } : { file, line: Number(line) }));
  return [...new Map(sources.map((one) => [JSON.stringify(one), one])).values()].slice(0, maxSources);
}

export interface QueryAnswer extends RunAnswer {
  readonly query: string;
  readonly result: string;
  readonly cached: boolean;
  readonly sources: ReturnType<typeof findSources>;
  /** As far as the agent reports it. */
  readonly usage?: Partial<Usage>;
  readonly notes?: string;
}

export interface Question extends RunRequest {
  readonly query: string;
  /** Skip the cache. */
  readonly fresh: boolean;
}

export type Queries = ReturnType<typeof createQueries>;

/** Questions about repositories, answered by read-only sub-agents or from the cache. */
export function createQueries(parts: BridgeParts) {
  const { projects, workingTrees, answers, agents, runs, runtime } = parts;
  const flights = createSingleFlight<QueryAnswer>();
  return {
    /** With an `id`, the run has that id and is not shared between callers. */
    async ask(call: Call, question: Question, id?: string): Promise<QueryAnswer> {
      validateText("query", question.query);
      const prepared = await prepare(call, question);
      const cachedAnswer = question.fresh ? undefined : await findCachedAnswer(call, prepared);
      if (cachedAnswer) return cachedAnswer;
      await agents.admit(call);
      if (id !== undefined) return start(call, id, prepared);
      return flights.join(prepared.key, call.signal, (signal) =>
        start({ ...call, signal }, runtime.newId("sa"), prepared),
      );
    },
  };

  type PreparedQuestion = Awaited<ReturnType<typeof prepare>>;

  async function prepare(call: Call, question: Question) {
    const repository = await projects.usableRepository(call, question.repo, question.project);
    const all = await projects.repositories(call, repository.project);
    const entries = await collectSiblingContext(call, question.query, repository, all, parts.readContext);
    const state = await workingTrees.state(repository.path);
    const { project, name } = repository;
    const { path, head, dirty } = state;
    const context = JSON.stringify([promptVersion, entries]);
    const { name: agent, model } = agents.chosen;
    const key = answerKey(question.query, project, name, path, head, dirty, agent, model, context);
    return { repository, question, prompt: questionPrompt(question.query, entries), state, key };
  }

  async function findCachedAnswer(call: Call, { key, question }: PreparedQuestion): Promise<QueryAnswer | undefined> {
    const cachedAnswer = await answers.find(call.tenant, key, runtime.now().toISOString());
    if (!cachedAnswer) return undefined;
    const answer = JSON.parse(cachedAnswer.answer) as QueryAnswer;
    return { ...answer, query: question.query, cached: true, executionTime: 0 };
  }

  function start(call: Call, id: string, prepared: PreparedQuestion) {
    const { repository, question, state } = prepared;
    const facts = { id, kind: "query", ...runFacts(repository, question.query) } as const;
    return runs.record(call, facts, async (run) => {
      await run.note({ head: state.head });
      const startedAt = runtime.now().getTime();
      let confinement: Confinement = unconfined;
      let others: SiblingStates | undefined;
      const onConfined = async (by: Confinement) => {
        confinement = by;
        // Without a sandbox it could write anywhere: every repository that is registered is watched.
        if (by.enforcement !== "os")
          others = await recordSiblings(repository, await projects.everyRepository(call), parts);
      };
      const check = async () => {
        const notes = await checkUnchanged(prepared, run, confinement.enforcement);
        await others?.check(confinement);
        return notes;
      };
      const request = {
        mode: "reads",
        folder: repository.path,
        timeoutMs: question.timeoutMs,
        prompt: prepared.prompt,
        mayRunUnconfined: (await parts.readPolicy(call, repository.project)).unconfined === "allow",
        onProgress: progressReporter(call),
        onConfined,
      } as const;
      const reply = await agents.run(call, run, request).catch(async (error) => {
        await check();
        throw error;
      });
      const notes = await check();
      const answer: QueryAnswer = {
        success: true,
        repo: repository.name,
        query: question.query,
        result: reply.answer,
        cached: false,
        executionTime: runtime.now().getTime() - startedAt,
        subAgentId: run.id,
        sources: findSources(reply.answer, new Set(await workingTrees.files(repository.path))),
        enforcement: confinement.enforcement,
        layers: [...confinement.layers, "comparison"],
        ...reportedUsage(reply.usage),
        ...(notes ? { notes } : {}),
      };
      if (!notes) await save(call, prepared, answer);
      return answer;
    });
  }

  /** Throws if the repository changed, unless a sandbox was active or one of our runs writes: then something else changed it. */
  async function checkUnchanged({ repository, state }: PreparedQuestion, run: OpenRun, by: Enforcement) {
    const changed = listDifferences(state, await workingTrees.state(repository.path));
    if (changed.length === 0) return undefined;
    if (by === "os" || parts.locks.isHeld(state.path)) {
      return `The repository changed meanwhile (${changed.slice(0, 10).join(", ")}), so the answer was not cached.`;
    }
    const patch = await workingTrees.patch(repository.path, changed);
    const { name } = repository;
    throw new AppError("conflict", `${name} changed during a read-only run: ${changed.slice(0, 20).join(", ")}.`, {
      code: "READ_ONLY_VIOLATED",
      details: { repo: name, subAgentId: run.id, changed, patch: patch.slice(0, 8000) },
      hint: "Review the change. If no other process made it, install bubblewrap or use another agent.",
    });
  }

  async function save(call: Call, { key, repository, question }: PreparedQuestion, answer: QueryAnswer): Promise<void> {
    const now = runtime.now();
    await answers.save(call.tenant, {
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
