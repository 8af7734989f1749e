import { AppError } from "../../base/errors.js";
import { type Layer, refuseInvalidFlags } from "../../base/resolve-settings.js";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { compose } from "../wiring/compose.js";
import { disabledEngines } from "../wiring/disabled-engines.js";
import { loadSettings, refuseMistakes } from "../wiring/load-settings.js";
import { onStopSignal } from "../wiring/stop-signals.js";

/** `throughline worker`: embeds documents of a team service until a stop signal. Any number of them share the work. */
export async function runWorker(flags: readonly Layer[]): Promise<void> {
  const loaded = await loadSettings(nodeFiles, process.env, process.cwd(), flags);
  refuseInvalidFlags(loaded.settings);
  refuseMistakes(loaded.settings, "worker");
  const { app, close } = compose(loaded, disabledEngines());
  if (app.embedding.model === undefined) {
    await close();
    throw new AppError("invalid", "There is nothing to do: search.model is off.", {
      hint: "Remove the setting search.model, or set an embedding endpoint.",
    });
  }
  // Checked at startup, where a person sees the error.
  await app.access.writes();
  const stopEmbedding = app.embedding.start();
  process.stdout.write(`Embedding documents with ${app.embedding.model}.\n\nStop with Ctrl+C.\n`);
  // The work itself does not keep a process alive.
  const keepAlive = setInterval(() => {}, 60_000);
  onStopSignal(async () => {
    clearInterval(keepAlive);
    await stopEmbedding();
    await close();
  });
}
