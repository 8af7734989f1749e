import type { Sql } from "../../src/engine/sql.js";
import { describeAccessStores } from "./access-stores.js";
import { describeArchiveStores } from "./archive-stores.js";
import { describeBridgeStores } from "./bridge-stores.js";
import { describeDistilledStore } from "./distilled-store.js";
import { describeMemoryStores } from "./memory-stores.js";
import { describeSearchIndex } from "./search-index.js";
import { describeSessionPages } from "./session-pages.js";
import { describeSql } from "./sql.js";
import { describeStores } from "./stores.js";
import { describeVectorStore } from "./vector-store.js";

/** All conformance tests, in one list so that no database can omit one. */
export function describeEveryStore(open: () => Promise<Sql>): void {
  describeSql(open);
  describeStores(open);
  describeArchiveStores(open);
  describeSearchIndex(open);
  describeVectorStore(open);
  describeBridgeStores(open);
  describeMemoryStores(open);
  describeDistilledStore(open);
  describeAccessStores(open);
  describeSessionPages(open);
}
