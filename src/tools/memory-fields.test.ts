import { expect, it } from "vitest";
import { plainPaint } from "../base/paint.js";
import { memoryText } from "./memory-fields.js";

const memory = {
  id: "mem_1",
  title: "Events go through Kafka.",
  content: "Topic orders.",
  outcome: "success",
  confidence: 0.5,
  tags: [],
};

it("says which memories no longer hold", () => {
  const headOf = (state: string) => memoryText({ ...memory, state }, plainPaint).split("\n")[0];
  expect(headOf("superseded")).toBe("Events go through Kafka. mem_1, success, confidence 0.5 (superseded)");
  expect(headOf("rejected")).toContain("(rejected)");
  expect(headOf("verified")).toBe("Events go through Kafka. mem_1, success, confidence 0.5");
});
