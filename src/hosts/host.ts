import type { Platform } from "../base/platform.js";
import type { PayloadFormat } from "./payload.js";
import type { Restoration, RestoredSession } from "./restored-session.js";
import type { SubAgent } from "./sub-agent.js";
import type { TranscriptFormat } from "./transcript-format.js";

export type Scope = "user" | "project";

/** Determines where a host's files are: the system, and the project in project scope. */
export interface HostContext {
  readonly platform: Platform;
  readonly scope: Scope;
  readonly project: string;
}

/** How this installation of Throughline is started. */
export interface Launch {
  /** The command line: the absolute paths of Node and of the program. */
  readonly words: readonly string[];
  /** Variables for the server besides the caller's name: the home, if it is not the default. */
  readonly env: Readonly<Record<string, string>>;
}

/** A settings file of a host, and a path in it. */
export interface ConfigLocation {
  /** The first of these that exists is used; if none does, the first is created. */
  readonly files: readonly string[];
  readonly format: "json" | "toml";
  readonly path: readonly string[];
}

/** An item of a list of hooks; `words` is the hook's command line. */
export type HookItem = (words: readonly string[], event: string, platform: Platform) => unknown;

/** How a host loads hooks: from lists in a settings file, from one value of ours in it, or from files of ours. */
export type HookLocation =
  | {
      readonly kind: "list";
      readonly file: string;
      /** Other settings that hooks need in the file, set where they are missing. */
      readonly companions?: Readonly<Record<string, unknown>>;
      readonly item: HookItem;
    }
  | {
      readonly kind: "value";
      readonly file: string;
      readonly path: readonly string[];
      value(launch: Launch, platform: Platform): unknown;
    }
  | {
      readonly kind: "file";
      readonly file: string;
      text(launch: Launch, platform: Platform): string;
      /** Texts of the files that the host needs beside it, by path. */
      readonly beside?: Readonly<Record<string, string>>;
    };

/** How Throughline's hooks are registered with a host. */
export interface HookSetup {
  /** The host's names of the events that Throughline handles. */
  readonly events: readonly string[];
  location(context: HostContext): HookLocation;
  /** They take no context at the start: it comes with the server's instructions. */
  readonly startsByServer?: boolean;
  /** Where the host records which hooks a person approved; absent for hosts that run every hook. */
  approvals?(context: HostContext): ConfigLocation;
}

/** Where an agent stores notes: its user's instructions, or what it wrote itself. */
export type NoteLocation =
  | { readonly file: string }
  /** Files of that name in the folders of a project, without its top folder. */
  | { readonly name: string; readonly inFoldersOf: string }
  /** A text in a database of the agent: the column `value` of the first row. */
  | { readonly database: string; readonly query: string; readonly title: string }
  | { readonly folder: string; readonly ending: string }
  /** A folder for each project, with notes in the subfolder `below` and transcripts that contain the project's path. */
  | { readonly projects: string; readonly below: string };

/** Paths of an agent's instruction files, relative to the project's folder: for `import` and `export`. */
export interface AgentFiles {
  /** One file for everything; our text is a marked block in it. */
  readonly block?: string;
  /** A folder with one file per entry, and the ending of its files. */
  readonly rules?: { readonly folder: string; readonly ending: string };
  readonly skills?: string;
  /** Files to import, each with the key of its entry. */
  readonly files: Readonly<Record<string, string>>;
  /** Folders to import: each file becomes an entry whose key has this prefix. */
  readonly folders: readonly { readonly folder: string; readonly ending: string; readonly prefix: string }[];
  /** The folder of the agent's own notes about a project on this machine, and the prefix of their keys. */
  memory?(home: string, project: string): { readonly folder: string; readonly prefix: string };
}

/** What is also in the bundles of hooks and of the first stage of a server: `all-hosts.ts` joins it with the rest. */
export interface SharedParts {
  readonly hooks: HookSetup | undefined;
  readonly payloads: PayloadFormat | undefined;
  readonly transcripts: TranscriptFormat | undefined;
}

/** Everything the product knows about one agent. Absent parts are what the agent, or Throughline for it, cannot do. */
export interface Host extends SharedParts, OwnParts {}

/** What a host's file says of it besides. */
export interface OwnParts {
  /** Value of `--agent`, and the agent of a stored session. */
  readonly id: string;
  readonly name: string;
  /** The caller's name that the server receives, if it is not the id. */
  readonly caller?: string;
  /** Commands and paths whose presence shows that the host is installed. */
  readonly commands: readonly string[];
  detectionPaths(platform: Platform): readonly string[];
  /** Where the server is registered; undefined if the host has no such file in this scope. */
  server?(context: HostContext): ConfigLocation | undefined;
  /** The server's entry, if it is not the plain one. */
  serverEntry?(plain: ReturnType<typeof plainServer>): Readonly<Record<string, unknown>>;
  /** The folder in which each skill has a folder. */
  skills?(context: HostContext): string | undefined;
  notes?(context: HostContext): readonly NoteLocation[];
  readonly files?: AgentFiles;
  /** Where the host lists enabled plugins. */
  plugins?(context: HostContext): ConfigLocation | undefined;
  /** The setting after how many days the agent deletes its transcripts, and what holds without it. */
  readonly retention?: { readonly defaultDays: number; location(context: HostContext): ConfigLocation };
  readonly subAgent?: SubAgent;
  /** A session of the archive as this host's own transcript; for hosts that continue one that others wrote. */
  restore?(
    session: RestoredSession,
    platform: Platform,
    settingAt: (location: ConfigLocation) => Promise<unknown>,
  ): Restoration | Promise<Restoration>;
  /** How a person's session in a terminal is started with a first prompt. */
  readonly start?: { readonly program: string; args(prompt: string): readonly string[] };
  /** What a person must still do, in a sentence. */
  readonly afterwards?: string;
  /** What the agent cannot do, in sentences, besides what absent parts say. */
  readonly limits?: readonly string[];
  /** How we know all this: the version that was tried, or the documents. */
  readonly basis: string;
}

/** A server's entry in the form that most hosts use. */
export const plainServer = ({ words: [command = "", ...args], env }: Launch, caller: string) => ({
  command,
  args: [...args, "mcp", "--core-tools"],
  env: { MCP_CALLER: caller, ...env },
});

export const callerOf = ({ id, caller }: OwnParts): string => caller ?? id;

export function serverEntryOf(host: Host, launch: Launch): Readonly<Record<string, unknown>> {
  const plain = plainServer(launch, callerOf(host));
  return host.serverEntry?.(plain) ?? { ...plain };
}

/** A custom home is passed as an argument, because a hook only has the agent's environment. */
export const homeWords = ({ env }: Launch): string[] =>
  env.THROUGHLINE_HOME === undefined ? [] : ["--home", env.THROUGHLINE_HOME];

/** The hook's command line, whose arguments distinguish it from every other command in a settings file. */
export function hookWords(launch: Launch, host: string, event: string): string[] {
  return [...launch.words, "hook", "--host", host, "--event", event, ...homeWords(launch)];
}
