import { describe, expect, it } from "vitest";
import * as z from "zod";
import { plainPaint } from "../../base/paint.js";
import type { Command } from "../../commands/define-command.js";
import type { CommandCall } from "../../domain/command-app.js";
import { withEmbedding } from "./with-embedding.js";

const indexing: Command = {
  name: "code index",
  summary: "Index.",
  input: z.object({ path: z.string() }),
  examples: [],
  run: async ({ path }) => `indexed ${String(path)}`,
  toText: String,
};

/** Runs the command with so many documents left to embed, and records what is embedded and asked. */
async function run(pending: number, { wait = false, answer = false, fails = false } = {}) {
  const runs: unknown[] = [];
  const questions: string[] = [];
  const app = {
    call: { signal: new AbortController().signal, progress: () => {} },
    ask: async (question: string) => questions.push(question) > 0 && answer,
    embedding: {
      countPending: async () => pending,
      run: async ({ max }: { max?: number }) => {
        runs.push(max === undefined ? "all" : max);
        if (fails) throw new Error("no model");
      },
    },
  } as unknown as CommandCall;
  const command = withEmbedding(indexing);
  const text = command.toText(await command.run({ path: "src", wait }, app), plainPaint);
  return { text, runs, questions };
}

describe("a command that indexes", () => {
  it("embeds names at once, and offers to wait for the rest where that takes long", async () => {
    expect(await run(5000, { answer: true })).toMatchObject({ runs: [0, "all"], text: "indexed src" });
    const declined = await run(5000);
    expect(declined.runs).toEqual([0]);
    expect(declined.questions).toEqual([expect.stringContaining("5000 chunks")]);
  });

  it("asks nothing where little is left, or when waiting is asked for", async () => {
    expect(await run(200)).toMatchObject({ runs: [0], questions: [] });
    expect(await run(5000, { wait: true })).toMatchObject({ runs: [0, "all"], questions: [] });
    expect(await run(0, { wait: true })).toMatchObject({ runs: [0, "all"], questions: [] });
  });

  it("answers although names cannot be embedded", async () => {
    expect(await run(10, { fails: true })).toMatchObject({ text: "indexed src" });
  });

  it("has the flag --wait, which the command itself does not receive", () => {
    expect(Object.keys(withEmbedding(indexing).input.shape)).toEqual(["path", "wait"]);
  });
});
