import { AppError } from "../../base/errors.js";
import type { Runtime } from "../../base/runtime.js";
import type { Settings } from "../../base/settings.js";
import type { AgentProcess, ProcessEnd } from "../../engine/agent-process.js";
import type { Transcript } from "../../engine/run-files.js";
import type { Sandbox } from "../../engine/sandbox.js";
import type { AgentOutcome, AgentPlan, Usage } from "../../hosts/sub-agent.js";
import type { FactStore } from "../../store/bridge/fact-store.js";
import type { RunStore } from "../../store/bridge/run-store.js";
import type { TranscriptStore } from "../../store/bridge/transcript-store.js";
import type { LeaseStore } from "../../store/lease-store.js";
import type { Adapter } from "./adapters.js";
import { overRunLimit } from "./budget.js";
import { type ConfinedRequest, type Confinement, confineAgent } from "./confine.js";
import { agentEnvironment, quietEnvironment } from "./environment-allowlist.js";
import type { InstalledAgent } from "./probe-agent.js";
import type { OpenRun } from "./run-log.js";
import { cleanText, headAndTail, runWatched } from "./run-output.js";
import { cancelled, throwIfAborted } from "./slots.js";

/** Dependencies of running an agent. */
export interface AgentDeps {
  readonly processes: AgentProcess;
  readonly sandbox: Sandbox;
  readonly factStore: FactStore;
  readonly runStore: RunStore;
  readonly transcripts: TranscriptStore;
  readonly leases: LeaseStore;
  readonly settings: Settings;
  readonly runtime: Runtime;
}

export interface AgentRequest extends ConfinedRequest {
  readonly prompt: string;
  /** Another agent than the one in the settings. */
  readonly agent?: string;
  /** May only lower the limit of the setting. */
  readonly timeoutMs?: number | undefined;
  /** The agent's output is not kept: it repeats what the prompt quotes of a session. */
  readonly isUnlogged?: boolean;
  onProgress(message: string): void;
  /** Called just before the process starts, with what confines it. */
  onConfined?(confinement: Confinement): void | Promise<void>;
}

export interface AgentReply {
  readonly answer: string;
  readonly usage: Usage;
  readonly confinement: Confinement;
}

interface Deps extends AgentDeps {
  readonly adapter: Adapter;
  readonly installed: InstalledAgent;
  readonly run: OpenRun;
  readonly request: AgentRequest;
}

const noTranscript: Transcript = { path: "", write() {}, close() {} };

const maxStderrLength = 4000;

/** One process of one agent, from its command line to its answer. */
export async function runAgent(deps: Deps): Promise<AgentReply> {
  const { adapter, installed, run, request, settings, processes, transcripts } = deps;
  const plan = adapter.plan({
    mode: request.mode,
    prompt: request.prompt,
    folder: request.folder,
    model: settings["agent.model"],
    maxCost: settings["agent.runCost"],
    extraArgs: settings["agent.args"],
    features: installed.features,
  });
  const folder = await processes.openFolder(run.id, plan.files ?? {});
  const transcript = request.isUnlogged ? noTranscript : transcripts.open(run.id);
  try {
    return await superviseRun(deps, withFolder(plan, folder.path), folder.path, transcript);
  } finally {
    transcript.close();
    await folder.remove();
  }
}

const withFolder = ({ args, environment = {}, ...rest }: AgentPlan, path: string) => ({
  ...rest,
  args: args.map((word) => word.replaceAll("{run}", path)),
  environment: Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replaceAll("{run}", path)]),
  ),
});

async function superviseRun(
  deps: Deps,
  plan: ReturnType<typeof withFolder>,
  runFolder: string,
  transcript: Transcript,
): Promise<AgentReply> {
  const { adapter, installed, run, request, settings, processes } = deps;
  const environment = {
    ...processes.environment(agentEnvironment(adapter.environment, settings["agent.env"])),
    ...quietEnvironment,
    ...plan.environment,
    PWD: request.folder,
    THROUGHLINE_AGENT_DEPTH: "1",
  };
  const { file, args, enforcement, layers } = await confineAgent(deps, plan.args, runFolder, environment);
  const confinement = { enforcement, layers };
  await run.note({
    status: "running",
    agent: adapter.name,
    agentVersion: installed.version,
    model: settings["agent.model"] || null,
    enforcement,
    transcript: transcript.path || null,
  });
  await request.onConfined?.(confinement);
  const parser = adapter.openParser(request.mode);
  const stderr = headAndTail(maxStderrLength / 2);
  const stop = new AbortController();
  const readLine = (line: string) => {
    const event = parser.line(line);
    if (event?.kind === "step") request.onProgress(event.text);
    if (event?.kind === "violation") stop.abort(violation(adapter, event.text));
    const over = overRunLimit(parser.usage(), settings);
    if (over) stop.abort(over);
  };
  const timeoutMs = timeLimit(settings["agent.timeout"], request.timeoutMs);
  const end = await runWatched(processes, {
    id: run.id,
    file,
    args,
    environment,
    folder: request.folder,
    ...(plan.input === undefined ? {} : { input: plan.input }),
    timeoutMs,
    signal: AbortSignal.any([run.signal, stop.signal]),
    transcript,
    onLine(stream, line, isWhole) {
      if (stream === "stderr") stderr.add(`${line}\n`);
      else if (isWhole) readLine(line);
    },
    onHeartbeat: () => request.onProgress(`${adapter.title} works in ${request.folder}`),
  });
  const exitCode = end.kind === "exited" ? end.code : null;
  const outcome = parser.end({ code: exitCode, stderr: cleanText(stderr.text()).trim() });
  const { usage, model } = outcome;
  await run.note({ exitCode, ...usage, ...(model ? { model } : {}) });
  // An agent that was stopped may still exit with an answer.
  throwIfAborted(run.signal);
  stop.signal.throwIfAborted();
  return { answer: answerOf(deps, end, outcome, timeoutMs), usage, confinement };
}

/** Time limit of a run: what the caller requests, up to what the setting allows. */
export const timeLimit = (maxMs: number, requestedMs: number | undefined): number =>
  requestedMs === undefined ? maxMs : Math.min(maxMs, Math.max(1, Math.trunc(requestedMs)));

const violation = (adapter: Adapter, text: string) =>
  new AppError("forbidden", `${adapter.title} was stopped: ${text}, but this run is read-only.`, {
    code: "AGENT_ERROR",
    hint: "Its own settings allow more than a read-only run. Check them, or use another agent.",
  });

function answerOf({ adapter, settings, run }: Deps, end: ProcessEnd, outcome: AgentOutcome, timeoutMs: number): string {
  if (end.kind === "cancelled") throw cancelled();
  if (end.kind === "timeout") throw timeout(adapter, timeoutMs);
  if (end.kind === "unstartable") throw unstartable(adapter, end);
  if (outcome.answer !== undefined)
    return truncateAnswer(cleanText(outcome.answer), settings["agent.maxAnswer"], run.id);
  const detail = cleanText(outcome.error ?? "").slice(0, 1000);
  throw new AppError("unavailable", `${adapter.title} failed: ${detail || "no answer"}`, {
    code: outcome.isSignedOut ? "AGENT_AUTH" : "AGENT_ERROR",
    details: { agent: adapter.name, exitCode: end.code, signal: end.signal, subAgentId: run.id },
    hint: outcome.isSignedOut
      ? `Sign in: run ${adapter.command} once.`
      : "Read its transcript with `throughline agent log`.",
  });
}

const timeout = (adapter: Adapter, timeoutMs: number) =>
  new AppError("unavailable", `${adapter.title} did not answer within ${timeoutMs} ms and was stopped.`, {
    code: "AGENT_TIMEOUT",
    details: { agent: adapter.name, timeoutMs },
    hint: "Ask for less, or raise agent.timeout.",
  });

const unstartable = (adapter: Adapter, end: Extract<ProcessEnd, { kind: "unstartable" }>) =>
  new AppError(end.reason === "denied" ? "forbidden" : "unavailable", `Cannot start ${adapter.title}: ${end.message}`, {
    code: end.reason === "denied" ? "PERMISSION_DENIED" : "AGENT_ERROR",
    hint: `Reinstall it: ${adapter.install}.`,
  });

/** Keeps the beginning and the end of an overlong answer; the transcript has all of it. */
function truncateAnswer(answer: string, max: number, id: string): string {
  if (answer.length <= max) return answer;
  const excerpt = headAndTail(Math.floor(max / 2));
  excerpt.add(answer);
  return `${excerpt.text()}\n[Cut at ${max} characters. Full output: \`throughline agent log ${id}\`.]`;
}

/** The usage for an answer, without what the agent does not report. */
export function reportedUsage({ inputTokens, outputTokens, cost }: Usage): { usage?: Partial<Usage> } {
  const usage = {
    ...(inputTokens + outputTokens > 0 ? { inputTokens, outputTokens } : {}),
    ...(cost > 0 ? { cost } : {}),
  };
  return Object.keys(usage).length === 0 ? {} : { usage };
}
