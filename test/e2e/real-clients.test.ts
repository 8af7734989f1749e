import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { mainScript } from "../support/product.js";

/** Path of a script that drives real agents against scripted models, see CONTRIBUTING.md. */
const acceptance = process.env.THROUGHLINE_TEST_CLIENTS ?? "";

describe.skipIf(acceptance === "")(
  acceptance ? "real agents" : "real agents (skipped: THROUGHLINE_TEST_CLIENTS names no script that drives them)",
  () => {
    it.each(["claude", "codex", "gemini", "opencode"])("%s starts the server and calls a tool", (client) => {
      const input = {
        project_id: "shop",
        title: "Pin the port",
        content: "Tests fail on a random port.",
        outcome: "success",
      };
      const args = [
        "--clients",
        client,
        "--tool",
        "memory_record",
        "--input",
        JSON.stringify(input),
        "--expect",
        "mem_",
      ];
      const { status, stdout } = spawnSync(
        process.execPath,
        [acceptance, ...args, "--", process.execPath, mainScript, "mcp"],
        { encoding: "utf8" },
      );
      expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining(`PASS ${client}`) });
    });
  },
);
