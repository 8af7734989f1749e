import type { Runtime } from "../../base/runtime.js";
import type { Settings } from "../../base/settings.js";
import type { Files } from "../../engine/files.js";
import type { GitLocator } from "../../engine/git-locator.js";
import type { ExchangeStore } from "../../store/archive/exchange-store.js";
import type { InjectionStore } from "../../store/archive/injection-store.js";
import type { PatternStore } from "../../store/archive/pattern-store.js";
import type { SessionStore } from "../../store/archive/session-store.js";
import type { SliceStore } from "../../store/archive/slice-store.js";
import type { ProjectRegistry } from "../identity/project-registry.js";
import type { Ingest } from "./ingest/ingest.js";
import type { ExchangeFinder } from "./query/find-exchanges.js";

/** What the archive is made of; each function names the parts that it uses. */
export interface ArchiveParts {
  readonly ingest: Ingest;
  readonly finder: ExchangeFinder;
  readonly exchanges: ExchangeStore;
  readonly sessions: SessionStore;
  readonly slices: SliceStore;
  readonly patterns: PatternStore;
  readonly injections: InjectionStore;
  readonly projectRegistry: ProjectRegistry;
  readonly gitLocator: GitLocator;
  readonly files: Files;
  readonly settings: Settings;
  readonly runtime: Runtime;
}
