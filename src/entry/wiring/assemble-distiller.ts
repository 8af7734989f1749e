import { createRunLog } from "../../domain/agents/run-log.js";
import type { App } from "../../domain/app.js";
import { createDistiller, type Distiller } from "../../domain/lessons/distill/distiller.js";
import { agentWriter, endpointWriter } from "../../domain/lessons/distill/lesson-writer.js";
import { readPrices } from "../../domain/overview/session-cost.js";
import type { ExchangeStore } from "../../store/archive/exchange-store.js";
import { openRunStore } from "../../store/bridge/run-store.js";
import { openDistilledStore } from "../../store/memory/distilled-store.js";
import type { Foundation } from "./foundation.js";

interface Families extends Pick<App, "memories" | "sessions" | "projectRegistry" | "bridge"> {
  readonly exchanges: ExchangeStore;
}

export function assembleDistiller(
  { engines, redaction, sql, files, leases, identity }: Foundation,
  { memories, sessions, projectRegistry, bridge, exchanges }: Families,
): Distiller {
  const { runtime, host, spans, processes, chat } = engines;
  const settings = engines.settings.values;
  const runs = createRunLog({ store: openRunStore(sql), spans, runtime });
  return createDistiller({
    memories,
    sessions,
    projectRegistry,
    exchanges,
    identity,
    files,
    leases,
    host,
    runtime,
    settings,
    store: openDistilledStore(sql),
    prices: readPrices(settings["archive.prices"]),
    redact: redaction.text,
    openWriter: (name) =>
      name === "endpoint"
        ? endpointWriter(chat)
        : agentWriter({ agents: bridge.agents, runs, processes, runtime }, name),
  });
}
