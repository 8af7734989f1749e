import type { Migration } from "./migration.js";

/** How many exchanges there are follows from the sessions: a hundredth of the rows, and this holds all that is read of them. */
export const m0021SessionCounts: Migration = {
  name: "m0021-session-counts",
  async up(session) {
    await session.run("CREATE INDEX sessions_by_exchanges ON sessions (tenant, exchanges)");
  },
};
