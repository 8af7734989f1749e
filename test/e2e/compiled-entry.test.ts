import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { root } from "../support/sources.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-compiled-"));
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entries = () => join(folder, "dist", "entry");
const compiled = () => readdirSync(entries()).filter((name) => name.endsWith(".compiled"));
const help = () =>
  spawnSync(process.execPath, [join(folder, "dist", "main.js"), "--help"], { encoding: "utf8" }).stdout;

describe("the compile cache", () => {
  it("is accepted by the Node version that built it", () => {
    expect(compiled().length).toBeGreaterThan(3);
    for (const name of compiled()) {
      const [, part] = name.split(".");
      const source = readFileSync(join(entries(), `${part}.bundle.js`), "latin1");
      const script = new Script(source, { cachedData: readFileSync(join(entries(), name)) });
      expect({ name, isRejected: script.cachedDataRejected }).toEqual({ name, isRejected: false });
    }
  });

  it("is of a source in ASCII, which V8 stores with one byte per character", () => {
    const bundles = readdirSync(entries()).filter((name) => name.endsWith(".bundle.js"));
    expect(bundles.length).toBeGreaterThan(5);
    expect(bundles.filter((name) => readFileSync(join(entries(), name)).some((byte) => byte > 0x7f))).toEqual([]);
  });

  it("is optional: another Node version, or a copy without it, starts as well", () => {
    const usual = help();
    expect(usual).toContain("Usage: throughline");
    for (const name of compiled()) writeFileSync(join(entries(), name), "made by another Node");
    expect(help()).toBe(usual);
    for (const name of compiled()) rmSync(join(entries(), name));
    expect(help()).toBe(usual);
  });
});
