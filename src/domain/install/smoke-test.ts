import { AppError } from "../../base/errors.js";
import { parseJson } from "../../base/json.js";
import { payloadFormats } from "../../hosts/all-hosts.js";
import { callerOf, type Host, hookWords, plainServer } from "../../hosts/host.js";
import { ConfigSyntaxError } from "../formats/config-syntax-error.js";
import { smokeTestSession } from "../receipts/receipt.js";
import { settingAt, valueAt } from "./apply-items.js";
import { type InstallEngines, userContext } from "./find-hosts.js";
import { commandIn, hooksIn, ourHooksIn } from "./our-hook.js";

/** The result of using the product as an agent uses it. */
export interface SmokeTestResult {
  readonly tools: readonly string[];
  /** The tool that answered, or empty. */
  readonly answered: string;
  readonly serverMs: number;
  /** Undefined where the agent has no hook at the start of a session. */
  readonly hook: { readonly event: string; readonly ran: boolean; readonly ms: number } | undefined;
  /** The context that hooks inject into the next session in the folder. */
  readonly given: string;
  readonly isWell: boolean;
}

type Deps = Pick<InstallEngines, "self" | "files" | "platform" | "launch">;
type Command = ReturnType<typeof commandIn>;

/** The test shows what is injected, not how fast: a slow machine gets more time. */
const deadline = { THROUGHLINE_ARCHIVE_HOOK_DEADLINE: "10000" };

/** Uses the product like an agent: through the command in its settings, with a minimal environment. */
export type SmokeTest = ReturnType<typeof createSmokeTest>;

export function createSmokeTest({ self, files, platform, launch }: Deps) {
  return {
    /** Without a host, this program is started. */
    async run(host: Host | undefined, folder: string): Promise<SmokeTestResult> {
      const command = await serverCommand(host).catch(unreadable);
      const server = await self.startAsAgent({ ...command, folder, input: requestLines() });
      const { tools, answered } = readAnswers(server.output);
      const event = host?.hooks?.events.find((one) => one.toLowerCase() === "sessionstart");
      const hookRun = host && event !== undefined ? await runHook(host, event, folder) : undefined;
      return {
        tools,
        answered,
        serverMs: server.ms,
        given: hookRun?.given ?? "",
        hook: hookRun && event !== undefined ? { event, ran: hookRun.ran, ms: hookRun.ms } : undefined,
        isWell: tools.length > 0 && answered !== "" && hookRun?.ran !== false,
      };
    },
  };

  async function serverCommand(host: Host | undefined): Promise<Command> {
    const entry = await settingAt(host?.server?.(userContext(platform)), files);
    return commandIn(entry ?? plainServer(launch, host ? callerOf(host) : "throughline"));
  }

  async function runHook(host: Host, event: string, folder: string) {
    const fields = { session_id: smokeTestSession, transcript_path: "", cwd: folder };
    // Cursor's fields, in a hook that is its own: in another's they would show that Cursor runs it.
    const cursorFields = { conversation_id: smokeTestSession, workspace_roots: [folder] };
    const isShared = payloadFormats[host.id]?.isShared === true;
    const own = isShared ? fields : { ...fields, ...cursorFields, sessionId: smokeTestSession };
    const input = JSON.stringify({ hook_event_name: event, source: "startup", ...own });
    const { env, ...command } = await hookCommand(host, event).catch(unreadable);
    const run = { ...command, input, folder, env: { ...env, ...deadline } };
    const { exitCode, output, ms } = await self.startAsAgent(run);
    return { ran: exitCode === 0 && isAnswer(output), given: contextIn(output), ms };
  }

  async function hookCommand(host: Host, event: string): Promise<Command> {
    const hooks = host.hooks?.location(userContext(platform));
    const text = hooks?.kind === "list" ? await files.read(hooks.file) : undefined;
    const list = text === undefined ? undefined : valueAt(text, "json", ["hooks", event]);
    const ours = [list]
      .flat()
      .flatMap(hooksIn)
      .find((item) => ourHooksIn(item).length > 0);
    return ours ? commandIn(ours) : { words: hookWords(launch, host.id, event), isShellLine: false, env: {} };
  }
}

/** With unreadable settings, neither the agent nor this test can start the command. */
function unreadable(error: unknown): Command {
  if (error instanceof ConfigSyntaxError || error instanceof AppError)
    return { words: [], isShellLine: false, env: {} };
  throw error;
}

/** At least one of these tools is in every combination of toolsets. */
const testCalls: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  search_archive: { query: "test" },
  memory_list: { project_id: "test" },
  context_search: { query: "test" },
  list_projects: {},
};

function requestLines(): string {
  const opening = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test-mcp", version: "1" } };
  const calls = Object.entries(testCalls).map(([name, input]) => {
    const params = { name, arguments: input };
    return { id: name, method: "tools/call", params };
  });
  const messages = [
    { id: "open", method: "initialize", params: opening },
    { method: "notifications/initialized" },
    { id: "list", method: "tools/list" },
    ...calls,
  ];
  return messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
}

interface Answer {
  readonly id?: unknown;
  readonly result?: { readonly tools?: readonly { readonly name: string }[]; readonly isError?: boolean };
}

function readAnswers(output: string): Pick<SmokeTestResult, "tools" | "answered"> {
  const answers = output.split("\n").map((line) => (parseJson(line) ?? {}) as Answer);
  const tools = answers.find(({ id }) => id === "list")?.result?.tools?.map(({ name }) => name) ?? [];
  const succeeded = answers.filter(({ result }) => result !== undefined && !result.isError).map(({ id }) => id);
  return { tools, answered: Object.keys(testCalls).find((name) => succeeded.includes(name)) ?? "" };
}

const isAnswer = (output: string) => output === "" || parseJson(output) !== undefined;

interface HookAnswer {
  readonly hookSpecificOutput?: { readonly additionalContext?: string };
  readonly additional_context?: string;
  readonly additionalContext?: string;
}

/** Reads the context from either form of hook answer. */
function contextIn(output: string): string {
  const { hookSpecificOutput, additional_context, additionalContext } = (parseJson(output) ?? {}) as HookAnswer;
  return hookSpecificOutput?.additionalContext ?? additional_context ?? additionalContext ?? "";
}
