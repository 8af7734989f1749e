import type { Settings } from "../../base/settings.js";
import { createProjectResolver } from "../../domain/identity/project-resolver.js";
import type { BriefKeeper } from "../../domain/lessons/context-injection.js";
import { createCheckpoints } from "../../domain/memory/checkpoints.js";
import type { RedactionGateway } from "../../domain/redaction/redaction-gateway.js";
import { gitCliLocator } from "../../engine/git-cli/git-cli-locator.js";
import { nodeHost } from "../../engine/node-host/node-host.js";
import { redactingSql } from "../../engine/redacting.js";
import type { Sql } from "../../engine/sql.js";
import { openCheckpointStore } from "../../store/memory/checkpoint-store.js";
import { systemRuntime } from "./system-runtime.js";

/** The state of a session before compaction becomes an ordinary checkpoint to list, compare and resume. */
export function briefsAsCheckpoints(sql: Sql, settings: Settings, redaction: RedactionGateway): BriefKeeper {
  const identity = createProjectResolver({ gitLocator: gitCliLocator, user: nodeHost.user });
  const checkpoints = createCheckpoints({
    store: openCheckpointStore(redactingSql(sql, redaction.text)),
    identity,
    runtime: systemRuntime(),
    retention: { keepAutomatic: settings["checkpoints.keepAutomatic"], keepDays: settings["checkpoints.keepDays"] },
  });
  const ownerOf = (folder: string) => identity.tenant(undefined, folder);
  return {
    async save(call, { sessionId, title, text }) {
      await checkpoints.save(call, await ownerOf(call.folder), {
        ...{ sessionId, projectPath: call.folder, name: title, description: "Saved before compaction" },
        ...{ summary: title, context: text, fullState: "", threshold: undefined, autoCreated: true },
        metadata: { source: "compaction" },
      });
    },

    async last(call) {
      if (!call.session) return undefined;
      const listing = { sessionId: call.session, autoOnly: true, limit: 1 };
      const owner = await ownerOf(call.folder);
      const [newest] = (await checkpoints.list(call, owner, listing)).checkpoints;
      return newest && (await checkpoints.resume(call, owner, newest.id, "context")).content;
    },
  };
}
