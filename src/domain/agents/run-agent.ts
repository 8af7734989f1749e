import { AppError } from "../../base/errors.js";
import type { ProcessEnd } from "../../engine/agent-process.js";
import type { Transcript } from "../../engine/run-files.js";
import type { AgentEvent, AgentOutcome, AgentParser, AgentPlan, Usage } from "../../hosts/sub-agent.js";
import type { Adapter } from "./adapters.js";
import type { AgentDeps, AgentRequest } from "./agent-deps.js";
import { overRunLimit } from "./budget.js";
import { cleanText } from "./clean-text.js";
import type { Confinement } from "./confine.js";
import { confineAgent } from "./confine-agent.js";
import { agentEnvironment, quietEnvironment } from "./environment-allowlist.js";
import { headAndTail } from "./head-and-tail.js";
import { createLineSplitter } from "./line-splitter.js";
import type { InstalledAgent } from "./probe-agent.js";
import type { OpenRun } from "./run-log.js";
import { cancelled, throwIfAborted } from "./slots.js";
import { timeLimit } from "./time-limit.js";

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

/** Clients time out when a server is silent. */
const heartbeatMs = 5000;
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
  const watch = watchOutput(deps, adapter.openParser(request.mode), transcript);
  const end = await processes.run({
    id: run.id,
    file,
    args,
    environment,
    folder: request.folder,
    ...(plan.input === undefined ? {} : { input: plan.input }),
    timeoutMs: timeLimit(settings["agent.timeout"], request.timeoutMs),
    signal: watch.signal,
    output: watch.output,
  });
  const { outcome, stopped } = watch.end(end);
  await run.note({
    exitCode: end.kind === "exited" ? end.code : null,
    inputTokens: outcome.usage.inputTokens,
    outputTokens: outcome.usage.outputTokens,
    cost: outcome.usage.cost,
    ...(outcome.model ? { model: outcome.model } : {}),
  });
  // An agent that was stopped may still exit with an answer.
  throwIfAborted(run.signal);
  if (stopped) throw stopped;
  const answer = answerOf(deps, end, outcome);
  return { answer, usage: outcome.usage, confinement };
}

/** Sends output to the transcript, the parser and the caller's progress as it arrives. */
function watchOutput({ adapter, run, request, settings }: Deps, parser: AgentParser, transcript: Transcript) {
  const own = new AbortController();
  const stderr = headAndTail(maxStderrLength / 2);
  let stopped: AppError | undefined;
  let isRunning = true;
  const stop = (why: AppError) => {
    stopped ??= why;
    own.abort();
  };
  const handleEvent = (event: AgentEvent | undefined) => {
    if (event?.kind === "step" && isRunning) request.onProgress(event.text);
    if (event?.kind === "violation") stop(violation(adapter, event.text));
    const over = overRunLimit(parser.usage(), settings);
    if (over) stop(over);
  };
  const lines = {
    stdout: createLineSplitter((line, isWhole) => {
      transcript.write(`${line}\n`);
      if (isWhole) handleEvent(parser.line(line));
    }),
    stderr: createLineSplitter((line) => {
      transcript.write(`stderr: ${line}\n`);
      stderr.add(`${line}\n`);
    }),
  };
  const heartbeat = setInterval(
    () => request.onProgress(`${adapter.title} works in ${request.folder}`),
    heartbeatMs,
  ).unref();
  return {
    signal: AbortSignal.any([run.signal, own.signal]),
    output: (stream: "stdout" | "stderr", chunk: Uint8Array) => lines[stream].add(chunk),
    end(end: ProcessEnd): { outcome: AgentOutcome; stopped: AppError | undefined } {
      isRunning = false;
      clearInterval(heartbeat);
      lines.stdout.end();
      lines.stderr.end();
      const code = end.kind === "exited" ? end.code : null;
      return { outcome: parser.end({ code, stderr: cleanText(stderr.text()).trim() }), stopped };
    },
  };
}

const violation = (adapter: Adapter, text: string) =>
  new AppError("forbidden", `${adapter.title} was stopped: ${text}, but this run is read-only.`, {
    code: "AGENT_ERROR",
    hint: "Its own settings allow more than a read-only run. Check them, or use another agent.",
  });

function answerOf({ adapter, settings, run, request }: Deps, end: ProcessEnd, outcome: AgentOutcome): string {
  if (end.kind === "cancelled") throw cancelled();
  if (end.kind === "timeout") throw timeout(adapter, timeLimit(settings["agent.timeout"], request.timeoutMs));
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
