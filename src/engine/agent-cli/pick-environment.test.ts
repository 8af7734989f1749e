import { describe, expect, it } from "vitest";
import { pickEnvironment } from "./pick-environment.js";

describe("pickEnvironment", () => {
  const ours = { PATH: "/bin", LC_ALL: "C", MY_LOG: "x", AWS_SECRET_ACCESS_KEY: "s", EMPTY: undefined };

  it("passes on what is named, whole, by its beginning or by its ending, and nothing else", () => {
    expect(pickEnvironment(ours, ["PATH", "LC_*", "*_LOG", "EMPTY", "ABSENT"])).toEqual({
      PATH: "/bin",
      LC_ALL: "C",
      MY_LOG: "x",
    });
  });

  it("passes nothing on when nothing is allowed", () => expect(pickEnvironment(ours, [])).toEqual({}));
});
