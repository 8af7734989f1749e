import { describe, expect, it } from "vitest";
import { requestIdIn } from "./request-id.js";

describe("requestIdIn", () => {
  it.each([
    ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"x', 7],
    ['{"method": "tools/call", "jsonrpc": "2.0", "id": "a-1", "params"', "a-1"],
    ['{"id":-3,', -3],
    ['{"params":{"id":9},', null],
    ['{"jsonrpc":"2.0","method":"m","params":{"id":9}', null],
    ["[1,2]", null],
    ["not json", null],
  ])("reads %s as %s", (start, id) => {
    expect(requestIdIn(start)).toBe(id);
  });

  it("reads the id at the end of a long message", () => {
    expect(requestIdIn('{"method":"m","params":{"a":"x', 'xxx"},"id":12}')).toBe(12);
    expect(requestIdIn('{"method":"m","params":{"a":"x', 'xxx","id":12')).toBeNull();
  });
});
