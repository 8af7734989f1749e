import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { describeMemoryStores } from "./memory-stores.js";
import { describeSearchIndex } from "./search-index.js";
import { describeSql } from "./sql.js";
import { describeStores } from "./stores.js";

describeSql(() => openSqlite(":memory:"));
describeStores(() => openSqlite(":memory:"));
describeSearchIndex(() => openSqlite(":memory:"));
describeMemoryStores(() => openSqlite(":memory:"));
