import { join } from "node:path";
import { homeAt } from "../src/base/home.js";
import { platformOf } from "../src/base/platform.js";
import type { CommandCall } from "../src/domain/command-app.js";
import { nodeFiles } from "../src/engine/node-files/node-files.js";
import type { Sql } from "../src/engine/sql.js";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import { compose } from "../src/entry/wiring/compose.js";
import { loadSettings } from "../src/entry/wiring/load-settings.js";
import { openCall } from "../src/surface/open-call.js";
import type { DemoHome } from "./demo-home.js";
import type { DemoRuntime } from "./demo-runtime.js";

/** The product, and its database for records that only sub-agents make. */
export interface DemoApp extends CommandCall {
  readonly sql: Sql;
  close(): Promise<void>;
}

/** The product as it runs, on the sample's home and with the sample's clock. */
export async function openDemoApp({ home, person, repository }: DemoHome, runtime: DemoRuntime): Promise<DemoApp> {
  const env = { HOME: person, THROUGHLINE_HOME: home };
  const loaded = await loadSettings(nodeFiles, env, repository, []);
  const platform = platformOf({ os: process.platform, home: person, env: {} });
  const product = compose(loaded, { runtime, platform });
  const { app } = openCall(product.app, { tenant: "local", caller: "Ada", folder: repository }, { surface: "cli" });
  // Creates the database.
  await app.sessions.totals(app.call);
  const sql = await openSqlite(join(homeAt(home).database));
  const close = async () => {
    await sql.close();
    await product.close();
  };
  return { ...app, sql, close };
}
