import type { ProjectResolver } from "../../domain/identity/project-resolver.js";
import type { Receipts } from "../../domain/receipts/receipts.js";
import type { RedactionGateway } from "../../domain/redaction/redaction-gateway.js";
import type { Search } from "../../domain/search/search.js";
import type { AutomaticBackups } from "../../domain/system/backups.js";
import type { Files } from "../../engine/files.js";
import type { Sql } from "../../engine/sql.js";
import type { LeaseStore } from "../../store/lease-store.js";
import type { SearchIndex } from "../../store/search/search-index.js";
import type { Engines } from "./engines.js";

/** What every family depends on. */
export interface Foundation {
  /** Direct access, without redaction. */
  readonly engines: Engines;
  readonly redaction: RedactionGateway;
  /** Redacts everything that is written, so that no store can save a secret. */
  readonly sql: Sql;
  /** Redacts too. */
  readonly files: Files;
  readonly leases: LeaseStore;
  readonly index: SearchIndex;
  readonly search: Search;
  readonly identity: ProjectResolver;
  readonly receipts: Receipts;
  readonly automaticBackups: AutomaticBackups;
}
