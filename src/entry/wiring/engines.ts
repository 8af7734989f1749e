import type { Platform } from "../../base/platform.js";
import type { Redactor } from "../../domain/redaction/redact.js";
import type { SettingsFiles } from "../../domain/system/settings-files.js";
import type { Activity } from "../../engine/activity.js";
import type { AgentProcess } from "../../engine/agent-process.js";
import type { ChatModel } from "../../engine/chat-model.js";
import type { ConfigFiles } from "../../engine/config-files.js";
import type { DatabaseFiles } from "../../engine/database-files.js";
import type { Embedder } from "../../engine/embedder.js";
import type { FileTree } from "../../engine/file-tree.js";
import type { OpenGitRepository } from "../../engine/git-repository.js";
import type { Host } from "../../engine/host.js";
import type { Lock } from "../../engine/lock.js";
import type { OpenMachineLogs } from "../../engine/machine-logs.js";
import type { AskPerson } from "../../engine/question.js";
import type { RemoteTools } from "../../engine/remote-tools.js";
import type { RunFiles } from "../../engine/run-files.js";
import type { Sandbox } from "../../engine/sandbox.js";
import type { Screen } from "../../engine/screen.js";
import type { Self } from "../../engine/self.js";
import type { SignIn } from "../../engine/sign-in.js";
import type { Spans } from "../../engine/spans.js";
import type { SyntaxParser } from "../../engine/syntax-parser.js";
import type { WorkingTrees } from "../../engine/working-trees.js";
import type { Launch } from "../../hosts/host.js";
import type { ArchiveEngines } from "./assemble-archive.js";

/** Every engine of the product. */
export interface Engines extends Omit<ArchiveEngines, "redaction"> {
  readonly redactor: Redactor;
  readonly settingsFiles: SettingsFiles;
  /** Path of the database file, or the server's address. */
  readonly database: string;
  readonly databases: DatabaseFiles;
  readonly tree: FileTree;
  readonly host: Host;
  readonly platform: Platform;
  readonly configFiles: ConfigFiles;
  readonly launch: Launch;
  readonly runFiles: RunFiles;
  readonly workingTrees: WorkingTrees;
  readonly processes: AgentProcess;
  readonly sandbox: Sandbox;
  readonly spans: Spans;
  readonly parser: SyntaxParser;
  readonly openRepository: OpenGitRepository;
  readonly lock: Lock;
  readonly openMachineLogs: OpenMachineLogs;
  readonly self: Self;
  readonly activity: Activity;
  /** Embeds texts; without it, search ranks by keywords alone. */
  readonly embedder: Embedder | undefined;
  /** The model that distills sessions, if the settings name an endpoint. */
  readonly chat?: ChatModel | undefined;
  /** How long a search waits for the model. Default: as short as an agent expects. */
  readonly modelWaitMs?: number | undefined;
  /** The team service, if the settings name one. */
  readonly remoteTools?: RemoteTools | undefined;
  readonly signIn: SignIn;
  edit(path: string): Promise<void>;
  runInTerminal(program: string, args: readonly string[], folder?: string): Promise<number>;
  readonly ask: AskPerson;
  notify(line: string): void;
  openScreen(): Screen | undefined;
}
