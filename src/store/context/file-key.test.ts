import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileKey, fileSlug } from "./file-key.js";

describe("fileKey", () => {
  it.each([
    ["My Cool Topic!", "my-cool-topic"],
    ["Foo Bar/Baz.md", "foo-bar-baz-md"],
    ["../x", "x"],
    ["__init__", "__init__"],
    ["Ünï", "ünï"],
  ])("converts %j to %j", (key, name) => expect(fileKey(key)).toBe(name));

  it("contains no path separator, and is idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (key) => {
        let name: string;
        try {
          name = fileKey(key);
        } catch {
          return;
        }
        expect(name).not.toMatch(/[/\\.\0\s]/);
        expect(fileKey(name)).toBe(name);
      }),
    );
  });

  it("is the same for a name typed on a Mac and on Linux", () => {
    expect(fileKey("Cafe\u0301")).toBe(fileKey("Caf\u00e9"));
  });
});

describe("fileSlug", () => {
  it("is never empty, and does not end in a dash when cut", () => {
    expect(fileSlug("?!", 60)).toBe("untitled");
    expect(fileSlug("a b c", 2)).toBe("a");
  });
});
