import { describeAccessStores } from "./access-stores.js";
import { describeArchiveStores } from "./archive-stores.js";
import { describeBridgeStores } from "./bridge-stores.js";
import { describeMemoryStores } from "./memory-stores.js";
import { openPglite } from "./open-pglite.js";
import { describeSearchIndex } from "./search-index.js";
import { describeSql } from "./sql.js";
import { describeStores } from "./stores.js";
import { describeVectorStore } from "./vector-store.js";

describeSql(openPglite);
describeStores(openPglite);
describeArchiveStores(openPglite);
describeSearchIndex(openPglite);
describeVectorStore(openPglite);
describeBridgeStores(openPglite);
describeMemoryStores(openPglite);
describeAccessStores(openPglite);
