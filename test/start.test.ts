import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./support/sources.js";

interface Meta {
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, { readonly bytes: number }>;
}

/** Inputs of a bundle in dist/. */
function bundle(entry: string): { packages: string[]; files: number; bytes: number } {
  const meta = JSON.parse(readFileSync(join(root, "dist", "meta", `${entry}.json`), "utf8")) as Meta;
  const inputs = Object.keys(meta.inputs);
  const packages = inputs.flatMap((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []);
  return {
    packages: [...new Set(packages)],
    files: Object.keys(meta.outputs).length,
    bytes: Math.max(...Object.values(meta.outputs).map(({ bytes }) => bytes)),
  };
}

describe("what a process loads", () => {
  it.each(["main", "run-hook", "is-concerned", "open-stdio"])("%s loads no package", (entry) => {
    expect(bundle(entry).packages).toEqual([]);
  });

  it.each(["main", "run-hook", "inject-context", "open-stdio"])("%s is one file", (entry) => {
    expect(bundle(entry).files).toBe(1);
  });

  it("servers and commands share most of their code", () => {
    const folder = join(root, "dist", "entry");
    const sizes = readdirSync(folder).filter((name) => name.endsWith(".js"));
    const total = sizes.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(total).toBeLessThan(5_000_000);
  });

  it("a hook, the dispatcher and the first stage of a server are a few kilobytes", () => {
    expect(bundle("main").bytes).toBeLessThan(20_500);
    // What the hooks of 17 agents send and accept.
    expect(bundle("run-hook").bytes).toBeLessThan(18_000);
    // Guards over commands, files and what is written into them.
    expect(bundle("is-concerned").bytes).toBeLessThan(16_000);
    expect(bundle("open-stdio").bytes).toBeLessThan(65_000);
  });

  it("a command loads no protocol and no web server", () => {
    const { packages } = bundle("run-command");
    expect(packages.filter((name) => /modelcontextprotocol|hono/.test(name))).toEqual([]);
  });

  it("only the server over HTTP loads the web server", () => {
    expect(bundle("serve-stdio").packages).not.toContain("hono");
  });
});
