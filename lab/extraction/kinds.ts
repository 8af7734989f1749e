export type { Outcome } from "../../src/store/archive/exchange.js";
/** Id of a host. */
export type Agent = string;
