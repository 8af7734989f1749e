import type { Platform } from "../../../base/platform.js";

export type Scope = "user" | "project";

/** Where a host's files are: on which system, and in which project when it is about one. */
export interface Place {
  readonly platform: Platform;
  readonly scope: Scope;
  readonly project: string;
}

/** How this very Throughline is started. */
export interface Launch {
  /** The absolute paths of Node and of the program. */
  readonly words: readonly string[];
  /** Variables for the server besides the caller's name: the home, if it is not the default. */
  readonly env: Readonly<Record<string, string>>;
}

/** A settings file of a host, and where in it something belongs. */
export interface ConfigSpot {
  /** The first of these that exists is used; if none does, the first is made. */
  readonly files: readonly string[];
  readonly format: "json" | "toml";
  readonly path: readonly string[];
}

/** How a host takes hooks: as items of lists in a settings file, or as a file of ours. */
export type HookPlace =
  | {
      readonly kind: "list";
      readonly file: string;
      /** Settings that the file must have besides, set where they are missing. */
      readonly besides: Readonly<Record<string, unknown>>;
      item(launch: Launch, event: string, platform: Platform): unknown;
    }
  | {
      readonly kind: "file";
      readonly file: string;
      text(launch: Launch, events: readonly string[], platform: Platform): string;
    };

/** Where an agent keeps notes: instructions of its user, or what it wrote itself. */
export type NotePlace =
  | { readonly file: string }
  /** Files of that name in the folders of a project, without its top folder. */
  | { readonly name: string; readonly inFoldersOf: string }
  /** A text in a database of the agent: the column `value` of the first row. */
  | { readonly database: string; readonly query: string; readonly called: string }
  | { readonly folder: string; readonly ending: string }
  /** A folder for each project, with notes in the folder named so, and transcripts beside it that tell the project. */
  | { readonly projects: string; readonly below: string };

/** One agent that can use Throughline. Everything the installer knows about it is in its own file. */
export interface AgentHost {
  /** What `--agent` takes. */
  readonly id: string;
  readonly name: string;
  /** The caller's name that the server receives. */
  readonly caller: string;
  /** Commands and paths whose presence shows that the host is installed. */
  readonly commands: readonly string[];
  traces(platform: Platform): readonly string[];
  /** Where the server is registered; undefined when the host has no such place in this scope. */
  server(place: Place): ConfigSpot | undefined;
  serverEntry(launch: Launch): Readonly<Record<string, unknown>>;
  /** The host's names of the events that Throughline answers or notes. */
  readonly events: readonly string[];
  hooks?(place: Place): HookPlace | undefined;
  /** The folder in which each skill has a folder. */
  skills?(place: Place): string | undefined;
  notes?(place: Place): readonly NotePlace[];
  /** Where the host lists the plugins that are switched on. */
  plugins?(place: Place): ConfigSpot | undefined;
  /** What a person must still do, in a sentence. */
  readonly afterwards?: string;
}

/** The root of a scope's files. */
export const rootOf = ({ platform, scope, project }: Place): string => (scope === "user" ? platform.home : project);

/** A server as most hosts write it. */
export const plainServer = ({ words: [command = "", ...args], env }: Launch, caller: string) => ({
  command,
  args: [...args, "mcp"],
  env: { MCP_CALLER: caller, ...env },
});

/** Answers take a quarter of a second; a host that waits longer than this waits for a broken hook. */
export const hookTimeoutSeconds = 5;

/** A home of its own is among a hook's arguments, because a hook has no environment but the agent's. */
export const homeWords = ({ env }: Launch): string[] =>
  env.THROUGHLINE_HOME === undefined ? [] : ["--home", env.THROUGHLINE_HOME];

/** The words of the one command for every hook: its arguments tell it from every other command in a settings file. */
export const hookWords = (launch: Launch, host: string, event: string): string[] => [
  ...[...launch.words, "hook", "--host", host, "--event", event],
  ...homeWords(launch),
];
