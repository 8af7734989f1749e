import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageFiles } from "../scripts/packages/package-files.js";
import { agentPlugin, agentPluginServers, bundleManifest, registryServer } from "./support/published-forms.js";
import { root } from "./support/sources.js";

const files = packageFiles();
const jsonFiles = [...files].filter(([path]) => path.endsWith(".json"));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const parse = (path: string) => JSON.parse(files.get(path) ?? "null");

describe("plugins and packages", () => {
  it("are current (npm run generate writes them)", () => {
    const stale = [...files].filter(
      ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text,
    );
    expect(stale.map(([path]) => path)).toEqual([]);
  });

  it("have the package's version wherever they state one", () => {
    const versions = jsonFiles.flatMap(([, text]) => [...text.matchAll(/"version": "([^"]+)"/g)].map(([, one]) => one));
    expect(versions.length).toBeGreaterThan(7);
    expect(new Set(versions)).toEqual(new Set([manifest.version]));
  });

  it("contain no path of a developer's machine", () => {
    expect([...files].filter(([, text]) => text.includes(root) || /"\/(usr|home|opt)\//.test(text))).toEqual([]);
  });

  it("connect every agent with the core tools, as do the guides", () => {
    const starting = [...files].filter(([, text]) => /"mcp",?\n/.test(text));
    expect(starting.length).toBeGreaterThan(6);
    expect(starting.filter(([, text]) => !text.includes('"--core-tools"')).map(([path]) => path)).toEqual([]);
    const guide = readFileSync(join(root, "docs/guides/connect-agents.md"), "utf8");
    const lines = guide.split("\n").filter((line) => line.includes("main.js"));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !line.includes("--core-tools"))).toEqual([]);
  });

  it("refer only to files that they contain", () => {
    const pointers = jsonFiles.flatMap(([path, text]) => {
      const folder = dirname(path).replace(/\/?\.[a-z]+(-plugin)?(\/plugins)?$/, "");
      return [...text.matchAll(/"(\.\/[^"]+)"/g)].map(([, to = ""]) => join(folder, to).replace(/\/$/, ""));
    });
    expect(pointers.length).toBeGreaterThan(4);
    expect(
      pointers.filter((to) => ![...files.keys()].some((path) => path === to || path.startsWith(`${to}/`))),
    ).toEqual([]);
  });

  it("contain the same skills everywhere", () => {
    const folders = ["plugins", "plugins/claude-code", "plugins/codex", "plugins/cursor", "plugins/gemini"];
    for (const skill of ["throughline-recall", "throughline-record", "throughline-handover", "throughline-distill"]) {
      const texts = folders.map((folder) => files.get(`${folder}/skills/${skill}/SKILL.md`));
      expect(new Set(texts).size).toBe(1);
      expect(texts[0]).toContain(`name: ${skill}`);
    }
  });

  it("hand over without a tenant, so that each agent finds what another saved", () => {
    const text = files.get("plugins/skills/throughline-handover/SKILL.md");
    for (const part of ["checkpoint_save", "recall_read", "Leave out tenant_id"]) expect(text).toContain(part);
  });

  it.each([
    ["plugins/plugin.json", agentPlugin],
    ["plugins/mcp.json", agentPluginServers],
    ["server.json", registryServer],
    ["plugins/mcpb/manifest.json", bundleManifest],
  ])("%s matches its publisher's schema and has no other field", (path, form) => {
    expect(form.safeParse(parse(path)).error?.issues ?? []).toEqual([]);
    expect(form.safeParse({ ...parse(path), unheardOf: 1 }).success).toBe(false);
  });

  it("use the same package and server names in the registry and in the package", () => {
    const entry = parse("server.json");
    expect(entry.name).toBe(manifest.mcpName);
    expect(entry.packages[0].identifier).toBe(manifest.name);
  });
});
