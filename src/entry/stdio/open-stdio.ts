import { join } from "node:path";
import { describeMistakes, type Layer } from "../../base/resolve-settings.js";
import { readProjectHeader } from "../../domain/context/project-header.js";
import { runsStartHook } from "../../domain/install/hook-approval.js";
import { composeInstructions } from "../../domain/instructions.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { hookSetups } from "../../hosts/all-hosts.js";
import { briefFilesIn } from "../../store/archive/brief-files.js";
import {
  earlyInitialize,
  earlyListing,
  isInitialized,
  isOtherListing,
  type StoredListing,
  storedListingFor,
} from "../../surface/mcp/early-answers.js";
import { type LoadedSettings, loadSettings, reportMistakes } from "../wiring/load-settings.js";
import { onStopSignal } from "../wiring/stop-signals.js";
import { systemPlatform } from "../wiring/system-platform.js";
import { type Line, openStdioChannel, type StdioChannel } from "./stdio-channel.js";

/** What the session would receive from a hook, where its host runs none. */
async function readBrief({ home, settings }: LoadedSettings, folder: string): Promise<string> {
  const hooks = hookSetups[settings.values.caller];
  const read = (path: string) => nodeFiles.read(path).catch(() => undefined);
  if (hooks && (await runsStartHook(hooks, { read, platform: systemPlatform() }))) return "";
  const brief = briefFilesIn(home, nodeFiles).read(folder);
  return (await brief.catch(() => undefined)) ?? "";
}

/**
 * A client that sends nothing for this long is not about to list tools. On a busy machine it may take seconds, and loading
 * the product meanwhile would delay the listing until the first request of the model has left without our tools.
 */
const idleMs = 2000;
/** Clients ask for several lists at once. */
const betweenListsMs = 30;

/** Answers a listing that follows `initialize`; returns the lines that are left for the SDK. */
async function answerListing(channel: StdioChannel, listing: Promise<unknown>): Promise<Line[]> {
  const stored = await listing;
  const rest: Line[] = [];
  let waitMs = idleMs;
  while (stored !== undefined) {
    const line = await channel.next(waitMs);
    const text = line?.kind === "text" ? line.text : "";
    const answer = earlyListing(text, stored);
    if (answer) await channel.send(answer);
    else if (line) rest.push(line);
    if (answer || !(isInitialized(text) || isOtherListing(text))) break;
    if (isOtherListing(text)) waitMs = betweenListsMs;
  }
  return rest;
}

/** `throughline mcp`: answers `initialize` and the first listing, then loads the rest of the product. */
export async function openStdio(flags: readonly Layer[]): Promise<void> {
  const channel = openStdioChannel(process.stdin, process.stdout);
  onStopSignal(() => channel.close());
  const folder = process.cwd();
  // Outside a project, or with an unreadable store, the general part remains.
  const header = readProjectHeader(nodeFiles, folder).catch(() => undefined);
  const loaded = await loadSettings(nodeFiles, process.env, folder, flags);
  reportMistakes(loaded.settings);
  const [project, brief] = await Promise.all([header, readBrief(loaded, folder)]);
  const instructions = composeInstructions(project, describeMistakes(loaded.settings), brief);
  const first = await channel.next();
  if (!first) return;
  const answered = first.kind === "text" ? earlyInitialize(first.text, instructions) : undefined;
  const lines = [first];
  if (first.kind === "text" && answered) {
    const listing = readToolListing(storedListingFor(loaded.settings.values, first.text));
    await channel.send(answered);
    lines.push(...(await answerListing(channel, listing)));
  }
  const { serveStdio } = await import("./serve-stdio.js");
  await serveStdio({ channel, lines, answeredId: answered?.id, loaded, folder, instructions, flags });
}

/** A listing that the build stored next to the bundles; undefined when run from sources, which may be newer. */
async function readToolListing(name: StoredListing | undefined): Promise<unknown> {
  if (name === undefined || typeof __dirname !== "string") return undefined;
  const text = await nodeFiles.read(join(__dirname, `tools-${name}.json`)).catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
