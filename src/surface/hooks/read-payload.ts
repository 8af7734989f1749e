import { type Agent, isAgent } from "../../store/archive/session-event.js";
import { readClaudeCode } from "./claude-code.js";
import { readCodex } from "./codex.js";
import { readCopilot } from "./copilot.js";
import { readCursor } from "./cursor.js";
import { readGemini } from "./gemini.js";
import { field, type HostEvent, type Payload, type ReadHostEvent } from "./host-event.js";
import { readOpenCode } from "./opencode.js";

export const hookReaders: Record<Agent, ReadHostEvent> = {
  "claude-code": readClaudeCode,
  codex: readCodex,
  gemini: readGemini,
  opencode: readOpenCode,
  cursor: readCursor,
  copilot: readCopilot,
};

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
  const payload = parsePayload(text);
  if (!payload) return undefined;
  const read = hookReaders[isAgent(host) ? host : hostOf(payload)](payload, event, home);
  return read.name === "" ? undefined : read;
}

/** Every host has its own folder for transcripts. */
function hostOf(payload: Payload): Agent {
  const path = field(payload, "transcript_path", "agent_transcript_path").replaceAll("\\", "/");
  if (path.includes("/.codex/")) return "codex";
  if (path.includes("/.gemini/")) return "gemini";
  if ("conversation_id" in payload || path.includes("/.cursor/")) return "cursor";
  return "claude-code";
}

function parsePayload(text: string): Payload | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Payload;
    return undefined;
  } catch {
    return salvage(text);
  }
}

const names = "hook_event_name session_id transcript_path agent_transcript_path cwd source conversation_id".split(" ");

/** Of a payload that was cut off, the fields that name the transcript. */
function salvage(text: string): Payload | undefined {
  const head = text.slice(0, 65_536);
  const fields = names.flatMap((name) => {
    const written = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(head)?.[1];
    return written === undefined ? [] : [[name, JSON.parse(written)]];
  });
  return fields.length > 1 ? Object.fromEntries(fields) : undefined;
}
