import { constants } from "node:os";
import { AppError } from "../../base/errors.js";
import type { ProcessEnd } from "../../engine/agent-process.js";
import type { Transcript } from "../../engine/run-files.js";
import type { Repository } from "../../store/bridge/project-store.js";
import { recursion } from "../agents/agents.js";
import { enterSandbox, unconfined } from "../agents/confine.js";
import { commandEnvironment, quietEnvironment } from "../agents/environment-allowlist.js";
import { timeLimit } from "../agents/run-agent.js";
import type { OpenRun } from "../agents/run-log.js";
import { cleanText, headAndTail, runWatched } from "../agents/run-output.js";
import { cancelled } from "../agents/slots.js";
import type { Call } from "../call.js";
import { validateText } from "./bridge-errors.js";
import type { BridgeParts, RunAnswer, RunRequest } from "./bridge-parts.js";
import { denied, evaluateCommand, notApproved } from "./command-policy.js";
import { runFacts } from "./projects.js";

export interface CommandResult extends RunAnswer {
  readonly command: string;
  readonly result: {
    readonly exitCode: number;
    readonly stdout: string;
    readonly stderr: string;
    readonly workingDirectory: string;
    /** Set when an output was truncated; the transcript has all of it. */
    readonly truncated?: true;
  };
}

export interface CommandRequest extends RunRequest {
  readonly command: string;
}

interface Outputs {
  readonly stdout: ReturnType<typeof headAndTail>;
  readonly stderr: ReturnType<typeof headAndTail>;
}

/** Shell commands in repositories, within the project's policy. */
export function createCommands(parts: BridgeParts) {
  const { projects, processes, runs, transcripts, settings, runtime, shells } = parts;
  return {
    async run(call: Call, id: string, { repo, command, project, timeoutMs }: CommandRequest): Promise<CommandResult> {
      validateText("command", command);
      const repository = await projects.usableRepository(call, repo, project);
      if (await processes.isInsideAgent()) throw recursion();
      await checkPolicy(call, repository, command);
      const facts = { id, kind: "command", ...runFacts(repository, command) } as const;
      return runs.record(call, facts, async (run) => {
        const startedAt = runtime.now().getTime();
        const transcript = transcripts.open(id);
        const limit = timeLimit(settings["agent.timeout"], timeoutMs);
        const executed = execute(call, run, repository.path, command, limit, transcript);
        const { result, ...confinement } = await executed.finally(transcript.close);
        const executionTime = runtime.now().getTime() - startedAt;
        return { success: true, repo, command, result, executionTime, subAgentId: id, ...confinement };
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
    folder: string,
    command: string,
    timeoutMs: number,
    transcript: Transcript,
  ) {
    const allowed = processes.environment(commandEnvironment(settings["run.env"]));
    const environment = { ...allowed, ...quietEnvironment, PWD: folder };
    const { file, args, enforcement, layers } = await confine(folder, command, environment);
    await run.note({ status: "running", enforcement, transcript: transcript.path });
    const maxHalf = Math.floor(settings["run.maxOutput"] / 2);
    const outputs: Outputs = { stdout: headAndTail(maxHalf), stderr: headAndTail(maxHalf) };
    let beats = 0;
    const end = await runWatched(processes, {
      id: run.id,
      file,
      args,
      environment,
      folder,
      timeoutMs,
      signal: run.signal,
      transcript,
      onLine: (stream, line, isWhole) => outputs[stream].add(isWhole ? `${line}\n` : line),
      onHeartbeat: () => call.progress(++beats, undefined, `still runs: ${command.slice(0, 80)}`),
    });
    const exitCode = exitCodeOf(end, command, outputs, timeoutMs);
    await run.note({ exitCode });
    const cut = outputs.stdout.isCut || outputs.stderr.isCut ? { truncated: true as const } : {};
    const result = { exitCode, ...textsOf(outputs), workingDirectory: folder, ...cut };
    return { result, enforcement, layers };
  }

  async function confine(folder: string, command: string, environment: Readonly<Record<string, string>>) {
    const programs = await Promise.all(shells.map((name) => processes.find(name)));
    const shell = { file: programs.find(Boolean)?.path ?? shells[0] ?? "sh", args: ["-c", command] };
    const nothing = { writable: [], homePaths: [], programs: [] };
    const plan = { kind: "command", folder, mayWrite: true, ...nothing, environment } as const;
    const confined = await enterSandbox(parts, shell, plan);
    return typeof confined === "string" ? { ...shell, ...unconfined } : confined;
  }
}

const textsOf = ({ stdout, stderr }: Outputs) => ({
  stdout: cleanText(stdout.text()),
  stderr: cleanText(stderr.text()),
});

/** Shells report 128 plus the signal's number. */
const signalNumbers: Readonly<Record<string, number>> = constants.signals;

function exitCodeOf(end: ProcessEnd, command: string, outputs: Outputs, timeoutMs: number): number {
  if (end.kind === "exited") return end.code ?? 128 + (signalNumbers[end.signal ?? ""] ?? 0);
  if (end.kind === "cancelled") throw cancelled();
  if (end.kind === "timeout") {
    const shown = command.slice(0, 200);
    throw new AppError("unavailable", `The command did not finish within ${timeoutMs} ms and was stopped: ${shown}`, {
      code: "COMMAND_TIMEOUT",
      details: { timeoutMs, ...textsOf(outputs) },
      hint: "Run something shorter, or raise agent.timeout.",
    });
  }
  throw new AppError("unavailable", `Cannot start the command: ${end.message}`, {
    code: "COMMAND_FAILED",
    hint: "Install a POSIX shell. On Windows, Git includes one.",
  });
}
