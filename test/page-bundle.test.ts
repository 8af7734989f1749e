import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "./support/sources.js";

/** What a browser may have to fetch before it shows anything, and in all. */
const maxFirstLoad = 120 * 1024;
const maxWhole = 200 * 1024;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-bundle-"));
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  execFileSync(process.execPath, [vite, "build", "-c", join(root, "web", "vite.config.ts"), "--outDir", folder], {
    cwd: root,
    stdio: "ignore",
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = () => readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.\w+$/.test(name));
const gzipped = (name: string) => gzipSync(readFileSync(join(folder, name))).length;

describe("the built page", () => {
  it("is small to begin with, and even whole", () => {
    const html = readFileSync(join(folder, "index.html"), "utf8");
    const first = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name = ""]) => name);
    expect(first.length).toBeGreaterThan(2);
    expect(["index.html", ...first].reduce((sum, name) => sum + gzipped(name), 0)).toBeLessThan(maxFirstLoad);
    expect(files().reduce((sum, name) => sum + gzipped(name), 0)).toBeLessThan(maxWhole);
  });

  it("loads each view when it is opened", () => {
    const html = readFileSync(join(folder, "index.html"), "utf8");
    const views = files().filter((name) => /-view-[\w-]+\.js$/.test(name));
    expect(views.length).toBeGreaterThan(4);
    for (const view of views) expect(html).not.toContain(view);
  });

  it("names no other server and has nothing inline", () => {
    const html = readFileSync(join(folder, "index.html"), "utf8");
    expect(html).not.toMatch(/https?:\/\//);
    expect(html).not.toMatch(/<style|<script(?![^>]* src=)| on\w+=| style=/);
  });
});
