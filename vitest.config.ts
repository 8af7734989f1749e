import { defineConfig, type TestUserConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.js";

/** Waiting for the disk and tidying up make nothing better that lives as long as a test. */
const gitSettings = {
  ...{ GIT_CONFIG_COUNT: "2", GIT_CONFIG_KEY_0: "core.fsync", GIT_CONFIG_VALUE_0: "none" },
  ...{ GIT_CONFIG_KEY_1: "maintenance.auto", GIT_CONFIG_VALUE_1: "false" },
};

/** What starts browsers, servers and agents. */
const slow: TestUserConfig = {
  globalSetup: "test/support/shared-folder.ts",
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A busy machine can starve them. What was tried again is reported.
  retry: 1,
  env: gitSettings,
  // More than two cores can run, because they wait for processes and servers. Each file in a small process of its
  // own: starting others from a large one takes longer. After `fast`, which needs every core.
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
};

/** `fast` runs on every save and in `npm run check`; `slow` starts processes and servers, `page` browsers. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "fast",
          // One graph of modules per worker instead of one per file: importing was more than half of the CPU time. No test
          // may leave globals or the environment changed.
          isolate: false,
          maxWorkers: "100%",
          env: gitSettings,
          // Generous, because a busy machine must not turn a test red.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          include: ["src/**/*.test.ts", "web/**/*.test.ts", "test/*.test.ts", "test/conformance/sqlite.test.ts"],
          exclude: ["test/start.test.ts"],
        },
      },
      {
        test: {
          name: "slow",
          ...slow,
          include: [
            "test/e2e/**/*.test.ts",
            "test/conformance/postgres.test.ts",
            "test/isolation/*.test.ts",
            "test/start.test.ts",
          ],
        },
      },
      {
        test: {
          name: "page",
          ...slow,
          include: ["test/page/**/*.test.ts"],
          // The files of a worker share its modules and its browser. They start few other processes.
          isolate: false,
        },
      },
    ],
  },
});
