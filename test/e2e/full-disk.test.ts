import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Product } from "../support/product.js";

const disk = mkdtempSync(join(tmpdir(), "throughline-disk-"));
// Only root can make a small disk.
const hasDisk = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", disk]).status === 0;

describe.runIf(hasDisk)("on a full disk", () => {
  let product: Product;
  const run = (...args: string[]) => product.run(args, { env: { THROUGHLINE_HOME: join(disk, "home") } });
  beforeAll(() => {
    product = new Product();
    mkdirSync(join(disk, "home"));
    run("memory", "record", "Use pnpm here, never npm.");
    try {
      for (let i = 0; ; i++) writeFileSync(join(disk, `fill-${i}`), Buffer.alloc(i < 100 ? 262_144 : 1024));
    } catch {}
    try {
      for (let i = 0; ; i++) writeFileSync(join(disk, `rest-${i}`), Buffer.alloc(4096));
    } catch {}
  });
  afterAll(() => {
    product.remove();
    spawnSync("umount", [disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  it("a write says so and what to do, and reading goes on", () => {
    const written = run("memory", "record", "Ports start at 4100.");
    expect(written.status).not.toBe(0);
    expect(written.stderr).toMatch(/^throughline: Nothing was written: the disk of .* is full\./);
    expect(written.stderr).toContain("Free some space");
    expect(written.stderr.trim().split("\n")).toHaveLength(2);
    expect(run("memory", "list").stdout).toContain("Use pnpm here, never npm.");
    expect(run("search", "pnpm").stdout).toContain("Use pnpm here, never npm.");
  });
});
