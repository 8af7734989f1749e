import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { root } from "../support/sources.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-release-"));
  execFileSync(process.execPath, ["--import", "tsx", "scripts/release.ts", folder], { cwd: root, stdio: "ignore" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(join(folder, name), "utf8");
const { version, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe("a release", () => {
  it("consists of these files, each with its checksum", () => {
    const names = readdirSync(folder).toSorted();
    expect(names).toEqual(
      [
        "SHA256SUMS",
        "install.sh",
        "sbom.cdx.json",
        "throughline.json",
        "throughline.rb",
        `throughline-${version}.mcpb`,
        `throughline-${version}.tgz`,
      ].toSorted(),
    );
    const sums = read("SHA256SUMS").trim().split("\n");
    expect(sums).toHaveLength(names.length - 1);
    for (const line of sums) {
      const [sum, name = ""] = line.split("  ");
      expect(
        createHash("sha256")
          .update(readFileSync(join(folder, name)))
          .digest("hex"),
      ).toBe(sum);
    }
  });

  it("has a formula and a manifest that name the tarball and its checksum", () => {
    const tarball = createHash("sha256")
      .update(readFileSync(join(folder, `throughline-${version}.tgz`)))
      .digest("hex");
    expect(read("throughline.rb")).toContain(`sha256 "${tarball}"`);
    expect(JSON.parse(read("throughline.json"))).toMatchObject({ version, hash: tarball });
    const urls = ["throughline.rb", "throughline.json", "install.sh"].map(
      (name) => /https:\S+\.tgz/.exec(read(name))?.[0],
    );
    expect(new Set(urls).size).toBe(1);
  });

  it("has a bill of materials with every package that it loads", () => {
    const names = JSON.parse(read("sbom.cdx.json")).components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  });

  it.skipIf(process.platform === "win32")("has an install script that names what is missing", () => {
    const script = join(folder, "install.sh");
    expect(spawnSync("sh", ["-n", script]).status).toBe(0);
    const withoutNode = spawnSync("/bin/sh", [script], { env: { PATH: "/nonexistent" }, encoding: "utf8" });
    expect(withoutNode).toMatchObject({ status: 1, stderr: "Install Node 22 or later first.\n" });
  });

  it("is published with provenance by a workflow that builds it from the tag", () => {
    const workflow = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));
    const { permissions, steps } = workflow.jobs.release;
    expect(permissions).toMatchObject({ "id-token": "write", attestations: "write" });
    const commands = steps.map(({ run = "" }: { run?: string }) => run).join("\n");
    for (const command of ["npm run check", "scripts/release.ts", "npm publish --provenance"])
      expect(commands).toContain(command);
  });
});
