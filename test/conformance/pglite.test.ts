import { describeEveryStore } from "./every-store.js";
import { openPglite } from "./open-pglite.js";

describeEveryStore(openPglite);
