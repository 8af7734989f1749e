import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../test/support/call-as.js";
import { type TestApp, testApp } from "../../test/support/test-app.js";
import { plainPaint } from "../base/paint.js";
import { codeStatus } from "./code-status.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

describe("code status", () => {
  it("names the git users who have indexed repositories when this one has not", async () => {
    const text = async (tenant?: string) => codeStatus.toText(await codeStatus.run({ tenant }, app), plainPaint);
    expect(await text()).toContain("No repositories are indexed.");
    await writeFile(join(app.folder, "a.ts"), "export const a = 1;\n");
    await callAs(app, app.call.tenant)("repository_index", { path: ".", tenant_id: "grace" });
    expect(await text()).toContain("code status --tenant grace");
    expect(await text("grace")).toContain("1 file");
  });
});
