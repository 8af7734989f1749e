import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { describeArchiveStores } from "./archive-stores.js";
import { describeSql } from "./sql.js";
import { describeStores } from "./stores.js";

describeSql(() => openSqlite(":memory:"));
describeStores(() => openSqlite(":memory:"));
describeArchiveStores(() => openSqlite(":memory:"));
