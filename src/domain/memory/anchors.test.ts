import { describe, expect, it } from "vitest";
import { createAnchors, symbolText } from "./anchors.js";

const anchorsOver = (files: Record<string, string>) => createAnchors({ read: async (path) => files[path] });

describe("anchors", () => {
  it("change with the symbol they name, and not with the rest of the file", async () => {
    const before = "function a() {\n  return 1;\n}\nfunction b() {\n  return 2;\n}\n";
    const anchors = await anchorsOver({ "/r/x.ts": before }).digestAll("/r", ["x.ts#a", "x.ts#b", "x.ts"]);
    const after = anchorsOver({ "/r/x.ts": before.replace("2", "3") });
    expect(await after.changed("/r", anchors)).toEqual(["x.ts#b", "x.ts"]);
  });

  it("change when the file is deleted or created", async () => {
    const [anchor] = await anchorsOver({ "/r/x.ts": "let a" }).digestAll("/r", ["x.ts"]);
    expect(await anchorsOver({}).changed("/r", anchor ? [anchor] : [])).toEqual(["x.ts"]);
    expect(await anchorsOver({ "/r/y.ts": "" }).changed("/r", [{ name: "y.ts", digest: "" }])).toEqual(["y.ts"]);
  });

  it("do not change with the layout", async () => {
    const anchors = await anchorsOver({ "/r/x.ts": "a  =  1\n" }).digestAll("/r", ["x.ts"]);
    expect(await anchorsOver({ "/r/x.ts": "a = 1" }).changed("/r", anchors)).toEqual([]);
  });

  it("stay inside the project", async () => {
    for (const name of ["../x", "/etc/passwd", "a/../../x", ""]) {
      await expect(anchorsOver({}).digestAll("/r", [name]), name).rejects.toMatchObject({ code: "INVALID_INPUT" });
    }
  });
});

describe("symbolText", () => {
  it("returns a symbol's lines in languages with indentation and with braces", () => {
    expect(symbolText("x = 1\ndef run(a):\n    if a:\n        go()\n\ny = 2", "run")).toContain("go()");
    expect(symbolText("x = 1\ndef run(a):\n    go()\ny = 2", "run")).not.toContain("y = 2");
    expect(symbolText("class A {\n  m() {\n    return 1;\n  }\n\n  n() {}\n}", "m")).toBe(
      "  m() {\n    return 1;\n  }\n",
    );
  });
});
