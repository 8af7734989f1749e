import { describeArchiveStores } from "./archive-stores.js";
import { openPglite } from "./open-pglite.js";
import { describeSql } from "./sql.js";
import { describeStores } from "./stores.js";

describeSql(openPglite);
describeStores(openPglite);
describeArchiveStores(openPglite);
