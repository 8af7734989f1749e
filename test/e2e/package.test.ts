import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Product } from "../support/product.js";
import { root } from "../support/sources.js";

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

/** The tarball that npm would publish, unpacked as npm installs it, next to the dependencies of this clone. */
describe("the packed product", () => {
  let product: Product;
  let packed: Packed;
  let script: string;
  beforeAll(() => {
    product = new Product();
    const modules = join(product.folder, "installed", "node_modules");
    mkdirSync(join(modules, "throughline"), { recursive: true });
    const { stdout } = spawnSync("npm", ["pack", "--json", "--pack-destination", product.folder], {
      cwd: root,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    packed = JSON.parse(stdout)[0] as Packed;
    const archive = join(product.folder, packed.filename);
    spawnSync("tar", ["-xzf", archive, "--strip-components=1", "-C", join(modules, "throughline")]);
    const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) {
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(join(root, "node_modules", name), join(modules, name));
    }
    script = join(modules, "throughline", "dist", "main.js");
  });
  afterAll(() => product.remove());
  const run = (...args: string[]) => product.run(args, { script });

  it("holds the program, the plugins and four texts, and nothing else", () => {
    const top = packed.files.map(({ path }) => path.split("/")[0]);
    const texts = ["CHANGELOG.md", "LICENSE", "README.md", "package.json"];
    expect([...new Set(top)].toSorted()).toEqual([".claude-plugin", ...texts, "dist", "plugins"].toSorted());
    expect(packed.files.filter(({ path }) => /\.(png|jpe?g|gif|mp4|map|ts|compiled)$/.test(path))).toEqual([]);
  });

  it("takes less than 6 MB without the models", () => {
    const models = packed.files.filter(({ path }) => path.endsWith(".bin")).reduce((sum, { size }) => sum + size, 0);
    expect(models).toBeGreaterThan(4_000_000);
    expect(packed.unpackedSize - models).toBeLessThan(6_000_000);
  });

  it("checks, installs and uninstalls itself", () => {
    expect(run("doctor").stdout).toContain("database: intact");
    mkdirSync(join(product.folder, ".codex"), { recursive: true });
    expect(run("install", "--yes")).toMatchObject({ status: 0, stdout: expect.stringContaining("Connected Codex") });
    expect(readFileSync(join(product.folder, ".codex", "config.toml"), "utf8")).toContain("installed");
    expect(run("uninstall", "--yes").status).toBe(0);
  });

  it("records, finds and serves", () => {
    expect(run("memory", "record", "Pin the port", "Random ports fail.", "--outcome", "success").status).toBe(0);
    expect(run("memory", "search", "pin the port").stdout).toContain("Random ports fail.");
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
    };
    const { stdout } = product.run(["mcp"], { script, input: `${JSON.stringify(initialize)}\n` });
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({ result: { serverInfo: { name: "throughline" } } });
  });
});
