import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ReadingState } from "../../domain/archive/read-statements.js";
import { startBackgroundIngest } from "./background-ingest.js";

type Deps = Parameters<typeof startBackgroundIngest>[0];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process without news from hooks, whose model answers with these states. */
function start(states: ReadingState[]) {
  const done: string[] = [];
  const waiting = { isUnread: false };
  const app = {
    ingest: { hasNews: async () => false, catchUp: async () => ({ isDone: true }) },
    sessions: { dropOld: async () => ({ sessions: 0 }) },
    promoteFixes: async () => 0,
    promoteStatements: async () => done.push("promoted"),
    hasUnreadStatements: async () => waiting.isUnread,
    async readStatements() {
      const state = states.shift() ?? "done";
      done.push(state);
      if (state === "done") waiting.isUnread = false;
      return { state, learned: 0 };
    },
    refreshDocuments: async () => false,
    runtime: { newId: () => "lease" },
    log: { info: (event: string) => done.push(event) },
  } as unknown as Deps["app"];
  const leases = { take: async () => true } as unknown as Deps["leases"];
  return { done, waiting, background: startBackgroundIngest({ app, leases }) };
}

it("reads in rounds until all is read, and then what another process imported", async () => {
  const { done, waiting, background } = start(["more", "done"]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(done).toEqual(["more", "done"]);
  waiting.isUnread = true;
  await vi.advanceTimersByTimeAsync(3000);
  expect(done).toEqual(["more", "done", "done"]);
  await background.stop();
});

it("does not try a model again that cannot be used", async () => {
  const { done, waiting, background } = start(["unavailable"]);
  waiting.isUnread = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(done).toEqual(["unavailable"]);
  await background.stop();
});
