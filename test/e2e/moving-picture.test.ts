import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../support/sources.js";

it.skipIf(process.platform === "win32")("README's moving picture shows what the product answers today", () => {
  const folder = mkdtempSync(join(tmpdir(), "throughline-svg-"));
  try {
    const file = join(folder, "two-agents.svg");
    execFileSync(process.execPath, ["--import", "tsx", "scripts/moving-picture.ts", file], { cwd: root });
    expect(readFileSync(file, "utf8")).toBe(readFileSync(join(root, "docs", "pictures", "two-agents.svg"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
