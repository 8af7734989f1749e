import { constants } from "node:os";
import { AppError } from "../../base/errors.js";
import type { ProcessEnd } from "../../engine/agent-process.js";
import type { Transcript } from "../../engine/run-files.js";
import type { Repository } from "../../store/bridge/project-store.js";
import { recursion } from "../agents/agents.js";
import { cleanText } from "../agents/clean-text.js";
import {
  type ConfinedCommand,
  type Enforcement,
  type Layer,
  probeSandbox,
  unconfined,
  wrapInSandbox,
} from "../agents/confine.js";
import { commandEnvironment, quietEnvironment } from "../agents/environment-allowlist.js";
import { type HeadAndTail, headAndTail } from "../agents/head-and-tail.js";
import { createLineSplitter } from "../agents/line-splitter.js";
import type { OpenRun } from "../agents/run-log.js";
import { cancelled } from "../agents/slots.js";
import { timeLimit } from "../agents/time-limit.js";
import type { Call } from "../call.js";
import { pathProblem, validateText } from "./bridge-errors.js";
import type { BridgeParts } from "./bridge-parts.js";
import { denied, evaluateCommand, notApproved } from "./command-policy.js";

export interface CommandResult {
  /** The command ran to its end, whatever its exit code. */
  readonly success: true;
  readonly repo: string;
  readonly command: string;
  readonly result: {
    readonly exitCode: number;
    readonly stdout: string;
    readonly stderr: string;
    readonly workingDirectory: string;
    /** Set when an output was truncated; the transcript has all of it. */
    readonly truncated?: true;
  };
  readonly executionTime: number;
  readonly subAgentId: string;
  /** What confined the command. */
  readonly enforcement: Enforcement;
  readonly layers: readonly Layer[];
}

export interface CommandRequest {
  readonly repo: string;
  readonly command: string;
  readonly project?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

const heartbeatMs = 5000;

interface Execution {
  readonly repository: Repository;
  readonly command: string;
  readonly timeoutMs: number;
}

/** Shell commands in repositories, within the project's policy. */
export function createCommands(parts: BridgeParts) {
  const { projects, workingTrees, processes, runs, transcripts, settings, runtime, shells } = parts;
  return {
    async run(call: Call, id: string, { repo, command, project, timeoutMs }: CommandRequest): Promise<CommandResult> {
      validateText("command", command);
      const repository = await projects.repository(call, repo, project);
      const { path, name, project: inProject } = repository;
      const problem = pathProblem(path, await workingTrees.check(path));
      if (problem) throw problem;
      if (await processes.isInsideAgent()) throw recursion();
      await checkPolicy(call, repository, command);
      const facts = { id, kind: "command" as const, project: inProject, repository: name, path, request: command };
      return runs.record(call, facts, async (run) => {
        const startedAt = runtime.now().getTime();
        const transcript = transcripts.open(id);
        const limit = timeLimit(settings["agent.timeout"], timeoutMs);
        try {
          const execution = { repository, command, timeoutMs: limit };
          const { result, ...confinement } = await execute(call, run, execution, transcript);
          const executionTime = runtime.now().getTime() - startedAt;
          return { success: true, repo, command, result, executionTime, subAgentId: id, ...confinement };
        } finally {
          transcript.close();
        }
      });
    },
  };

  async function checkPolicy(call: Call, { project }: Repository, command: string): Promise<void> {
    const verdict = evaluateCommand(command, await parts.readPolicy(call, project));
    if (verdict === "deny") throw denied(command, project);
    if (verdict === "allow") return;
    const answer = await call.confirm?.(`Run this in the project ${project}?\n\n${command}`);
    if (answer !== true) throw notApproved(command, project, answer === false);
  }

  async function execute(
    call: Call,
    run: OpenRun,
    { repository, command, timeoutMs }: Execution,
    transcript: Transcript,
  ) {
    const environment = {
      ...processes.environment(commandEnvironment(settings["run.env"])),
      ...quietEnvironment,
      PWD: repository.path,
    };
    const { file, args, enforcement, layers } = await confine(repository, command, environment);
    await run.note({ status: "running", enforcement, transcript: transcript.path });
    const outputs = { stdout: headAndTail(maxHalfLength()), stderr: headAndTail(maxHalfLength()) };
    const lines = {
      stdout: recordLines(outputs.stdout, transcript, ""),
      stderr: recordLines(outputs.stderr, transcript, "stderr: "),
    };
    let beats = 0;
    const heartbeat = setInterval(
      () => call.progress(++beats, undefined, `still runs: ${command.slice(0, 80)}`),
      heartbeatMs,
    ).unref();
    const end = await processes.run({
      id: run.id,
      file,
      args,
      environment,
      folder: repository.path,
      timeoutMs,
      signal: run.signal,
      output: (stream, chunk) => lines[stream].add(chunk),
    });
    clearInterval(heartbeat);
    lines.stdout.end();
    lines.stderr.end();
    const exitCode = exitCodeOf(end, command, outputs, timeoutMs);
    await run.note({ exitCode });
    const isCut = outputs.stdout.isCut || outputs.stderr.isCut;
    const result = {
      exitCode,
      stdout: cleanText(outputs.stdout.text()),
      stderr: cleanText(outputs.stderr.text()),
      workingDirectory: repository.path,
      ...(isCut ? { truncated: true as const } : {}),
    };
    return { result, enforcement, layers };
  }

  function maxHalfLength(): number {
    return Math.floor(settings["run.maxOutput"] / 2);
  }

  async function findShell(): Promise<string> {
    for (const name of shells) {
      const program = await processes.find(name);
      if (program) return program.path;
    }
    return shells[0] ?? "sh";
  }

  async function confine(
    { path }: Repository,
    command: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<ConfinedCommand> {
    const shell = { file: await findShell(), args: ["-c", command] };
    const verdict = await probeSandbox(parts);
    if (!verdict.works) return { ...shell, ...unconfined };
    const plan = {
      kind: "command",
      folder: path,
      mayWrite: true,
      writable: [],
      homePaths: [],
      programs: [],
      environment,
    } as const;
    return wrapInSandbox(parts, verdict.layer, shell, plan);
  }
}

function recordLines(output: HeadAndTail, transcript: Transcript, prefix: string) {
  return createLineSplitter((line, isWhole) => {
    transcript.write(`${prefix}${line}\n`);
    output.add(isWhole ? `${line}\n` : line);
  });
}

/** Shells report 128 plus the signal's number. */
const signalNumbers: Readonly<Record<string, number>> = constants.signals;

function exitCodeOf(
  end: ProcessEnd,
  command: string,
  outputs: { stdout: HeadAndTail; stderr: HeadAndTail },
  timeoutMs: number,
): number {
  if (end.kind === "exited") return end.code ?? 128 + (signalNumbers[end.signal ?? ""] ?? 0);
  if (end.kind === "cancelled") throw cancelled();
  if (end.kind === "timeout") {
    throw new AppError(
      "unavailable",
      `The command did not finish within ${timeoutMs} ms and was stopped: ${command.slice(0, 200)}`,
      {
        code: "COMMAND_TIMEOUT",
        details: { timeoutMs, stdout: cleanText(outputs.stdout.text()), stderr: cleanText(outputs.stderr.text()) },
        hint: "Run something shorter, or raise agent.timeout.",
      },
    );
  }
  throw new AppError("unavailable", `Cannot start the command: ${end.message}`, {
    code: "COMMAND_FAILED",
    hint: "Install a POSIX shell. On Windows, Git includes one.",
  });
}
