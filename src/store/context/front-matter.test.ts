import { describe, expect, it } from "vitest";
import { readFrontMatter, textField } from "./front-matter.js";

describe("readFrontMatter", () => {
  it("reads fields as they are written, and the text below", () => {
    const note = readFrontMatter(
      '\ufeff---\r\ntitle: "Ports: all"\r\nversion: 1.10\r\ntags: [ci, test]\r\n---\r\ntext\r\n',
    );
    expect(note.fields).toEqual({ title: "Ports: all", version: "1.10", tags: ["ci", "test"] });
    expect(note.body).toBe("text\r\n");
  });

  it("reads invalid YAML line by line, and reports it", () => {
    const note = readFrontMatter("---\nname: 'run'\ndescription: Use: when tests fail\n---\ntext");
    expect([textField(note, "name"), textField(note, "description")]).toEqual(["run", "Use: when tests fail"]);
    expect(note.problem).toContain("not valid YAML");
  });

  it("leaves a text without front matter whole", () => {
    expect(readFrontMatter("# Title\n")).toEqual({
      yaml: undefined,
      fields: {},
      body: "# Title\n",
      problem: undefined,
    });
  });

  it("does not expand aliases without limit", () => {
    const lists = Array.from({ length: 12 }, (_, i) => `b${i + 1}: &b${i + 1} [*b${i}, *b${i}, *b${i}]`);
    const note = readFrontMatter(`---\nb0: &b0 [x]\n${lists.join("\n")}\ndescription: d\n---\n`);
    expect(textField(note, "description")).toBe("d");
  });
});
