import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { describeEveryStore } from "./every-store.js";

describeEveryStore(() => openSqlite(":memory:"));
