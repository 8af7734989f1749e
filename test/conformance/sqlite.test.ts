import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { describeBridgeStores } from "./bridge-stores.js";
import { describeSql } from "./sql.js";
import { describeStores } from "./stores.js";

describeSql(() => openSqlite(":memory:"));
describeStores(() => openSqlite(":memory:"));
describeBridgeStores(() => openSqlite(":memory:"));
