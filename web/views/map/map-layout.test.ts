import { describe, expect, it } from "vitest";
import type { KnowledgeMap } from "../../../src/surface/http/api-types.js";
import { layoutMap, nodeHeight } from "./map-layout.js";

const node = (kind: "session" | "file" | "memory", id: string) => ({ kind, id, title: id });
const edge = (from: string, to: string) => ({ from, to, how: "about" as const });
const map: KnowledgeMap = {
  project: "p",
  folder: "/w",
  omitted: 0,
  nodes: [
    ...["a", "b", "c"].map((id) => node("session", id)),
    ...["z", "y", "x"].map((id) => node("file", id)),
    node("memory", "m"),
  ],
  edges: [
    edge("session/a", "file/x"),
    edge("session/b", "file/y"),
    edge("session/c", "file/z"),
    edge("file/x", "memory/m"),
  ],
};

describe("layoutMap", () => {
  const layout = layoutMap(map, { width: 1000, height: 600 });
  const rows = (column: number) => layout.nodes.filter((one) => one.column === column);

  it("has sessions, files and knowledge in columns, without overlap and inside the pane", () => {
    expect([0, 1, 2].map((column) => rows(column).length)).toEqual([3, 3, 1]);
    for (const column of [0, 1, 2]) {
      const tops = rows(column).map(({ top }) => top);
      expect(tops.every((top, i) => i === 0 || top - (tops[i - 1] ?? 0) >= nodeHeight)).toBe(true);
    }
    for (const { left, top, width } of layout.nodes) {
      expect(left + width).toBeLessThanOrEqual(1000);
      expect(top + nodeHeight).toBeLessThanOrEqual(600);
    }
  });

  it("orders rows so that lines do not cross", () => {
    expect(rows(1).map(({ key }) => key)).toEqual(["file/x", "file/y", "file/z"]);
  });

  it("is the same every time", () => expect(layoutMap(map, { width: 1000, height: 600 })).toEqual(layout));
});
