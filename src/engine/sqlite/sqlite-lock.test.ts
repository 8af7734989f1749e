import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sqliteLock } from "./sqlite-lock.js";

describe("sqliteLock", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "throughline-lock-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("admits one holder at a time, also through two locks on one file", async () => {
    const [path, locks] = [join(folder, "x.lock"), [sqliteLock(), sqliteLock()]];
    let inside = 0;
    const max: number[] = [];
    const visit = async () => {
      max.push(++inside);
      await new Promise((resolve) => setTimeout(resolve, 3));
      inside--;
    };
    await Promise.all(Array.from({ length: 12 }, (_, i) => locks[i % 2]?.hold(path, visit)));
    expect(max).toEqual(Array(12).fill(1));
    expect(statSync(path).size).toBe(0);
  });

  it("is released after a failure, which is rethrown", async () => {
    const lock = sqliteLock();
    const fail = () => lock.hold(join(folder, "x.lock"), () => Promise.reject(new Error("oops")));
    await expect(fail()).rejects.toThrow("oops");
    expect(await lock.hold(join(folder, "x.lock"), async () => "next")).toBe("next");
  });

  it("reports a file that cannot be opened as unavailable, with what to check", async () => {
    // A folder in its place fails for every user, unlike missing permissions.
    await expect(sqliteLock().hold(folder, async () => "never")).rejects.toMatchObject({
      name: "AppError",
      problem: "unavailable",
      hint: expect.stringContaining("permissions"),
    });
  });
});
