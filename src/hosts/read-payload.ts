import { isObject, parseJson } from "../base/json.js";
import { payloadFormats } from "./all-hosts.js";
import { countAt, firstText, type Json, textAt } from "./json-fields.js";
import {
  askInWords,
  type HostEvent,
  type Occasion,
  type PayloadFields,
  type PayloadFormat,
  stopAnswer,
} from "./payload.js";
import { commandIn, readToolAction, readToolEvent } from "./tool-event.js";

export interface HookArguments {
  readonly host: string;
  readonly event: string;
  /** The home of the product, when it is not the default. */
  readonly home: string;
}

/** `hook --host codex --event Stop --home /path`; each may be left out. */
export function readHookArguments(argv: readonly string[]): HookArguments {
  const flagValue = (flag: string) => {
    const at = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
    const word = argv[at] ?? "";
    return at < 0 ? "" : word.includes("=") ? word.slice(flag.length + 1) : (argv[at + 1] ?? "");
  };
  return { host: flagValue("--host"), event: flagValue("--event"), home: flagValue("--home") };
}

/** The event in a payload; undefined when there is none. */
export function readHostEvent(
  text: string,
  { host, event }: Omit<HookArguments, "home">,
  home: string,
): HostEvent | undefined {
  const payload = parseJson(text) ?? salvage(text);
  if (!isObject(payload)) return undefined;
  const named = Object.hasOwn(payloadFormats, host) ? host : "";
  const agent =
    named === "" || payloadFormats[named]?.isShared ? (senderOf(payload) ?? (named || "claude-code")) : named;
  const format = payloadFormats[agent];
  const read = format && readFields(format, payload, event, home);
  if (!read || read.name === "") return undefined;
  const ownHooks = named === "" || named === agent ? undefined : format.hookFile?.(home);
  return ownHooks === undefined ? { ...read, agent } : { ...read, agent, ownHooks };
}

/** How a session started, if it is not new. */
const starts: Readonly<Record<string, Occasion>> = { compact: "compaction-end", resume: "session-resume" };

/** Claude Code's fields, then what the host has in place of them. `event` is for hosts that do not send its name. */
export function readFields(format: PayloadFormat, sent: Json, event: string, home: string): PayloadFields {
  const payload = format.plain?.(sent) ?? sent;
  const name = firstText(payload, "hook_event_name", "hookEventName") || event;
  // The prompt of a sub-agent is written by its parent, not by the person.
  const isSubagent = textAt(payload, "agent_id") !== "";
  const known = format.occasions[name] ?? "other";
  const occasion = known === "prompt" && isSubagent ? "subagent-start" : known;
  const read: PayloadFields = {
    name,
    occasion: occasionOf(occasion, payload),
    session: firstText(payload, "session_id", "sessionId"),
    // A sub-agent has a transcript of its own.
    transcript: firstText(payload, "agent_transcript_path", "transcript_path", "transcriptPath"),
    folder: textAt(payload, "cwd"),
    prompt: textAt(payload, "prompt"),
    received: countAt(payload, "received"),
    error: firstText(payload, "error", "error_message"),
    command: commandIn(payload),
    file: "",
    ...(occasion === "tool" ? readToolEvent(payload) : {}),
    ...(occasion === "action" ? { action: readToolAction(payload) } : {}),
  };
  const own = { ...read, ...format.read?.(payload, read, home) };
  // Some hosts send the event for what is no prompt of a person.
  return own.occasion === "prompt" && own.prompt === "" ? { ...own, occasion: "other" } : own;
}

function occasionOf(occasion: Occasion | "tool", payload: Json): Occasion {
  if (occasion === "session-start") return starts[textAt(payload, "source")] ?? occasion;
  // A turn that a hook asked for ends without being asked again.
  return occasion === "tool" || (occasion === "turn-end" && payload.stop_hook_active === true) ? "other" : occasion;
}

/** The host that a payload shows; most have a folder of their own for transcripts. */
function senderOf(payload: Json): string | undefined {
  const path = firstText(payload, "transcript_path", "agent_transcript_path").replaceAll("\\", "/");
  return Object.entries(payloadFormats).find(([, format]) => format.isOwn?.(payload, path))?.[0];
}

/** The answer in the form that the host expects: context, or at the end of a turn the request for one more. */
export function answerFor({ agent, name, occasion }: HostEvent, text: string): string {
  const format = payloadFormats[agent];
  if (occasion === "turn-end") return format?.turn?.(text) ?? JSON.stringify({ decision: "block", reason: text });
  const answer = { hookSpecificOutput: { hookEventName: name, additionalContext: text } };
  return format?.takesText ? text : (format?.context?.(text) ?? JSON.stringify(answer));
}

/** The answer before an action, in the form that the host expects; empty where it cannot be told anything. */
export function actionAnswer(event: HostEvent, effect: "ask" | "deny" | undefined, text: string): string {
  const format = payloadFormats[event.agent];
  if (effect && format?.takesText) return askInWords(effect, text);
  if (effect) return format?.stop?.(effect, text) ?? stopAnswer(effect, text);
  return format?.takesText || format?.hasNoActionContext ? "" : answerFor(event, text);
}

/** The exit code of a hook that stops an action; 0 where the answer says it. */
export const stopExitCode = ({ agent }: HostEvent): number => payloadFormats[agent]?.stopExitCode ?? 0;

const names = "hook_event_name session_id transcript_path agent_transcript_path cwd source conversation_id".split(" ");

/** Of a payload that was cut off, the fields that name the transcript. */
function salvage(text: string): Json | undefined {
  const head = text.slice(0, 65_536);
  const fields = names.flatMap((name) => {
    const written = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(head)?.[1];
    return written === undefined ? [] : [[name, JSON.parse(written)]];
  });
  return fields.length > 1 ? Object.fromEntries(fields) : undefined;
}
