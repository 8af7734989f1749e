import { describeMemoryStores } from "./memory-stores.js";
import { openPglite } from "./open-pglite.js";
import { describeSearchIndex } from "./search-index.js";
import { describeSql } from "./sql.js";
import { describeStores } from "./stores.js";

describeSql(openPglite);
describeStores(openPglite);
describeSearchIndex(openPglite);
describeMemoryStores(openPglite);
