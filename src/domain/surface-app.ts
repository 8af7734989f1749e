import type { Home } from "../base/home.js";
import type { Log } from "../base/log.js";
import type { Activity } from "../engine/activity.js";
import type { SelfRun } from "../engine/self.js";
import type { Access } from "./access/access.js";
import type { App, AppCall } from "./app.js";
import type { Distiller } from "./lessons/distill/distiller.js";
import type { Overview } from "./overview/overview.js";
import type { Receipts } from "./receipts/receipts.js";
import type { RedactionGateway } from "./redaction/redaction-gateway.js";
import type { SettingsFiles } from "./system/settings-files.js";
import type { Remote } from "./team/remote.js";

/** What a surface needs around the tools: redaction, access, the team service, and what the web page shows. */
export interface SurfaceApp extends App {
  readonly log: Log;
  readonly home: Home;
  /** Every call says that somebody waits for it. */
  readonly activity: Pick<Activity, "begin">;
  readonly redaction: RedactionGateway;
  readonly access: Access;
  /** The team service, if the settings name one. */
  readonly remote: Remote | undefined;
  readonly overview: Overview;
  readonly receipts: Receipts;
  readonly distiller: Distiller;
  readonly settingsFiles: SettingsFiles;
  /** Runs this program with other arguments, as an agent would. */
  startSelf(args: readonly string[], input: string): Promise<SelfRun>;
}

export interface SurfaceCall extends SurfaceApp, AppCall {}
