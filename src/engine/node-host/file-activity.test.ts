import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fileActivity } from "./file-activity.js";

const folder = mkdtempSync(join(tmpdir(), "throughline-activity-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("activity of several processes", () => {
  it("stops work while one of them answers and for a moment afterwards", async () => {
    const path = join(folder, "one");
    const [server, worker] = [fileActivity(path), fileActivity(path)];
    await worker.quiet();
    const end = server.begin();
    let isQuiet = false;
    const work = worker.quiet().then(() => {
      isQuiet = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(isQuiet).toBe(false);
    const endedAt = Date.now();
    end();
    end();
    await work;
    // The last mark may be as old as the time between two marks.
    expect(Date.now() - endedAt).toBeGreaterThanOrEqual(100);
  });

  it("stops no work for ever, also where the file cannot be written", async () => {
    for (const path of [join(folder, "two"), join(folder, "nowhere", "three")]) {
      const activity = fileActivity(path);
      const end = activity.begin();
      await activity.quiet();
      end();
    }
  });

  it("lets go at once when the work is to end", async () => {
    const activity = fileActivity(join(folder, "four"));
    activity.begin();
    const begunAt = Date.now();
    await activity.quiet(AbortSignal.abort());
    expect(Date.now() - begunAt).toBeLessThan(1000);
  });
});
