import { describe, expect, it } from "vitest";
import { deniedValues, isDenial } from "./denied-values.js";

describe("deniedValues", () => {
  it("names what a person corrects in an answer", () => {
    expect(isDenial("no, the dev server is on 4810")).toBe(true);
    expect(deniedValues("The dev server listens on 3000. Olga owns it.", "no, the dev server is on 4810")).toEqual([
      "3000",
    ]);
  });

  it("does not take what the person repeats, or a sentence that the denial does not speak of", () => {
    expect(
      deniedValues(
        "The server listens on 3000, the admin page on 3001.",
        "no, the server is right with 3000 but admin is 3002",
      ),
    ).toEqual(["3001"]);
  });

  it.each(["nothing else to do", "now the other one", "Nora owns it", "note that it is on 80"])(
    "%j is no denial",
    (prompt) => expect(isDenial(prompt)).toBe(false),
  );
});
