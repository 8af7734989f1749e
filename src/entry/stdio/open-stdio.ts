import { describeMistakes, type Layer } from "../../base/resolve-settings.js";
import { readProjectHeader } from "../../domain/context/project-header.js";
import { runsStartHook } from "../../domain/install/hook-approval.js";
import { allHosts } from "../../domain/install/hosts/all-hosts.js";
import { composeInstructions } from "../../domain/instructions.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { briefFilesIn } from "../../store/archive/brief-files.js";
import { earlyInitialize } from "../../surface/mcp/early-initialize.js";
import { type LoadedSettings, loadSettings } from "../wiring/load-settings.js";
import { reportMistakes } from "../wiring/report-mistakes.js";
import { systemPlatform } from "../wiring/system-platform.js";
import { openStdioChannel } from "./stdio-channel.js";

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

/** `throughline mcp`: answers `initialize` first, then loads the rest of the product. */
export async function openStdio(flags: readonly Layer[]): Promise<void> {
  const channel = openStdioChannel(process.stdin, process.stdout);
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
  if (answered) await channel.send(answered);
  const { serveStdio } = await import("./serve-stdio.js");
  await serveStdio({ channel, first, answeredId: answered?.id, loaded, folder, instructions, flags });
}
