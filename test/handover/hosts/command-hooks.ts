import { appendFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Machine, runProgram } from "../machine.js";
import type { Dialect, Json, Position, SessionScope } from "./dialect.js";
import type { AgentSession } from "./session.js";

interface HookItem {
  readonly matcher?: string;
  readonly hooks: readonly { readonly command: string; readonly args?: readonly string[]; readonly timeout?: number }[];
}

/** A session of a host that starts commands for its events: those that `throughline install` wrote into its settings. */
export function openCommandSession(machine: Machine, dialect: Dialect, scope: SessionScope): AgentSession {
  const { events, lines } = dialect;
  const transcript = dialect.transcript(scope);
  let [turn, step, startContext, lastAnswer] = [0, 0, "", ""];

  const next = (now: Date): Position => {
    step += 1;
    return { turn, step, now };
  };

  const write = (entries: readonly Json[], now: Date) => {
    mkdirSync(dirname(transcript), { recursive: true });
    appendFileSync(transcript, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""));
    utimesSync(transcript, now, now);
  };

  async function fire(event: string, fields: Json, now: Date, subject = ""): Promise<string> {
    const payload = {
      session_id: scope.id,
      transcript_path: transcript,
      cwd: scope.folder,
      hook_event_name: event,
      ...dialect.payload(scope, event, { turn, step, now }),
      ...fields,
    };
    const settings = join(machine.home, dialect.settings);
    if (!existsSync(settings)) return "";
    const { hooks = {} } = JSON.parse(readFileSync(settings, "utf8")) as { hooks?: Record<string, HookItem[]> };
    const texts: string[] = [];
    for (const item of (hooks[event] ?? []).filter(({ matcher }) => isMatch(matcher, subject))) {
      for (const { command, args, timeout = 60 } of item.hooks) {
        const { stdout } = await runProgram(args ? [command, ...args] : ["/bin/sh", "-c", command], {
          cwd: scope.folder,
          env: machine.env(now),
          input: JSON.stringify(payload),
          timeoutMs: (timeout / dialect.timeoutUnits) * 1000,
        });
        texts.push(contextIn(stdout));
      }
    }
    return texts.filter(Boolean).join("\n");
  }

  return {
    async start(now) {
      for (const [path, text] of Object.entries(dialect.files?.(scope) ?? {})) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
      startContext = await fire(events.start, {}, now, "startup");
      write(lines.head(scope, startContext), now);
      return startContext;
    },
    async prompt(text, now) {
      turn += 1;
      const prompt = turn === 1 ? (dialect.promptAfterStart?.(text, startContext) ?? text) : text;
      const context = await fire(events.prompt, { prompt }, now);
      write(lines.prompt(scope, next(now), prompt, context), now);
      return context;
    },
    async answer(text, now) {
      lastAnswer = text;
      write(lines.answer(scope, next(now), text), now);
    },
    async call(action, now) {
      const at = next(now);
      const call = dialect.call(scope, action, at.step);
      const about = { tool_name: call.tool, tool_input: call.input, tool_use_id: call.id };
      const before = await fire(events.before, about, now, call.tool);
      const isFailure = call.exit !== 0 && events.failure !== undefined;
      const outcome = isFailure ? { error: call.result } : { tool_response: call.response };
      const event = (isFailure ? events.failure : undefined) ?? events.after;
      write(lines.call(scope, at, call), now);
      const after = await fire(event, { ...about, ...outcome }, now, call.tool);
      return [before, after].filter(Boolean).join("\n");
    },
    async end(now) {
      const answered = events.stop === "AfterAgent" ? "prompt_response" : "last_assistant_message";
      await fire(events.stop, { [answered]: lastAnswer }, now);
      await fire(events.end, {}, now);
    },
  };
}

const isMatch = (matcher: string | undefined, subject: string): boolean =>
  !matcher || matcher === "*" || subject === "" || new RegExp(`^(?:${matcher})$`).test(subject);

/** Hosts take context from a field of the answer; text that is not JSON is context as it stands. */
function contextIn(stdout: string): string {
  if (stdout.trim() === "") return "";
  try {
    const answer = JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } };
    return answer.hookSpecificOutput?.additionalContext ?? "";
  } catch {
    return stdout;
  }
}
