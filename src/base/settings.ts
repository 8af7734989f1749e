import { serviceSettings } from "./service-settings.js";
import { choice, decimal, flag, integer, list, type Setting, text } from "./setting-kinds.js";

export const families = ["context", "memory", "archive", "bridge"] as const;
export type Family = (typeof families)[number];
/** Toolsets by which tools are declared; `core` has those that work across families. */
export const toolsetNames = ["core", ...families] as const;
export type Toolset = (typeof toolsetNames)[number];

/** Of a budget that cannot be read; 0 would be no limit. */
const smallestBudget = (value: number) => ({ whenInvalid: { value, effect: `the budget is ${value}` } });

/** Every setting. Environment variables, flags, the reference page and the JSON Schema are derived from this table. */
export const settings = {
  database: text(
    "",
    "Database: sqlite:<path> or postgres://<user>@<host>/<database>. Default: throughline.db in the home folder.",
    {
      secret: true,
      whenInvalid: { value: "invalid:", effect: "nothing is stored or found" },
      format: {
        expected: "sqlite:<path> or postgres://<user>@<host>/<database>",
        matches: (value) => /^sqlite:./s.test(value) || (/^postgres(ql)?:/.test(value) && URL.canParse(value)),
      },
    },
  ),
  "database.connections": integer(10, { min: 1, max: 1000 }, "Maximum number of PostgreSQL connections per process."),
  toolsets: list(
    [],
    "Toolsets to offer to agents: all, core (11 tools; the others are called with tool_call), or families. Default: all, or core with coreTools.",
    { of: ["all", ...toolsetNames] },
  ),
  coreTools: flag("List only the core tools unless toolsets is set; tool_call calls the others."),
  tools: list([], "Tools to offer, by name. Default: all tools of the chosen families."),
  excludeTools: list([], "Tools to hide, by name."),
  readOnly: flag("Offer only read-only tools.", {
    whenInvalid: { value: true, effect: "only read-only tools are offered" },
  }),
  caller: text("", "Caller name, recorded as author. Default: user@host, or mcp:unknown over MCP.", {
    env: ["MCP_CALLER"],
  }),
  "context.autoPush": flag("Push the context store when an agent's server exits."),
  "sync.branch": text(
    "",
    "Remote branch that `sync push` pushes to for review, such as context-review. Default: the shared branch itself.",
    {
      format: { expected: "the name of a branch", matches: (value) => /^(?!.*(?:\.\.|\/\/))\w[\w./-]*\w$/.test(value) },
    },
  ),
  "sync.hooks": flag("Run the repository's own git hooks when `sync push` pushes."),
  logLevel: choice("info", ["error", "info", "debug"], "Log level."),
  "redaction.allow": list([], "Values that are not secrets: rule:<id>, sha256:<hex>, or the value itself."),
  "redaction.prefixes": list([], "Prefixes of your own secret tokens, each as name:prefix.", {
    item: {
      expected: "name:prefix, each prefix with at least 4 characters (a shorter one would redact ordinary words)",
      matches: (value) => value.slice(value.indexOf(":") + 1).length >= 4,
    },
  }),
  "archive.prices": list(
    [],
    "Model prices in dollars per million tokens, each as model=in/out, such as claude-sonnet=3/15. Used to show the cost of sessions.",
  ),
  "learning.distiller": choice(
    "off",
    ["off", "claude", "codex", "gemini", "opencode", "endpoint"],
    "Model that writes lessons of finished sessions.",
  ),
  "learning.endpoint": text("", "URL (`…/v1`) of an OpenAI-compatible chat endpoint. Sessions are sent to it."),
  "learning.endpointModel": text("", "Model of learning.endpoint."),
  "learning.endpointKey": text("", "API key of learning.endpoint.", { secret: true }),
  "learning.maxTokensPerDay": integer(
    200_000,
    { min: 0, max: 1_000_000_000 },
    "Tokens of the distiller per day; 0 means no limit.",
    smallestBudget(1),
  ),
  "learning.maxCostPerDay": decimal(
    1,
    "Cost of the distiller per day, in US dollars; 0 means no limit.",
    smallestBudget(0.01),
  ),
  "http.host": text("127.0.0.1", "Address that `throughline serve` listens on.", { flag: "host" }),
  "http.port": integer(
    7077,
    { min: 0, max: 65_535 },
    "Port that `throughline serve` listens on; 0 picks a free one. If the default is taken, the next free one is used.",
    { flag: "port" },
  ),
  "http.rateLimit": integer(600, { min: 1, max: 1_000_000 }, "Maximum requests per minute from one HTTP client."),
  "http.maxBody": integer(
    10_485_760,
    { min: 1024, max: 104_857_600 },
    "Maximum size of an HTTP request body, in bytes.",
  ),
  "checkpoints.keepAutomatic": integer(
    50,
    { min: 1, max: 100_000 },
    "Number of automatic checkpoints to keep per session; older ones are deleted.",
  ),
  "checkpoints.keepDays": integer(0, { min: 0, max: 36_500 }, "Days to keep checkpoints; 0 keeps them forever."),
  "backups.keep": integer(7, { min: 0, max: 365 }, "Number of automatic daily backups to keep; 0 makes none."),
  "backups.maxMB": integer(
    2000,
    { min: 1, max: 10_000_000 },
    "Maximum size of all automatic backups, in MB; the oldest are deleted first.",
  ),
  "diagnosis.model": choice(
    "off",
    ["off", "client", "agent"],
    "Model to ask about an error that no recorded fix explains: none, the client's, or the sub-agent's.",
  ),
  "diagnosis.timeout": integer(30_000, { min: 1000, max: 600_000 }, "Timeout of a model's diagnosis, in milliseconds."),
  "agent.timeout": integer(
    300_000,
    { min: 1, max: 86_400_000 },
    "Timeout of a sub-agent or of a command in a repository, in milliseconds.",
    { env: ["CONTEXT_BRIDGE_AGENT_TIMEOUT"] },
  ),
  "autoLoad.enabled": { ...flag("Inject context about the project when a session starts."), default: true },
  "autoLoad.strategy": choice(
    "smart",
    ["smart", "recent", "relevant", "custom"],
    "What to inject: recent sessions with patterns and decisions (smart), only recent or only relevant sessions, or as the other autoLoad settings say (custom).",
  ),
  "autoLoad.maxSizeKB": integer(10, { min: 1, max: 1024 }, "Maximum size of injected context, in KB."),
  "autoLoad.maxCharacters": integer(
    3000,
    { min: 300, max: 9000 },
    "Maximum number of characters to inject at the start of a session.",
  ),
  "autoLoad.sessionCount": integer(3, { min: 0, max: 100 }, "Number of recent sessions to inject."),
  "autoLoad.patternCount": integer(5, { min: 0, max: 100 }, "Number of patterns to inject."),
  "autoLoad.knowledgeCount": integer(20, { min: 0, max: 500 }, "Number of questions with answers to inject."),
  "autoLoad.minRelevance": decimal(0.5, "Minimum relevance of a question with its answer, 0 to 1."),
  "autoLoad.includeTypes": list(["sessions", "patterns", "decisions"], "Parts that the custom strategy injects.", {
    of: ["sessions", "patterns", "decisions"],
  }),
  "autoLoad.timeWindowDays": integer(
    0,
    { min: 0, max: 36_500 },
    "Days that the custom strategy looks back; 0 means no limit.",
  ),
  "autoLoad.priorityKeywords": list([], "Keywords that make a session relevant."),
  "archive.promptHits": integer(
    5,
    { min: 0, max: 10 },
    "Maximum number of lines to inject with a prompt; 0 disables it.",
  ),
  "learning.ask": { ...flag("Ask agents to record lessons."), default: true },
  "learning.atEnd": flag("Ask once more at the end if nothing was recorded."),
  "archive.hookDeadline": integer(
    2000,
    { min: 20, max: 60_000 },
    "Time limit of a hook, in milliseconds of its own work; after it, nothing is injected.",
  ),
  "archive.exclude": list([], "Folders whose sessions are not captured, including subfolders.", {
    whenInvalid: { value: ["/"], effect: "no session is captured" },
  }),
  "archive.retentionDays": integer(0, { min: 0, max: 36_500 }, "Days to keep sessions; 0 keeps them forever."),
  "archive.retentionMB": integer(
    0,
    { min: 0, max: 10_000_000 },
    "Maximum size of the session archive, in MB; the oldest sessions are deleted first. 0 means no limit.",
  ),
  "search.model": choice(
    "local",
    ["local", "endpoint", "off"],
    "Embedding model for semantic search: the bundled one, an endpoint of yours, or off (keywords only).",
  ),
  "search.endpoint": text("", "URL of an OpenAI-compatible `embeddings` endpoint. Texts are sent to it."),
  "search.endpointModel": text("text-embedding-3-small", "Model name to request from the endpoint."),
  "search.endpointDimensions": integer(1536, { min: 8, max: 8192 }, "Dimensions of the endpoint model's vectors."),
  "search.endpointKey": text("", "API key for the endpoint.", { secret: true }),
  "agent.type": choice(
    "claude",
    ["claude", "codex", "gemini", "opencode", "aider", "custom"],
    "Agent to run as sub-agent in repositories.",
    { env: ["CONTEXT_BRIDGE_AGENT_TYPE"] },
  ),
  "agent.model": text("", "Model of the sub-agent. Default: the agent's own default."),
  "agent.command": text("", "Command line of the `custom` agent; {mode}, {folder} and {prompt} are replaced."),
  "agent.args": list([], "Arguments added to every sub-agent command line."),
  "agent.env": list([], "Additional environment variables to pass to sub-agents; `NAME_*` matches a prefix."),
  "agent.concurrency": integer(4, { min: 1, max: 64 }, "Maximum number of sub-agents running at once on this machine."),
  "agent.sandbox": choice(
    "auto",
    ["auto", "off", "required"],
    "Run sub-agents and commands inside bubblewrap or kernel namespaces: where available (auto), never (off), or refuse to run without (required). With auto, a sub-agent changes files only if something keeps it in its repository.",
    { whenInvalid: { value: "required", effect: "nothing runs without a sandbox" } },
  ),
  "agent.writable": list(
    [],
    "Additional files and folders that sub-agents and commands may write, as absolute paths or below `~/`.",
  ),
  "agent.isolation": choice(
    "tree",
    ["tree", "worktree"],
    "Where a sub-agent makes changes: in the working tree, or in a git worktree on its own branch.",
    { whenInvalid: { value: "worktree", effect: "sub-agents work in git worktrees" } },
  ),
  "agent.maxAnswer": integer(
    60_000,
    { min: 1000, max: 10_000_000 },
    "Maximum length of a sub-agent's answer, in characters.",
  ),
  "agent.runTokens": integer(
    0,
    { min: 0, max: 1_000_000_000 },
    "Maximum tokens per sub-agent run; 0 means no limit.",
    smallestBudget(1),
  ),
  "agent.dayTokens": integer(
    0,
    { min: 0, max: 1_000_000_000 },
    "Maximum tokens of all sub-agents per day; 0 means no limit.",
    smallestBudget(1),
  ),
  "agent.runCost": decimal(0, "Maximum cost per sub-agent run, in US dollars; 0 means no limit.", smallestBudget(0.01)),
  "agent.dayCost": decimal(
    0,
    "Maximum cost of all sub-agents per day, in US dollars; 0 means no limit.",
    smallestBudget(0.01),
  ),
  "agent.dayMinutes": integer(
    0,
    { min: 0, max: 1440 },
    "Maximum run time of all sub-agents per day, in minutes; 0 means no limit.",
    smallestBudget(1),
  ),
  "telemetry.endpoint": text(
    "",
    "OpenTelemetry collector (OTLP over HTTP) for operations, runs and requests to a team service. Default: nothing is sent.",
  ),
  "run.env": list([], "Additional environment variables to pass to `run_in_repo`; `NAME_*` matches a prefix."),
  "run.maxOutput": integer(
    30_000,
    { min: 1000, max: 10_000_000 },
    "Maximum length of each output stream of `run_in_repo`, in characters: half from the start, half from the end.",
  ),
  ...serviceSettings,
};

type Table = typeof settings;
export type SettingName = keyof Table;
export type Settings = { readonly [K in SettingName]: Table[K] extends Setting<infer T> ? T : never };

export const settingNames = Object.keys(settings) as SettingName[];
export const settingOf = (name: SettingName): Setting<unknown> => settings[name];
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(settings, name);

const kebab = (name: string) => name.replaceAll(".", "-").replace(/[A-Z]+/g, (run) => `-${run.toLowerCase()}`);
/** How names with abbreviations (`maxSizeKB`) were spelled before: each capital on its own. */
const letterByLetter = (name: string) =>
  name.replaceAll(".", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const variable = (words: string) => `THROUGHLINE_${words.replaceAll("-", "_").toUpperCase()}`;

export const flagOf = (name: SettingName): string => settingOf(name).flag ?? kebab(name);
export const environmentOf = (name: SettingName): string => variable(kebab(name));

const aliasesOf = (name: SettingName) => (letterByLetter(name) === kebab(name) ? [] : [letterByLetter(name)]);
/** Former spellings that keep working: `archive-retention-m-b`. */
export const flagAliasesOf = (name: SettingName): readonly string[] => (settingOf(name).flag ? [] : aliasesOf(name));
export const environmentAliasesOf = (name: SettingName): readonly string[] => aliasesOf(name).map(variable);
