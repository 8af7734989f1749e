import { describeMistakes, type Layer } from "../../base/resolve-settings.js";
import { readProjectHeader } from "../../domain/context/project-header.js";
import { composeInstructions } from "../../domain/instructions.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { earlyInitialize } from "../../surface/mcp/early-initialize.js";
import { loadSettings } from "../wiring/load-settings.js";
import { reportMistakes } from "../wiring/report-mistakes.js";
import { openStdioChannel } from "./stdio-channel.js";

/** `throughline mcp`: answers `initialize` first, then loads the rest of the product. */
export async function openStdio(flags: readonly Layer[]): Promise<void> {
  const channel = openStdioChannel(process.stdin, process.stdout);
  const folder = process.cwd();
  const loaded = await loadSettings(nodeFiles, process.env, folder, flags);
  reportMistakes(loaded.settings);
  // Outside a project, or with an unreadable store, the general part remains.
  const project = await readProjectHeader(nodeFiles, folder).catch(() => undefined);
  const instructions = composeInstructions(project, describeMistakes(loaded.settings));
  const first = await channel.next();
  if (!first) return;
  const answered = first.kind === "text" ? earlyInitialize(first.text, instructions) : undefined;
  if (answered) await channel.send(answered);
  const { serveStdio } = await import("./serve-stdio.js");
  await serveStdio({ channel, first, answeredId: answered?.id, loaded, folder, instructions, flags });
}
