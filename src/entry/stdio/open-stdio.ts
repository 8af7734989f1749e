import { describeMistakes, type Layer } from "../../base/resolve-settings.js";
import { readProjectHeader } from "../../domain/context/project-header.js";
import { runsStartHook } from "../../domain/install/hook-approval.js";
import { allHosts } from "../../domain/install/hosts/all-hosts.js";
import { composeInstructions } from "../../domain/instructions.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { briefFilesIn } from "../../store/archive/brief-files.js";
import { earlyInitialize } from "../../surface/mcp/early-initialize.js";
import { earlyListing, isInitialized, type StoredListing, storedListingFor } from "../../surface/mcp/early-listing.js";
import { type LoadedSettings, loadSettings } from "../wiring/load-settings.js";
import { reportMistakes } from "../wiring/report-mistakes.js";
import { onStopSignal } from "../wiring/stop-signals.js";
import { systemPlatform } from "../wiring/system-platform.js";
import { readToolListing } from "./read-tool-listing.js";
import { type Line, openStdioChannel, type StdioChannel } from "./stdio-channel.js";

/** What the session would receive from a hook, where its host runs none. */
async function readBrief({ home, settings }: LoadedSettings, folder: string): Promise<string> {
  const host = allHosts.find(({ caller }) => caller === settings.values.caller);
  const read = (path: string) => nodeFiles.read(path).catch(() => undefined);
  if (host && (await runsStartHook(host, { read, platform: systemPlatform() }))) return "";
  return (
    (await briefFilesIn(home, nodeFiles)
      .read(folder)
      .catch(() => undefined)) ?? ""
  );
}

/** A client that sends nothing for this long is not about to list tools. */
const idleMs = 250;

/** Answers a listing that follows `initialize`; returns the lines that are left for the SDK. */
async function answerListing(channel: StdioChannel, name: StoredListing | undefined): Promise<Line[]> {
  const listing = name && (await readToolListing(name));
  const rest: Line[] = [];
  while (listing !== undefined) {
    const line = await channel.next(idleMs);
    const text = line?.kind === "text" ? line.text : "";
    const answer = earlyListing(text, listing);
    if (answer) await channel.send(answer);
    else if (line) rest.push(line);
    if (!isInitialized(text)) break;
  }
  return rest;
}

/** `throughline mcp`: answers `initialize` and the first listing, then loads the rest of the product. */
export async function openStdio(flags: readonly Layer[]): Promise<void> {
  const channel = openStdioChannel(process.stdin, process.stdout);
  onStopSignal(() => channel.close());
  const folder = process.cwd();
  const loaded = await loadSettings(nodeFiles, process.env, folder, flags);
  reportMistakes(loaded.settings);
  // Outside a project, or with an unreadable store, the general part remains.
  const project = await readProjectHeader(nodeFiles, folder).catch(() => undefined);
  const brief = await readBrief(loaded, folder);
  const instructions = composeInstructions(project, describeMistakes(loaded.settings), brief);
  const first = await channel.next();
  if (!first) return;
  const answered = first.kind === "text" ? earlyInitialize(first.text, instructions) : undefined;
  const lines = [first];
  if (first.kind === "text" && answered) {
    await channel.send(answered);
    lines.push(...(await answerListing(channel, storedListingFor(loaded.settings.values, first.text))));
  }
  const { serveStdio } = await import("./serve-stdio.js");
  await serveStdio({ channel, lines, answeredId: answered?.id, loaded, folder, instructions, flags });
}
