import { describe, expect, it } from "vitest";
import { assignmentSite } from "./assignment-site.js";

/** What is read as the value of the first `key` in a text. */
function valueIn(text: string): string | undefined {
  const at = text.toLowerCase().indexOf("key");
  const site = assignmentSite(text, at, at + 3);
  return site && text.slice(site.valueStart, site.valueStart + 5);
}

describe("assignmentSite", () => {
  it.each([
    'api_key = "VALUE"',
    "API_KEY=VALUE",
    "apiKey: VALUE",
    '{"api_key":"VALUE"}',
    '{\\"api_key\\": \\"VALUE\\"}',
    "'key' => 'VALUE'",
    'key := "VALUE"',
    'const key: string = "VALUE"',
    'options["key"] = "VALUE"',
    'process.env.KEY || "VALUE"',
    'process.env.KEY ?? "VALUE"',
    "<key>VALUE</key>",
    "key:\n  VALUE",
    'set("key", "VALUE")',
  ])("finds the value in %s", (text) => {
    expect(valueIn(text)).toBe("VALUE");
  });

  it.each(["the key to the house", "key (VALUE)", "key-of-a-very-long-name-indeed = VALUE", "key"])(
    "finds none in %s",
    (text) => {
      expect(valueIn(text)).toBeUndefined();
    },
  );
});
