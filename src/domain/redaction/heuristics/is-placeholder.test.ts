import { describe, expect, it } from "vitest";
import { isPlaceholder } from "./is-placeholder.js";

describe("isPlaceholder", () => {
  it.each([
    "$TOKEN",
    "$(cat file)",
    "{{ secret }}",
    "<your token>",
    "%PASSWORD%",
    "changeme",
    "xxxxxxxxxxxx",
    "your_api_key_here",
    "process.env.KEY",
    "password",
    "********",
    "aaaaaa",
  ])("recognizes %s as a placeholder", (value) => {
    expect(isPlaceholder(value)).toBe(true);
  });

  it.each(["s3cr3t-but-real", "Tr0ub4dor", "$3cret!x", "@bc12345", "!Secret9", "%zz91k!", "9f86d081884c7d65"])(
    "does not take %s for a placeholder",
    (value) => {
      expect(isPlaceholder(value)).toBe(false);
    },
  );
});
