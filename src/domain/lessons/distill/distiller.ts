import { AppError } from "../../../base/errors.js";
import { estimateTokens } from "../../../base/text/estimate-tokens.js";
import type { Files } from "../../../engine/files.js";
import type { Host } from "../../../engine/host.js";
import { noUsage, type Usage } from "../../../hosts/sub-agent.js";
import type { LeaseStore } from "../../../store/lease-store.js";
import type { DistilledRun, DistilledStore } from "../../../store/memory/distilled-store.js";
import { distillerAuthor } from "../../../store/memory/forget-session.js";
import { startOfDay } from "../../agents/budget.js";
import type { ArchiveParts } from "../../archive/archive-parts.js";
import type { Sessions } from "../../archive/sessions/sessions.js";
import type { Call } from "../../call.js";
import type { ProjectResolver } from "../../identity/project-resolver.js";
import type { Memories } from "../../memory/memories.js";
import { type Price, sessionCost } from "../../overview/session-cost.js";
import { type CheckedLesson, checkLessons, type DroppedLesson, readDrafts } from "./check-lessons.js";
import { digestSession } from "./digest-session.js";
import { distillPrompt, distillSystem, lessonsToShow } from "./distill-prompt.js";
import type { LessonWriter, WriterName } from "./lesson-writer.js";
import { storeLessons } from "./store-lessons.js";

/** Which sessions to distill. Without ids, those with exchanges that no model read, the newest first. */
interface DistillSelection {
  readonly sessions?: readonly string[];
  /** Path or name. */
  readonly project?: string;
  readonly limit: number;
}

interface Deps extends Pick<ArchiveParts, "exchanges" | "projectRegistry" | "settings" | "runtime"> {
  readonly sessions: Pick<Sessions, "find" | "exchanges">;
  readonly memories: Pick<Memories, "trusted" | "record" | "update" | "stateOf">;
  readonly identity: Pick<ProjectResolver, "root">;
  readonly files: Pick<Files, "exists">;
  readonly store: DistilledStore;
  readonly leases: LeaseStore;
  readonly host: Pick<Host, "isOnBattery">;
  readonly prices: readonly Price[];
  openWriter(name: WriterName): LessonWriter;
  redact(text: string): string;
}

const maxOutputTokens = 1500;
/** What one call usually answers. */
const usualOutputTokens = 350;
/** Of one call, with the instructions and the lessons that exist. */
const maxCallTokens = 6000;
/** Of one session; longer ones are read in parts, the newest first. */
const maxSessionTokens = 12_000;
const maxLessonTokens = 900;
const maxShownLessons = 300;
/** Of one part of a session. */
const maxLessons = 5;
const maxFixes = 100;
/** Less says nothing that lasts. */
const minDigestTokens = 15;
/** Longer than one call of a model may take. */
const leaseMs = 15 * 60_000;
const quietMs = 30 * 60_000;

/** Lets a model read finished sessions and stores what it learned, as far as its quotations prove it. */
export type Distiller = ReturnType<typeof createDistiller>;
export type DistillEstimate = Awaited<ReturnType<Distiller["estimate"]>>;
export type DistillReport = Awaited<ReturnType<Distiller["distill"]>>;
export type DistilledSession = DistillReport["sessions"][number];

export function createDistiller(deps: Deps) {
  const { sessions, memories, projectRegistry, store, settings, runtime, redact } = deps;

  async function select(call: Call, { sessions: ids, project, limit }: DistillSelection): Promise<string[]> {
    if (ids) return Promise.all(ids.map(async (id) => (await sessions.find(call, id)).id));
    const match = project === undefined ? undefined : await projectRegistry.lookUp(call.tenant, project, call.folder);
    if (project !== undefined && !match)
      throw new AppError("missing", `Project not found: ${project}.`, { hint: "See `throughline sessions`." });
    return store.pending(call.tenant, { project: match?.id }, limit);
  }

  /** The calls that a session needs; none if there is nothing to read. */
  async function read(call: Call, id: string) {
    const { session, exchanges } = await sessions.exchanges(call, id);
    const readBefore = await store.exchangesRead(call.tenant, id);
    const from = readBefore < exchanges.length ? readBefore : 0;
    const fixes = await deps.exchanges.findings(call.tenant, "remediation", { session: id }, maxFixes);
    const maxParts = Math.max(1, Math.floor(maxSessionTokens / maxCallTokens));
    const overhead = estimateTokens(distillSystem) + maxLessonTokens + 100;
    const partTokens = Math.max(500, maxCallTokens - overhead);
    const existing = await memories.trusted({ ...call, folder: session.folder }, maxShownLessons);
    const digests = digestSession(exchanges, fixes, { from, partTokens, maxParts }).filter(
      ({ text }) => estimateTokens(text) >= minDigestTokens,
    );
    const project = await projectRegistry.nameOf(call.tenant, session.project);
    const { agent, endedAt } = session;
    const facts = { project, agent, day: endedAt.slice(0, 10), parts: digests.length };
    const parts = digests.map(({ text, exchanges: cited }, i) => {
      const lessons = lessonsToShow(text, existing, maxLessonTokens);
      const promptAfter = (written: readonly string[]) =>
        redact(distillPrompt(text, { ...facts, part: i + 1, lessons, written }));
      return { cited, lessons, promptAfter };
    });
    const inputTokens = parts.reduce((total, { promptAfter }) => total + tokensWith(promptAfter([])), 0);
    return { session, project, exchanges: exchanges.length, parts, existing, inputTokens };
  }

  async function requireBudget(call: Call, inputTokens: number): Promise<void> {
    const { tokens, cost } = await store.totals(call.tenant, startOfDay(runtime.now()));
    const { "learning.maxTokensPerDay": maxTokens, "learning.maxCostPerDay": maxCost } = settings;
    if (maxTokens > 0 && tokens + inputTokens > maxTokens)
      throw overBudget("learning.maxTokensPerDay", tokens, maxTokens);
    if (maxCost > 0 && cost >= maxCost) throw overBudget("learning.maxCostPerDay", cost, maxCost);
  }

  /** Asks for every part before anything is stored: a model that fails leaves everything as it was. */
  async function ask(call: Call, writer: LessonWriter, reading: Awaited<ReturnType<typeof read>>) {
    const { parts, project, session } = reading;
    const lessons: CheckedLesson[] = [];
    const dropped: DroppedLesson[] = [];
    let usage = noUsage;
    for (const { cited: exchanges, lessons: shown, promptAfter } of parts) {
      call.progress(0, undefined, `${writer.name} reads ${session.title || session.id} of ${project}`);
      const prompt = promptAfter(lessons.map(({ title }) => title));
      const reply = await writer.write(call, { system: distillSystem, prompt, maxTokens: maxOutputTokens });
      // Some servers do not count.
      const inputTokens = reply.usage.inputTokens || tokensWith(prompt);
      const { outputTokens, cost } = reply.usage;
      usage = sum(usage, {
        inputTokens,
        outputTokens,
        cost: cost || (priceOf(writer, inputTokens, outputTokens) ?? 0),
      });
      const drafts = readDrafts(reply.text);
      if (!drafts) dropped.push({ title: "", reason: "the answer is not JSON of the schema" });
      const checked = checkLessons(drafts ?? [], { exchanges, lessons: shown, redact, max: maxLessons });
      lessons.push(...checked.lessons);
      dropped.push(...checked.dropped);
    }
    return { lessons, dropped, usage };
  }

  const priceOf = ({ model, name }: LessonWriter, tokensIn: number, tokensOut: number): number | undefined =>
    sessionCost(deps.prices, { model: model || name, tokensIn, tokensOut });

  async function distillOne(call: Call, id: string, writer: LessonWriter, dryRun: boolean) {
    const reading = await read(call, id);
    const { session, existing } = reading;
    await requireBudget(call, reading.inputTokens);
    const { lessons, usage, dropped: unproven } = await ask(call, writer, reading);
    const author = { ...call, folder: session.folder, caller: `${distillerAuthor}${writer.name}` };
    const source = { sessionId: id, lessons: existing, dryRun };
    const { written, dropped: refused } = await storeLessons(deps, author, lessons, source);
    const dropped = [...unproven, ...refused];
    await store.add(call.tenant, {
      ...usage,
      sessionId: id,
      at: runtime.now().toISOString(),
      model: writer.model || writer.name,
      dropped: dropped.length,
      // What a dry run spent counts, but the session is still to be read.
      exchanges: dryRun ? 0 : reading.exchanges,
      lessons: dryRun ? 0 : written.length,
    });
    return { id, title: session.title, usage, lessons: written, dropped };
  }

  /** `stopped` says why it ended before all sessions were read. */
  async function distill(call: Call, ids: readonly string[], options: { name: WriterName; dryRun: boolean }) {
    const writer = deps.openWriter(options.name);
    const done: Awaited<ReturnType<typeof distillOne>>[] = [];
    const holder = runtime.newId("lease");
    try {
      for (const id of ids) {
        if (!(await deps.leases.take("distill", holder, leaseMs)))
          throw new AppError("conflict", "Another process distills sessions.", {
            code: "BUSY",
            hint: "Try again when it has finished.",
          });
        done.push(await distillOne(call, id, writer, options.dryRun));
      }
      return { sessions: done };
    } catch (error) {
      if (done.length === 0 || !(error instanceof AppError)) throw error;
      return { sessions: done, stopped: [error.message, error.hint].filter(Boolean).join(" ") };
    } finally {
      await deps.leases.release("distill", holder);
    }
  }

  return {
    distill,

    /** What a run would send and cost. */
    async estimate(call: Call, selection: DistillSelection, name: WriterName) {
      const writer = deps.openWriter(name);
      const planned = [];
      for (const id of await select(call, selection)) {
        const { session, project, exchanges, parts, inputTokens } = await read(call, id);
        const { title, endedAt } = session;
        const outputTokens = parts.length * usualOutputTokens;
        planned.push({ id, title, project, endedAt, exchanges, calls: parts.length, inputTokens, outputTokens });
      }
      const inputTokens = planned.reduce((total, one) => total + one.inputTokens, 0);
      const outputTokens = planned.reduce((total, one) => total + one.outputTokens, 0);
      const cost = priceOf(writer, inputTokens, outputTokens);
      return { writer: name, sessions: planned, inputTokens, outputTokens, ...(cost === undefined ? {} : { cost }) };
    },

    /** Distills the newest session that has been quiet for a while, in the background; false if there was nothing to do. */
    async distillNext(call: Call, name: WriterName): Promise<boolean> {
      const before = new Date(runtime.now().getTime() - quietMs).toISOString();
      const next = await store.pending(call.tenant, { before }, 1);
      if (next.length === 0 || (await deps.host.isOnBattery())) return false;
      await distill(call, next, { name, dryRun: false });
      return true;
    },

    /** Past runs, the newest first. */
    runs: (call: Call, limit: number): Promise<DistilledRun[]> => store.newest(call.tenant, limit),
  };
}

/** Of a call with this prompt. */
const tokensWith = (prompt: string): number => estimateTokens(`${distillSystem}${prompt}`);

const sum = (a: Usage, b: Usage): Usage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  cost: a.cost + b.cost,
});

function overBudget(name: string, used: number, limit: number): AppError {
  const share = `${Math.round(used * 100) / 100} of ${limit} used today`;
  return new AppError("forbidden", `The budget ${name} does not allow another session: ${share}.`, {
    code: "BUDGET_EXCEEDED",
    details: { budget: name, used, limit },
    hint: `Raise it with \`throughline config set ${name} <number>\`, or continue tomorrow.`,
  });
}
