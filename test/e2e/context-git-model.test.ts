import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { bundleScript } from "../support/bundle-script.js";
import { mainScript } from "../support/product.js";

const script = await bundleScript("run-git-model");
afterAll(() => script.remove());

/** Per seed. Shorter histories are cheaper, and the clones are compared more often. */
const steps = Number(process.env.MODEL_STEPS ?? 500);
const seeds = (process.env.MODEL_SEEDS ?? "3 5,4 6").split(",");

describe.concurrent("two clones between random git commands", () => {
  it.each(seeds)(
    `publish no private byte, lose no private text and converge after ${steps} steps (seeds %s)`,
    async (seedsOfProcess) => {
      const args = [script.file, mainScript, String(steps), ...seedsOfProcess.split(" ")];
      const { stdout, stderr } = spawn(process.execPath, args);
      const output = await Promise.all([text(stdout), text(stderr)]);
      const expected = seedsOfProcess.split(" ").map((seed) => `seed ${seed}: ${steps} steps\n`);
      expect(output.join("")).toBe(expected.join(""));
    },
    3_600_000,
  );
});
