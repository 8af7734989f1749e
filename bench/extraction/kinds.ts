export type { Outcome } from "../../src/store/archive/exchange.js";
export type { Agent } from "../../src/store/archive/session-event.js";
