import { describe, expect, it } from "vitest";
import { pickEnvironment } from "./agent-cli.js";

describe("pickEnvironment", () => {
  const ours = { PATH: "/bin", LC_ALL: "C", MY_LOG: "x", AWS_SECRET_ACCESS_KEY: "s", EMPTY: undefined };

  it("passes variables by name, prefix or suffix, and nothing else", () => {
    expect(pickEnvironment(ours, ["PATH", "LC_*", "*_LOG", "EMPTY", "ABSENT"])).toEqual({
      PATH: "/bin",
      LC_ALL: "C",
      MY_LOG: "x",
    });
  });

  it("passes nothing when nothing is allowed", () => expect(pickEnvironment(ours, [])).toEqual({}));
});
