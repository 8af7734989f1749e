import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { describeAccessStores } from "./access-stores.js";
import { describeArchiveStores } from "./archive-stores.js";
import { describeBridgeStores } from "./bridge-stores.js";
import { describeMemoryStores } from "./memory-stores.js";
import { describeSearchIndex } from "./search-index.js";
import { describeSql } from "./sql.js";
import { describeStores } from "./stores.js";
import { describeVectorStore } from "./vector-store.js";

describeSql(() => openSqlite(":memory:"));
describeStores(() => openSqlite(":memory:"));
describeArchiveStores(() => openSqlite(":memory:"));
describeSearchIndex(() => openSqlite(":memory:"));
describeVectorStore(() => openSqlite(":memory:"));
describeBridgeStores(() => openSqlite(":memory:"));
describeMemoryStores(() => openSqlite(":memory:"));
describeAccessStores(() => openSqlite(":memory:"));
