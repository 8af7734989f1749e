import { createProjectRegistry } from "../../domain/identity/project-registry.js";
import { createProjectResolver } from "../../domain/identity/project-resolver.js";
import { createReceipts } from "../../domain/receipts/receipts.js";
import { createRedactionGateway } from "../../domain/redaction/redaction-gateway.js";
import { createSearch } from "../../domain/search/search.js";
import { createEmbedding } from "../../domain/search/vectors/embedding.js";
import { createAutomaticBackups } from "../../domain/system/backups.js";
import { noActivity } from "../../engine/activity.js";
import { ambientTransaction } from "../../engine/ambient-transaction.js";
import { redactingFiles, redactingSql } from "../../engine/redacting.js";
import { openIdentityStore } from "../../store/archive/identity-store.js";
import { openLeaseStore } from "../../store/lease-store.js";
import { openSearchIndex } from "../../store/search/search-index.js";
import { openVectorStore } from "../../store/search/vector-store.js";
import { copyErasers } from "./erase-copies.js";
import type { Engines } from "./open-engines.js";

/** Long enough to load the model on a busy machine; a loaded one takes milliseconds for what was just written. */
const recordsWaitMs = 10_000;

/** What every family depends on. */
export type Foundation = ReturnType<typeof layFoundation>;

/** Engines with the services that all families share. Everything that is written through `sql` and `files` is redacted. */
export function layFoundation(opened: Engines) {
  const { runtime, host, gitLocator } = opened;
  const ambient = ambientTransaction(opened.sql);
  const redaction = createRedactionGateway(opened.redactor, opened.log);
  const redact = redaction.text;
  const engines = {
    ...opened,
    settings: opened.settings.values,
    /** The settings with their origins. */
    resolved: opened.settings,
    ambient,
    redaction,
    redact,
    sql: redactingSql(ambient.sql, redact),
    files: redactingFiles(opened.files, redact),
    /** Without redaction, for what was redacted before or is none of our text. */
    raw: { sql: ambient.sql, files: opened.files },
  };
  const { raw } = engines;
  const leases = openLeaseStore(engines.sql, runtime);
  // The index redacts what it stores.
  const index = openSearchIndex(raw.sql, redact);
  const vectors = openVectorStore(raw.sql);
  const isService = raw.sql.dialect.isKeyedByTenant;
  // A service is never quiet; there, low priority has to do.
  const activity = isService ? noActivity : opened.activity;
  const projectRegistry = createProjectRegistry({ store: openIdentityStore(raw.sql), gitLocator, redact });
  const shared = {
    ...engines,
    leases,
    index,
    vectors,
    projectRegistry,
    embedding: createEmbedding({ ...engines, vectors, leases, activity, isOnBattery: host.isOnBattery }),
    // A service of many tenants leaves new records to its background job.
    search: createSearch({ ...engines, index, vectors, recordsWaitMs: isService ? 0 : recordsWaitMs }),
    identity: createProjectResolver({ gitLocator, projectRegistry, user: host.user }),
    receipts: createReceipts(engines),
    // Not redacted: a copy is the database as it is.
    automaticBackups: createAutomaticBackups({ ...engines, leases, files: raw.files }),
  };
  return { ...shared, ...copyErasers(shared) };
}
