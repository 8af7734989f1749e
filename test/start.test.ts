import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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
    // With the ends of turns and the files that nothing concerns.
    expect(bundle("run-hook").bytes).toBeLessThan(18_500);
    // Guards over commands, files and what is written into them.
    expect(bundle("is-concerned").bytes).toBeLessThan(16_500);
    expect(bundle("open-stdio").bytes).toBeLessThan(65_000);
  });

  it("the end of a turn loads only the hook, unless a setting of the person or the repository asks for more", () => {
    const folder = mkdtempSync(join(tmpdir(), "throughline-turn-"));
    const [home, work, loaded] = [join(folder, "home"), join(folder, "shop", "src"), join(folder, "loaded.cjs")];
    mkdirSync(home);
    mkdirSync(work, { recursive: true });
    const names = "Object.keys(require.cache).map((path) => path.split(/[\\\\/]/).at(-1))";
    writeFileSync(loaded, `process.on("exit", () => process.stderr.write(JSON.stringify(${names})));`);
    const modules = (settings: Readonly<Record<string, string>> = {}): string[] => {
      const payload = { hook_event_name: "Stop", session_id: "s", cwd: work, transcript_path: join(folder, "s.jsonl") };
      const { stderr } = spawnSync(process.execPath, ["-r", loaded, join(root, "dist/main.js"), "hook"], {
        input: JSON.stringify(payload),
        env: { ...process.env, HOME: folder, THROUGHLINE_HOME: home, ...settings },
        encoding: "utf8",
      });
      return JSON.parse(stderr);
    };
    const context = "inject-context.js";
    expect(modules()).not.toContain(context);
    expect(modules({ THROUGHLINE_LEARNING_AT_END: "true" })).toContain(context);
    for (const file of [join(home, "config.json"), join(folder, "shop", ".throughline.json")]) {
      writeFileSync(file, JSON.stringify({ learning: { atEnd: true } }));
      expect(modules()).toContain(context);
      rmSync(file);
    }
    rmSync(folder, { recursive: true });
  });

  it("a command loads no protocol and no web server", () => {
    const { packages } = bundle("run-command");
    expect(packages.filter((name) => /modelcontextprotocol|hono/.test(name))).toEqual([]);
  });

  it("only the server over HTTP loads the web server", () => {
    expect(bundle("serve-stdio").packages).not.toContain("hono");
  });
});
