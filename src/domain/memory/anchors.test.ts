import { describe, expect, it } from "vitest";
import { createAnchors, symbolText } from "./anchors.js";

const over = (files: Record<string, string>) => createAnchors({ read: async (path) => files[path] });

describe("anchors", () => {
  it("change with the symbol they name, and not with the rest of the file", async () => {
    const before = "function a() {\n  return 1;\n}\nfunction b() {\n  return 2;\n}\n";
    const taken = await over({ "/r/x.ts": before }).take("/r", ["x.ts#a", "x.ts#b", "x.ts"]);
    const after = over({ "/r/x.ts": before.replace("2", "3") });
    expect(await after.changed("/r", taken)).toEqual(["x.ts#b", "x.ts"]);
  });

  it("change when the file goes away or comes into being", async () => {
    const [gone] = await over({ "/r/x.ts": "let a" }).take("/r", ["x.ts"]);
    expect(await over({}).changed("/r", gone ? [gone] : [])).toEqual(["x.ts"]);
    expect(await over({ "/r/y.ts": "" }).changed("/r", [{ name: "y.ts", digest: "" }])).toEqual(["y.ts"]);
  });

  it("do not change with the layout", async () => {
    const taken = await over({ "/r/x.ts": "a  =  1\n" }).take("/r", ["x.ts"]);
    expect(await over({ "/r/x.ts": "a = 1" }).changed("/r", taken)).toEqual([]);
  });

  it("stay inside the project", async () => {
    for (const name of ["../x", "/etc/passwd", "a/../../x", ""]) {
      await expect(over({}).take("/r", [name]), name).rejects.toMatchObject({ code: "INVALID_INPUT" });
    }
  });
});

describe("symbolText", () => {
  it("takes a symbol's lines in indented and in braced languages", () => {
    expect(symbolText("x = 1\ndef run(a):\n    if a:\n        go()\n\ny = 2", "run")).toContain("go()");
    expect(symbolText("x = 1\ndef run(a):\n    go()\ny = 2", "run")).not.toContain("y = 2");
    expect(symbolText("class A {\n  m() {\n    return 1;\n  }\n\n  n() {}\n}", "m")).toBe(
      "  m() {\n    return 1;\n  }\n",
    );
  });
});
