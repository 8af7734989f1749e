import { serviceSettings } from "./service-settings.js";
import { choice, decimal, flag, integer, list, type Setting, text } from "./setting-kinds.js";

export const families = ["context", "memory", "archive", "bridge"] as const;
export type Family = (typeof families)[number];

/** Every setting, once. Environment names, flags, the reference page and the JSON Schema follow from this table. */
export const settings = {
  database: text(
    "",
    "Where rows live: sqlite:<path> or postgres://<user>@<host>/<database>. Empty means throughline.db in the home folder.",
    { secret: true },
  ),
  "database.connections": integer(10, { min: 1, max: 1000 }, "Most connections of one process to PostgreSQL."),
  toolsets: list(families, "Families of tools offered to the agent.", { of: families, byRepository: true }),
  tools: list([], "Only these tools, by name, out of the chosen families. Empty means all of them."),
  excludeTools: list([], "Tools to leave out, by name.", { byRepository: true }),
  readOnly: flag("Offer only tools that change nothing.", { byRepository: true }),
  caller: text("", "Who is calling, recorded as author. Empty means user@host, or mcp:unknown over MCP.", {
    env: ["MCP_CALLER"],
  }),
  "context.autoPush": flag("Push the context store when an agent's server ends."),
  logLevel: choice("info", ["error", "info", "debug"], "How much to log.", { byRepository: true }),
  "redaction.allow": list(
    [],
    "Values that are not secrets although they look so: rule:<id>, sha256:<hex>, or the value itself.",
  ),
  "redaction.prefixes": list([], "Prefixes of secret tokens of your own, each as name:prefix."),
  "archive.prices": list(
    [],
    "What models cost, so that sessions show dollars: each as model=in/out for a million tokens, such as claude-sonnet=3/15.",
  ),
  "http.host": text("127.0.0.1", "Address that `throughline serve` listens on.", { flag: "host" }),
  "http.port": integer(0, { min: 0, max: 65_535 }, "Port that `throughline serve` listens on; 0 takes a free one.", {
    flag: "port",
  }),
  "http.rateLimit": integer(600, { min: 1, max: 1_000_000 }, "Requests a minute that one HTTP client may send."),
  "http.maxBody": integer(10_485_760, { min: 1024, max: 104_857_600 }, "Largest HTTP request body in bytes."),
  "checkpoints.keepAutomatic": integer(
    50,
    { min: 1, max: 100_000 },
    "Automatic checkpoints kept of one session; older ones go when a new one comes.",
  ),
  "checkpoints.keepDays": integer(0, { min: 0, max: 36_500 }, "Days that checkpoints are kept; 0 keeps them for good."),
  "diagnosis.model": choice(
    "off",
    ["off", "client", "agent"],
    "Whose model may be asked about an error that no recorded fix explains: the client's own, or the sub-agent's.",
  ),
  "diagnosis.timeout": integer(
    30_000,
    { min: 1000, max: 600_000 },
    "Milliseconds that a model may take for a diagnosis.",
  ),
  "agent.timeout": integer(
    300_000,
    { min: 1, max: 86_400_000 },
    "Milliseconds a sub-agent or a command in a repository may take.",
    { env: ["CONTEXT_BRIDGE_AGENT_TIMEOUT"] },
  ),
  "autoLoad.enabled": { ...flag("Give an agent what is known of the project when its session starts."), default: true },
  "autoLoad.strategy": choice(
    "smart",
    ["smart", "recent", "relevant", "custom"],
    "What is given: recent sessions with patterns and decisions, only recent, only relevant, or what the next settings say.",
  ),
  "autoLoad.maxSizeKB": integer(10, { min: 1, max: 1024 }, "Most kilobytes given at the start of a session."),
  "autoLoad.maxCharacters": integer(
    1500,
    { min: 300, max: 9000 },
    "Maximum number of characters given at the start of a session.",
  ),
  "autoLoad.sessionCount": integer(3, { min: 0, max: 100 }, "Recent sessions given."),
  "autoLoad.patternCount": integer(5, { min: 0, max: 100 }, "Patterns given."),
  "autoLoad.knowledgeCount": integer(20, { min: 0, max: 500 }, "Questions and answers given."),
  "autoLoad.minRelevance": decimal(0.5, "Least worth of a question with its answer."),
  "autoLoad.includeTypes": list(["sessions", "patterns", "decisions"], "Parts that the custom strategy gives.", {
    of: ["sessions", "patterns", "decisions"],
  }),
  "autoLoad.timeWindowDays": integer(
    0,
    { min: 0, max: 36_500 },
    "The custom strategy looks back this many days; 0 for all.",
  ),
  "autoLoad.priorityKeywords": list([], "Words that make a session relevant."),
  "archive.promptHits": integer(
    3,
    { min: 0, max: 10 },
    "Maximum number of memories and past exchanges added to a prompt; 0 adds none.",
  ),
  "archive.hookDeadline": integer(
    2000,
    { min: 20, max: 60_000 },
    "Milliseconds of its own work after which a hook gives up.",
  ),
  "archive.exclude": list([], "Folders whose sessions, and those of the folders below, are not captured."),
  "archive.retentionDays": integer(0, { min: 0, max: 36_500 }, "Days that sessions are kept; 0 keeps them for ever."),
  "archive.retentionMB": integer(
    0,
    { min: 0, max: 10_000_000 },
    "Megabytes that sessions may take; the oldest go first. 0 sets no limit.",
  ),
  "search.model": choice(
    "local",
    ["local", "endpoint", "off"],
    "What finds texts by meaning: the model in the package, an endpoint of yours, or nothing (words only).",
  ),
  "search.endpoint": text("", "Address of an OpenAI-compatible `embeddings` resource. Texts are sent to it."),
  "search.endpointModel": text("text-embedding-3-small", "Model to ask the endpoint for."),
  "search.endpointDimensions": integer(1536, { min: 8, max: 8192 }, "Numbers in a vector of the endpoint's model."),
  "search.endpointKey": text("", "Key sent to the endpoint.", { secret: true }),
  "agent.type": choice(
    "claude",
    ["claude", "codex", "gemini", "opencode", "aider", "custom"],
    "Agent that answers questions about repositories and works in them.",
    { env: ["CONTEXT_BRIDGE_AGENT_TYPE"] },
  ),
  "agent.model": text("", "Model that the sub-agent uses. Empty means its own choice."),
  "agent.command": text("", "Command line of the agent `custom`; {mode}, {folder} and {prompt} are filled in."),
  "agent.args": list([], "Words added to every command line of the sub-agent."),
  "agent.env": list([], "Environment variables passed to sub-agents beyond the usual ones; `NAME_*` for all of them."),
  "agent.concurrency": integer(4, { min: 1, max: 64 }, "Sub-agents that may run at once on this machine."),
  "agent.sandbox": choice(
    "auto",
    ["auto", "off", "required"],
    "Whether sub-agents and commands run inside bubblewrap: where it works, never, or not at all without it.",
  ),
  "agent.isolation": choice(
    "tree",
    ["tree", "worktree"],
    "Where a sub-agent implements: in the working tree, or in a git worktree on a branch of its own.",
  ),
  "agent.maxAnswer": integer(60_000, { min: 1000, max: 10_000_000 }, "Most characters of a sub-agent's answer."),
  "agent.runTokens": integer(0, { min: 0, max: 1_000_000_000 }, "Most tokens of one sub-agent; 0 means no limit."),
  "agent.dayTokens": integer(
    0,
    { min: 0, max: 1_000_000_000 },
    "Most tokens of all sub-agents a day; 0 means no limit.",
  ),
  "agent.runCost": decimal(0, "Most US dollars of one sub-agent; 0 means no limit."),
  "agent.dayCost": decimal(0, "Most US dollars of all sub-agents a day; 0 means no limit."),
  "agent.dayMinutes": integer(0, { min: 0, max: 1440 }, "Most minutes of all sub-agents a day; 0 means no limit."),
  "telemetry.endpoint": text(
    "",
    "OpenTelemetry collector (OTLP over HTTP) that is told of operations and runs. Empty means that nothing is sent anywhere.",
  ),
  "run.env": list([], "Environment variables passed to `run_in_repo` beyond the usual ones; `NAME_*` for all of them."),
  "run.maxOutput": integer(
    30_000,
    { min: 1000, max: 10_000_000 },
    "Most characters of each output of `run_in_repo`, half from its beginning and half from its end.",
  ),
  ...serviceSettings,
};

type Table = typeof settings;
export type SettingName = keyof Table;
export type Settings = { readonly [K in SettingName]: Table[K] extends Setting<infer T> ? T : never };

export const settingNames = Object.keys(settings) as SettingName[];
export const settingOf = (name: SettingName): Setting<unknown> => settings[name];
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);

const kebab = (name: string) => name.replaceAll(".", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const flagOf = (name: SettingName): string => settingOf(name).flag ?? kebab(name);
export const environmentOf = (name: SettingName): string =>
  `THROUGHLINE_${kebab(name).replaceAll("-", "_").toUpperCase()}`;
